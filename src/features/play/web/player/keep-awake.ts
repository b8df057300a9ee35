import { useEffect } from "react";

/** Keeps the screen awake while `on`. The browser drops the lock when the page is hidden, so it is requested again. */
export function KeepAwake({ on }: { on: boolean }) {
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
        // Without permission or on low battery, the screen turns off as usual.
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
  return null;
}
