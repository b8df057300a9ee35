/** What `URL.parse` does, for browsers that do not know it: an address, or undefined for what is none. */
export function addressOf(given: string): URL | undefined {
  try {
    return new URL(given);
  } catch {
    return undefined;
  }
}

/** Whether a link may lead there: `javascript:` and the like are no places. */
export function isOfTheWeb(address: URL | undefined): address is URL {
  return address?.protocol === "https:" || address?.protocol === "http:";
}
