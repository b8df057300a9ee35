/** State for dialogs that open and close in place. */
import { useState } from "react";

interface Opening<What> {
  /** The opened item; undefined while nothing is open. */
  what: What | undefined;
  isOpen: boolean;
  /** How many times it was opened. Used as the dialog's key, so that each opening starts with blank fields. */
  times: number;
  /** At once: whoever opens by a key may type into the dialog in the same moment. */
  open: (what: What) => void;
  close: () => void;
}

/**
 * @example const rejecting = useOpening();
 *          <Button onClick={() => rejecting.open(true)}>Reject</Button>
 *          <ReasonDialog key={rejecting.times} open={rejecting.isOpen} onClose={rejecting.close} … />
 */
export function useOpening<What = true>(): Opening<What> {
  const [{ what, times }, set] = useState<{ what: What | undefined; times: number }>({ what: undefined, times: 0 });
  return {
    what,
    isOpen: what !== undefined,
    times,
    open: (opened) => set((before) => ({ what: opened, times: before.times + 1 })),
    close: () => set((before) => ({ ...before, what: undefined })),
  };
}
