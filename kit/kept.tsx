/** Keeps the value of a controlled part, so that the part can be tried on the page. */
import { type ReactNode, useState } from "react";

interface KeptProps<V> {
  start: V;
  children: (value: V, change: (value: V) => void) => ReactNode;
}

/** @example <Kept start={3}>{(balls, change) => <Stepper label="Balls" value={balls} onChange={change} max={20} />}</Kept> */
export function Kept<V>({ start, children }: KeptProps<V>) {
  const [value, change] = useState(start);
  return children(value, change);
}

export function nothing(): void {
  // What a button of the page does.
}
