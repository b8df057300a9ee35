import { useEffect } from "react";

/** Keeps the screen awake while `on`; the browser drops the lock with the page's visibility, so it is taken anew. */
export function useWakeLock(on: boolean): void {
  useEffect(() => {
    if (!on || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let over = false;
    const take = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        const taken = await navigator.wakeLock.request("screen");
        if (over) await taken.release();
        else lock = taken;
      } catch {
        // Low battery or no permission: the screen sleeps as it always does.
      }
    };
    const follow = () => void take();
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      over = true;
      document.removeEventListener("visibilitychange", follow);
      void lock?.release();
    };
  }, [on]);
}
