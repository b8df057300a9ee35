/** `URL.parse` for browsers that lack it: an address, or undefined. */
export function addressOf(given: string): URL | undefined {
  try {
    return new URL(given);
  } catch {
    return undefined;
  }
}

/** Whether a link may lead there; not for `javascript:` and the like. */
export function isOfTheWeb(address: URL | undefined): address is URL {
  return address?.protocol === "https:" || address?.protocol === "http:";
}
