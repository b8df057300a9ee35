/** The place of a course: by a tap on the embedded map, or by coordinates, which a keyboard can enter. */
import { useState } from "react";
import type { Camera, Position } from "../map/surface.ts";
import { TextField } from "#platform/web/ui/field.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { managedCourseWords } from "./course-words.ts";
import "../map/map.css";

// The form works without the map.
const MapView = late(async () => (await import("../map/embedded-surface.tsx")).embeddedSurface.View, {
  instead: <Skeleton className="h-full" />,
});

const START_ZOOM = { known: 10, unknown: 6 };
/** Decimals: about a meter. */
const DIGITS = 5;

interface PlacePickerProps {
  /** Text, as in the form. */
  latitude: string;
  longitude: string;
  onChange: (latitude: string, longitude: string) => void;
  /** The centre while the course has no place. */
  center: Position;
  field: (name: "latitude" | "longitude") => { name: string; error: string | undefined };
}

export function PlacePicker({ latitude, longitude, onChange, center, field }: PlacePickerProps) {
  const words = useWords(managedCourseWords);
  const [camera, setCamera] = useState<Camera>();
  const [failed, setFailed] = useState(false);
  const at = placeOf(latitude, longitude);
  const [start] = useState({ center: at ?? center, zoom: at ? START_ZOOM.known : START_ZOOM.unknown });
  const pin = at && {
    id: "place",
    at,
    layer: "chosen" as const,
    content: (
      <svg
        aria-hidden
        viewBox="0 0 40 50"
        className="course-pin absolute bottom-0 left-0 h-[66px] w-[54px] -translate-x-1/2"
        data-chosen
      >
        <path d="M20 49C16 40 3 32 3 19a17 16.5 0 0 1 34 0c0 13-13 21-17 30Z" />
      </svg>
    ),
  };
  const show = () => at && camera?.show(at);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-4">
        <div className="min-w-36 flex-1">
          <TextField
            label={words.latitude}
            {...field("latitude")}
            optional
            inputMode="text"
            autoComplete="off"
            placeholder="26.2126"
            value={latitude}
            onChange={(event) => onChange(event.target.value, longitude)}
            onBlur={show}
          />
        </div>
        <div className="min-w-36 flex-1">
          <TextField
            label={words.longitude}
            {...field("longitude")}
            optional
            inputMode="text"
            autoComplete="off"
            placeholder="-81.7345"
            value={longitude}
            onChange={(event) => onChange(latitude, event.target.value)}
            onBlur={show}
          />
        </div>
      </div>
      <section
        aria-label={words.map}
        className="course-map relative isolate h-80 overflow-hidden rounded-card border-2 border-line"
      >
        {failed ? (
          <p className="p-5">{words.noMap}</p>
        ) : (
          <MapView
            start={start}
            anchors={pin ? [pin] : []}
            fit={[]}
            maxZoom={14}
            unplaced={[]}
            onLocated={() => undefined}
            onPick={(picked) => onChange(picked.latitude.toFixed(DIGITS), picked.longitude.toFixed(DIGITS))}
            onReady={setCamera}
            onFailure={() => setFailed(true)}
          />
        )}
      </section>
      <p className="text-ink-soft">{at ? words.tapElsewhere : words.tapMap}</p>
    </div>
  );
}

function placeOf(latitude: string, longitude: string): Position | undefined {
  const [north, east] = [latitude, longitude].map((text) =>
    /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : Number.NaN,
  );
  return Math.abs(north ?? Number.NaN) <= 90 && Math.abs(east ?? Number.NaN) <= 180
    ? { latitude: north ?? 0, longitude: east ?? 0 }
    : undefined;
}
