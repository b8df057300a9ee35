/** A value that is shown at once and handed on a moment later: a search while it is typed, a claim while keys move on. */
import { useEffect, useEffectEvent, useState } from "react";

/**
 * @param value as it is in force. When somebody else changed it, it replaces what is shown
 * @param handOn called `afterMs` after the last change
 */
export function useAhead<V>(value: V, handOn: (value: V) => void, afterMs: number): [V, (shown: V) => void] {
  const [{ shown, known, handed }, set] = useState({ shown: value, known: value, handed: value });
  // A value that was handed on comes back a moment later, when a newer one may already be shown.
  if (known !== value) set({ shown: value === handed ? shown : value, known: value, handed: value });
  const apply = useEffectEvent(handOn);
  useEffect(() => {
    if (shown === value) return;
    const screen = location.pathname;
    const timer = setTimeout(() => {
      // A link was followed meanwhile, and its screen is still loading: nothing may lead back.
      if (location.pathname !== screen) return;
      set((before) => ({ ...before, handed: shown }));
      apply(shown);
    }, afterMs);
    return () => clearTimeout(timer);
  }, [shown, value, afterMs]);
  return [shown, (next) => set((before) => ({ ...before, shown: next }))];
}
