/** This device's clock, in milliseconds since 1970. It may be wrong: only differences of it are told to the server. */
export function deviceNow(): number {
  return Date.now();
}
