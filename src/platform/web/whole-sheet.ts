/** The style sheet of all screens. A golfer's page has the styles of golfers' screens only. */

/**
 * Loads it into a golfer's page that comes to the desk without a new page, as after signing in.
 * @returns undefined if the page has it, otherwise a promise, which is also kept when the sheet does not come
 */
export function wholeSheet(): Promise<unknown> | undefined {
  if (typeof document === "undefined") return undefined;
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][disabled]');
  if (!link) return undefined;
  const over = new Promise((done) => {
    link.addEventListener("load", done);
    link.addEventListener("error", done);
  });
  link.disabled = false;
  return over;
}
