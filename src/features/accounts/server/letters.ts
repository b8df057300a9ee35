/** The letters of accounts, in the player's language. They belong to signing in, so no preference turns them off. */
import { type Letter, writeLetter } from "#platform/server/mail/letter.ts";
import { ours, reasonLine, safe } from "#platform/server/mail/safe-text.ts";
import type { Language } from "#platform/shared/language.ts";
import type { CodePurpose } from "../rules.ts";

interface Reader {
  /** Where the letter goes: not always the account's own address. */
  to: string;
  name: string;
  language: Language;
  productName: string;
}

const codeWords = {
  en: {
    subject: (code: string, product: string) => safe`${code} is your ${ours(product)} code`,
    hello: (name: string) => safe`Hello ${name},`,
    sign_in: safe`your code to sign in is`,
    new_email: safe`your code to confirm your new email address is`,
    step_up: safe`your code to confirm that it is you is`,
    about: safe`It works once, for 5 minutes, in the browser that asked for it. Never pass it on. If you did not ask for it, you need do nothing: nobody gets in without it.`,
  },
  es: {
    subject: (code: string, product: string) => safe`${code} es tu código de ${ours(product)}`,
    hello: (name: string) => safe`Hola, ${name}:`,
    sign_in: safe`Tu código para entrar es`,
    new_email: safe`Tu código para confirmar tu nueva dirección de correo es`,
    step_up: safe`Tu código para confirmar que eres tú es`,
    about: safe`Sirve una sola vez, durante 5 minutos, en el navegador que lo pidió. No se lo des a nadie. Si no lo pediste, no tienes que hacer nada: nadie entra sin él.`,
  },
};

/** A letter with a six-digit code. The subject starts with the code, because people read it on a locked screen. */
export function codeLetter(reader: Reader, code: string, purpose: CodePurpose): Letter {
  const words = codeWords[reader.language];
  return writeLetter({
    ...reader,
    subject: words.subject(code, reader.productName),
    blocks: [words.hello(reader.name), words[purpose], { code }, words.about],
  });
}

const signedOutWords = {
  en: {
    subject: (product: string) => safe`You were signed out of ${ours(product)} everywhere`,
    hello: codeWords.en.hello,
    about: safe`an administrator signed your account out on every device. The reason:`,
    next: safe`You can sign in again with a code that we mail to you, or with your passkey.`,
  },
  es: {
    subject: (product: string) => safe`Se cerraron todas tus sesiones de ${ours(product)}`,
    hello: codeWords.es.hello,
    about: safe`Un administrador cerró la sesión de tu cuenta en todos los dispositivos. El motivo:`,
    next: safe`Puedes volver a entrar con un código que te enviamos por correo o con tu llave de acceso.`,
  },
};

/** An administrator ended a person's sessions. */
export function signedOutLetter(reader: Reader, reason: string): Letter {
  const words = signedOutWords[reader.language];
  return writeLetter({
    ...reader,
    subject: words.subject(reader.productName),
    blocks: [words.hello(reader.name), words.about, { lines: [reasonLine(reason)] }, words.next],
  });
}

const changeWords = {
  en: {
    subject: (product: string) => safe`Your ${ours(product)} email address was changed`,
    hello: codeWords.en.hello,
    changedTo: (email: string) =>
      safe`your account now uses another email address: ${ours(email)}. If this was not you, please reply to this mail at once.`,
    changed: safe`your account now uses another email address. If this was not you, please reply to this mail at once.`,
    own: safe`your account now uses this email address. On all other devices it was signed out.`,
  },
  es: {
    subject: (product: string) => safe`Cambió tu dirección de correo de ${ours(product)}`,
    hello: codeWords.es.hello,
    changedTo: (email: string) =>
      safe`Tu cuenta usa ahora otra dirección de correo: ${ours(email)}. Si no fuiste tú, responde a este correo de inmediato.`,
    changed: safe`Tu cuenta usa ahora otra dirección de correo. Si no fuiste tú, responde a este correo de inmediato.`,
    own: safe`Tu cuenta usa ahora esta dirección de correo. En los demás dispositivos se cerró la sesión.`,
  },
};

/**
 * To the address that the account had before.
 * @param email the new one; undefined for a reader who never proved the old one: it may be a stranger's, who must not
 * read the new one
 */
