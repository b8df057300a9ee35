/**
 * The golfer's location: asked for only on a tap, or where the browser was told to allow it always. The tab keeps it to
 * about a kilometre; it is never sent anywhere.
 */
import { useEffect, useEffectEvent, useState } from "react";
import * as z from "zod/mini";
import { kept } from "#platform/web/storage.ts";

const position = z.object({ latitude: z.number(), longitude: z.number() });
type Position = z.output<typeof position>;

export interface NearMe {
  status: "off" | "asking" | "on" | "unavailable";
  /** In degrees; only while `on`. */
  here: Position | undefined;
  toggle: () => void;
}

const OLDEST_MS = 300_000;
const PATIENCE_MS = 10_000;

/** Whether the nearest course comes first: the choice of this device. */
const nearestFirst = kept("local", "nearestFirst", z.boolean());
/** For all visits of the list in this tab, also after a reload. */
const known = kept("session", "nearMe", position);

export function useNearMe(): NearMe {
  const [here, setHere] = useState(() => (nearestFirst.read() ? known.read() : undefined));
  const [asking, setAsking] = useState<"no" | "yes" | "failed">("no");
  const locate = () => {
    setAsking("yes");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const found = { latitude: about(coords.latitude), longitude: about(coords.longitude) };
        setAsking("no");
        known.write(found);
        nearestFirst.write(true);
        setHere(found);
      },
      () => setAsking("failed"),
      { maximumAge: OLDEST_MS, timeout: PATIENCE_MS },
    );
  };
  const locateAgain = useEffectEvent(() => {
    if (nearestFirst.read() && !here) locate();
  });
  useEffect(() => {
    void mayAsk().then((may) => {
      if (may) locateAgain();
    });
  }, []);
  const status = asking === "yes" ? "asking" : asking === "failed" ? "unavailable" : here ? "on" : "off";
  return {
    status,
    here,
    toggle: () => {
      if (here) {
        nearestFirst.clear();
        known.clear();
        setHere(undefined);
      } else if (asking !== "yes") locate();
    },
  };
}

/** Degrees with two decimals: about a kilometre. */
function about(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

/** Whether the browser gives the place without a question. */
async function mayAsk(): Promise<boolean> {
  const { permissions } = navigator;
  const permission = await permissions.query({ name: "geolocation" }).catch(() => undefined);
  return permission?.state === "granted";
}
