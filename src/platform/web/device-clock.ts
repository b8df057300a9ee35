/** This device's clock, in milliseconds since 1970. It may be wrong, so the server gets only differences of it. */
export function deviceNow(): number {
  return Date.now();
}
