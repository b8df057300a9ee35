/** The golfer's location: asked for only on a tap, kept only in this page's memory, never sent anywhere. */
import { useState } from "react";

interface Position {
  latitude: number;
  longitude: number;
}

interface NearMe {
  status: "off" | "asking" | "on" | "unavailable";
  /** In degrees; only while `on`. */
  here: Position | undefined;
  toggle: () => void;
}

const OLDEST_MS = 300_000;
const PATIENCE_MS = 10_000;

/** Kept for all visits of the list, also after steps 2 and 3. */
let known: Position | undefined;

export function useNearMe(): NearMe {
  const [here, setHere] = useState(known);
  const [asking, setAsking] = useState<"no" | "yes" | "failed">("no");
  const keep = (position: Position | undefined) => {
    known = position;
    setHere(position);
  };
  const ask = () => {
    setAsking("yes");
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setAsking("no");
        keep({ latitude, longitude });
      },
      () => setAsking("failed"),
      { maximumAge: OLDEST_MS, timeout: PATIENCE_MS },
    );
  };
  const status = asking === "yes" ? "asking" : asking === "failed" ? "unavailable" : here ? "on" : "off";
  return {
    status,
    here,
    toggle: () => {
      if (here) keep(undefined);
      else if (asking !== "yes") ask();
    },
  };
}
