/** Rings while claims wait, unless it is muted. The device keeps that choice. */
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { kept } from "#platform/web/storage.ts";
import { chime, unlockChime } from "../chime.ts";

const setting = kept("local", "bayChime", z.boolean());
const AGAIN_MS = 10_000;

/** @param ringing the ids of the claims: a new claim rings at once, and all of them again after a while */
export function useChime(ringing: readonly string[]) {
  const [on, setOn] = useState(() => setting.read() ?? true);
  const [unlocked, setUnlocked] = useState(false);

  useEffect(() => {
    if (!on || unlocked) return;
    const unlock = () => void unlockChime().then(setUnlocked);
    // Not pointerdown: the screen changes after it, and the button would move away from the pointer.
    const gestures = ["click", "keydown"] as const;
    for (const gesture of gestures) document.addEventListener(gesture, unlock);
    return () => {
      for (const gesture of gestures) document.removeEventListener(gesture, unlock);
    };
  }, [on, unlocked]);

  const key = ringing.join();
  useEffect(() => {
    if (!on || !unlocked || key === "") return;
    chime();
    const timer = setInterval(chime, AGAIN_MS);
    return () => clearInterval(timer);
  }, [on, unlocked, key]);

  return {
    on,
    /** Whether the browser allows the sound. */
    unlocked,
    switchOn: (next: boolean) => {
      setting.write(next);
      setOn(next);
      if (next) void unlockChime().then(setUnlocked);
    },
  };
}
