/** The server's time on this device, for clocks and deadlines that the server decides. */
import { useEffect, useRef, useState } from "react";

/** Smaller differences are the network's delay; following them would make a clock stutter. */
const TOLERANCE_MS = 750;

/**
 * The server's present moment in milliseconds since 1970, renewed every `everyMs`.
 * @param serverNow the moment (ISO) that the latest answer of the server carried
 */
export function useServerNow(serverNow: string, everyMs: number): number {
  const [now, setNow] = useState(() => Date.parse(serverNow));
  const offset = useRef<number>(undefined);
  useEffect(() => {
    const measured = Date.parse(serverNow) - Date.now();
    if (offset.current === undefined || Math.abs(offset.current - measured) >= TOLERANCE_MS) offset.current = measured;
  }, [serverNow]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + (offset.current ?? 0)), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
