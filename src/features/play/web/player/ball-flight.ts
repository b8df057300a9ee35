/** How balls fly in the picture of the range. Pure; units of its 400 x 300 grid. Loaded when the page is idle. */
import { type Point, sizeAt, tee } from "./ball-places.ts";

/** The height of the flight and of its two bounces, and the part of the time at which each ends. */
const hops = [
  { until: 0.8, height: 150 },
  { until: 0.93, height: 13 },
  { until: 1, height: 4 },
] as const;

/** The flight from the tee to the resting place, as frames for the Web Animations API on a circle drawn there. */
export function flight(rest: Point): Keyframe[] {
  const frames: Keyframe[] = [];
  const scaleAtTee = 7 / (2.7 * sizeAt(rest.y));
  for (let step = 0; step <= 40; step += 1) {
    const time = step / 40;
    const hop = hops.find(({ until }) => time <= until) ?? hops[2];
    const from = hops[hops.indexOf(hop) - 1]?.until ?? 0;
    const part = (time - from) / (hop.until - from);
    const lift = hop.height * 4 * part * (1 - part);
    // In perspective, a ball looks smaller and slower as it goes away.
    const along = 1 - (1 - time) ** 2;
    const x = (tee.x - rest.x) * (1 - along);
    const y = (tee.y - rest.y) * (1 - along) - lift;
    const scale = 1 + (scaleAtTee - 1) * (1 - along) ** 1.4;
    frames.push({
      offset: time,
      transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})`,
    });
  }
  return frames;
}
