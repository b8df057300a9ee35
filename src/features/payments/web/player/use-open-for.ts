import { useEffect, useState } from "react";

/** A button that pays can be pressed only so long (ms) after its form is ready: it lies where another one was tapped. */
export const STILL_MS = 1000;

/** Whether something has been open for this long. */
export function useOpenFor(ms: number, open: boolean): boolean {
  const [since, setSince] = useState(false);
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => setSince(true), ms);
    return () => {
      clearTimeout(timer);
      setSince(false);
    };
  }, [ms, open]);
  return since;
}
