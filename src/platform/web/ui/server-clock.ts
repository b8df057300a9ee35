/** The server's time, told on this device: for clocks and deadlines that the server decides. */
import { useEffect, useState } from "react";
import { useNow } from "./time.ts";

/** Smaller differences are the network's delay; following them would make a clock stutter. */
const TOLERANCE_MS = 750;

/**
 * The server's present moment in milliseconds since 1970, renewed every `everyMs`.
 * @param serverNow the moment (ISO) that the latest answer of the server carried
 */
export function useServerNow(serverNow: string, everyMs: number): number {
  const device = useNow(everyMs);
  const [offset, setOffset] = useState<number>();
  useEffect(() => {
    const measured = Date.parse(serverNow) - Date.now();
    setOffset((before) => (before !== undefined && Math.abs(before - measured) < TOLERANCE_MS ? before : measured));
  }, [serverNow]);
  return offset === undefined ? Date.parse(serverNow) : device + offset;
}
