/** The letter to a person who is invited to work here. */
import type { InvitationRow } from "#features/accounts/server/invitation-store.ts";
import { type Letter, writeLetter } from "#platform/server/mail/letter.ts";
import { ours, safe } from "#platform/server/mail/safe-text.ts";
import { pathsOf } from "#platform/shared/addresses/paths.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import { INVITED_DAYS, type Invitation } from "../invitation-contract.ts";

const paths = pathsOf(playerAddresses);

const words = {
  en: {
    subject: (product: string) => safe`You are invited to work with ${ours(product)}`,
    hello: (name: string) => safe`Hello ${name},`,
    staff: (by: string, courses: string) => safe`${by} invites you to the staff of ${ours(courses)}.`,
    admin: (by: string) =>
      safe`${by} invites you as an administrator. Once you have signed in, another administrator approves it.`,
    how: (email: string) =>
      safe`Sign in with this address, ${ours(email)}. You need no password: we mail you a code of six digits. By signing in you accept our terms.`,
    until: safe`The invitation is valid for ${INVITED_DAYS} days. If you do not expect it, you need do nothing.`,
    link: safe`Sign in`,
    terms: safe`Terms`,
  },
  es: {
    subject: (product: string) => safe`Te invitamos a trabajar con ${ours(product)}`,
    hello: (name: string) => safe`Hola, ${name}:`,
    staff: (by: string, courses: string) => safe`${by} te invita al personal de ${ours(courses)}.`,
    admin: (by: string) =>
      safe`${by} te invita como administrador. Cuando hayas entrado, otro administrador lo aprueba.`,
    how: (email: string) =>
      safe`Entra con esta dirección, ${ours(email)}. No necesitas contraseña: te enviamos un código de seis dígitos. Al entrar aceptas nuestros términos.`,
    until: safe`La invitación vale ${INVITED_DAYS} días. Si no la esperas, no tienes que hacer nada.`,
    link: safe`Entrar`,
    terms: safe`Términos`,
  },
};

/** @param listed the same invitation with names */
export function invitationLetter(
  { email, name, language, role }: InvitationRow,
  { courses, invitedBy }: Invitation,
  { productName, publicUrl }: { productName: string; publicUrl: string | undefined },
): Letter {
  const said = words[language];
  // Each name for itself, so that many courses are not cut as one long name.
  const places = new Intl.ListFormat(language).format(courses.map((course) => safe`${course.name}`.text));
  const links = [
    { link: said.link, url: `${publicUrl}${paths.login()}` },
    { link: said.terms, url: `${publicUrl}${paths.terms()}` },
  ];
  return writeLetter({
    to: email,
    language,
    productName,
    subject: said.subject(productName),
    blocks: [
      said.hello(name),
      role === "staff" ? said.staff(invitedBy, places) : said.admin(invitedBy),
      said.how(email),
      ...(publicUrl ? links : []),
      said.until,
    ],
  });
}
