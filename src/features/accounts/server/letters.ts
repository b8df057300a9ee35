/** The letters of accounts, in the player's language. They are part of signing in, so no preference holds them back. */
import { type Letter, writeLetter } from "#platform/server/mail/letter.ts";
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
    subject: (code: string, product: string) => `${code} is your ${product} code`,
    hello: (name: string) => `Hello ${name},`,
    sign_in: "your code to sign in is",
    new_email: "your code to confirm your new email address is",
    step_up: "your code to confirm that it is you is",
    about:
      "It works once, for 5 minutes, in the browser that asked for it. Never pass it on. If you did not ask for it, you need do nothing: nobody gets in without it.",
  },
  es: {
    subject: (code: string, product: string) => `${code} es tu código de ${product}`,
    hello: (name: string) => `Hola, ${name}:`,
    sign_in: "Tu código para entrar es",
    new_email: "Tu código para confirmar tu nueva dirección de correo es",
    step_up: "Tu código para confirmar que eres tú es",
    about:
      "Sirve una sola vez, durante 5 minutos, en el navegador que lo pidió. No se lo des a nadie. Si no lo pediste, no tienes que hacer nada: nadie entra sin él.",
  },
};

/** A six-digit code, at the start of the subject: it is read from a locked screen. */
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
    subject: (product: string) => `You were signed out of ${product} everywhere`,
    hello: codeWords.en.hello,
    about: "an administrator signed your account out on every device. The reason:",
    next: "You can sign in again with a code that we mail to you, or with your passkey.",
  },
  es: {
    subject: (product: string) => `Se cerraron todas tus sesiones de ${product}`,
    hello: codeWords.es.hello,
    about: "Un administrador cerró la sesión de tu cuenta en todos los dispositivos. El motivo:",
    next: "Puedes volver a entrar con un código que te enviamos por correo o con tu llave de acceso.",
  },
};

/** An administrator ended a person's sessions. */
export function signedOutLetter(reader: Reader, reason: string): Letter {
  const words = signedOutWords[reader.language];
  return writeLetter({
    ...reader,
    subject: words.subject(reader.productName),
    blocks: [words.hello(reader.name), words.about, { lines: [reason] }, words.next],
  });
}

const changeWords = {
  en: {
    subject: (product: string) => `Your ${product} email address was changed`,
    hello: codeWords.en.hello,
    changed: (email: string) =>
      `your account now uses another email address: ${email}. If this was not you, please reply to this mail at once.`,
  },
  es: {
    subject: (product: string) => `Cambió tu dirección de correo de ${product}`,
    hello: codeWords.es.hello,
    changed: (email: string) =>
      `Tu cuenta usa ahora otra dirección de correo: ${email}. Si no fuiste tú, responde a este correo de inmediato.`,
  },
};

/** To the address that the account had before. */
export function changedEmailLetter(reader: Reader, email: string): Letter {
  const words = changeWords[reader.language];
  return writeLetter({
    ...reader,
    subject: words.subject(reader.productName),
    blocks: [words.hello(reader.name), words.changed(email)],
  });
}