export function changedEmailLetter(reader: Reader, email: string | undefined): Letter {
  const words = changeWords[reader.language];
  return writeLetter({
    ...reader,
    subject: words.subject(reader.productName),
    blocks: [words.hello(reader.name), email === undefined ? words.changed : words.changedTo(email)],
  });
}

/** To the address that the account has now. */
export function ownEmailLetter(reader: Reader): Letter {
  const words = changeWords[reader.language];
  return writeLetter({
    ...reader,
    subject: words.subject(reader.productName),
    blocks: [words.hello(reader.name), words.own],
  });
}

const recoveryWords = {
  en: {
    subject: (product: string) => safe`Your ${ours(product)} passkeys were taken off`,
    hello: codeWords.en.hello,
    about: safe`your passkeys were taken off, and you were signed out everywhere. The reason:`,
    next: safe`Sign in with a mailed code, and add a new passkey on your profile. If you did not ask for this, tell another administrator at once.`,
  },
  es: {
    subject: (product: string) => safe`Se retiraron tus llaves de acceso de ${ours(product)}`,
    hello: codeWords.es.hello,
    about: safe`Se retiraron tus llaves de acceso y se cerraron todas tus sesiones. El motivo:`,
    next: safe`Entra con un código por correo y añade una llave nueva en tu perfil. Si no lo pediste, avisa de inmediato a otro administrador.`,
  },
};

/** To a person whose passkeys were removed. */
export function recoveredLetter(reader: Reader, reason: string): Letter {
  const words = recoveryWords[reader.language];
  return writeLetter({
    ...reader,
    subject: words.subject(reader.productName),
    blocks: [words.hello(reader.name), words.about, { lines: [reasonLine(reason)] }, words.next],
  });
}

const takenWords = {
  en: {
    subject: (product: string) => safe`Somebody wants to use your email address for another ${ours(product)} account`,
    hello: codeWords.en.hello,
    about: safe`somebody asked to use this address for another account. It belongs to yours, so nothing was changed. If that was you, sign in with this address instead; if not, you need do nothing.`,
  },
  es: {
    subject: (product: string) => safe`Alguien quiere usar tu correo en otra cuenta de ${ours(product)}`,
    hello: codeWords.es.hello,
    about: safe`Alguien pidió usar esta dirección en otra cuenta. Ya pertenece a la tuya, así que no se cambió nada. Si fuiste tú, entra con esta dirección; si no, no tienes que hacer nada.`,
  },
};

/** To the owner of an address that another account wants to change to. */
export function takenEmailLetter(reader: Reader): Letter {
  const words = takenWords[reader.language];
  return writeLetter({
    ...reader,
    subject: words.subject(reader.productName),
    blocks: [words.hello(reader.name), words.about],
  });
}

const lockWords = {
  en: {
    subject: (product: string) => safe`Wrong codes were typed for your ${ours(product)} account`,
    hello: codeWords.en.hello,
    new_browsers: safe`somebody typed too many wrong codes for your account. Nobody got in. For up to a day we mail and take no codes on devices that are new to it; those that you use already are not affected.`,
    device: safe`too many wrong codes were typed for your account on a device that it knows. Nobody got in by them. For up to a day we mail and take no codes on that device; your others are not affected.`,
    about: safe`If it was not you, you need do nothing. We write about this once a day at most.`,
  },
  es: {
    subject: (product: string) => safe`Se escribieron códigos equivocados para tu cuenta de ${ours(product)}`,
    hello: codeWords.es.hello,
    new_browsers: safe`Alguien escribió demasiados códigos equivocados para tu cuenta. Nadie entró. Durante un día como máximo no enviamos ni aceptamos códigos en dispositivos nuevos; los que ya usas siguen igual.`,
    device: safe`Se escribieron demasiados códigos equivocados para tu cuenta en un dispositivo que ya conoce. Nadie entró con ellos. Durante un día como máximo no enviamos ni aceptamos códigos en ese dispositivo; los demás siguen igual.`,
    about: safe`Si no fuiste tú, no tienes que hacer nada. Avisamos de esto una vez al día como máximo.`,
  },
};

/** To the owner, when wrong codes have locked new browsers, or one device, out of mailed codes. */
export function codesLockedLetter(reader: Reader, of: "new_browsers" | "device"): Letter {
  const words = lockWords[reader.language];
  return writeLetter({
    ...reader,
    subject: words.subject(reader.productName),
    blocks: [words.hello(reader.name), words[of], words.about],
  });
}
