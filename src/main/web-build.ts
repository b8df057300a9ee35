/** Names in the web app's build that its maker (src/main/build) and the server (src/main/server) share. */

/** The app for Node, in the build's folder. Nothing of it is sent: names that begin with a dot have no address. */
export const APP_FOR_NODE = ".app";

const BEGIN = '<div id="root" aria-busy="true">';
const END = "<!--/root--></div>";

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
