/** Today's free shot, for the screens that offer it: gone after the golfer's own, or after the server refused it. */
import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { useCaller } from "#platform/web/caller.tsx";
import { deviceNow } from "#platform/web/device-clock.ts";
import { kept } from "#platform/web/storage.ts";
import { createStore, useStore } from "#platform/web/store.ts";
import { late } from "#platform/web/ui/late.tsx";
import { useNow } from "#platform/web/ui/time.ts";

const FreeShotWatch = late(async () => (await import("#features/play/web/player/free-shot-today.ts")).FreeShotWatch, {
  idle: true,
});

/** `until`: the device's time (ms) at the course's midnight. */
const keptRefusal = kept("local", "freeShotRefused", z.object({ playerId: z.string(), until: z.number() }));
const refusal = createStore(keptRefusal.read());

interface FreeShot {
  gone: "used" | "refused" | undefined;
  /** Whether the player's sessions have come. */
  isKnown: boolean;
  refuse: (seconds: number) => void;
  /** A component without content, which reads the player's sessions while it is on the screen. */
  watch: ReactNode;
}

export function useFreeShotToday(courseId: number | undefined, Watch = FreeShotWatch): FreeShot {
  const playerId = useCaller().id;
  const [isUsed, setUsed] = useState<boolean>();
  const refused = useStore(refusal);
  const now = useNow(60_000);
  const isRefused = refused?.playerId === playerId && now < refused.until;
  return {
    gone: isUsed ? "used" : isRefused ? "refused" : undefined,
    isKnown: isUsed !== undefined,
    refuse: (seconds) => {
      const next = { playerId, until: deviceNow() + seconds * 1000 };
      keptRefusal.write(next);
      refusal.set(next);
    },
    watch: courseId === undefined ? null : <Watch courseId={courseId} onKnown={setUsed} />,
  };
}
