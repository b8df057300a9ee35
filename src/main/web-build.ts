/** Names in the web app's build that its maker (src/main/build) and the server (src/main/server) share. */
import type { Language } from "#platform/shared/language.ts";

/** The app for Node, in the build's folder. Nothing of it is sent: names that begin with a dot have no address. */
export const APP_FOR_NODE = ".app";

const BEGIN = '<div id="root" aria-busy="true">';
const END = "<!--/root--></div>";

/** The page of every address that has none of its own. */
export const anyPage = (language: Language): string => pageOf("any", language);

/** The page of an address, in the build's folder. @param name its name in the table of addresses */
export const pageOf = (name: string, language: Language): string => `pages/${name}.${language}.page`;

/** The root of a page for a signed-in person until the app runs. */
export function waiting(outline: string): string {
  return BEGIN + outline + END;
}

/** A page of the build around what its root shows; undefined if it does not wait for the app. */
export function splitAtOutline(page: string): { before: string; outline: string; after: string } | undefined {
  const [begin, end] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)];
  if (end === -1) return undefined;
  return { before: page.slice(0, begin), outline: page.slice(begin, end), after: page.slice(end) };
}
