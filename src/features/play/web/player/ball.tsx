/** A ball at rest on the range; a new one flies there from the tee. */
import { useEffect, useRef } from "react";
import { type Point, sizeAt } from "./ball-places.ts";

const FLIGHT_MS = 1500;
export const loadFlight = () => import("./ball-flight.ts");

interface BallProps {
  /** Where it comes to rest. */
  rest: Point;
  /** It was just hit, and flies. */
  flies: boolean;
  /** It drops into the cup there, and is gone. */
  sinks?: boolean;
}

export function Ball({ rest, flies, sinks = false }: BallProps) {
  const ball = useRef<SVGCircleElement>(null);
  const shadow = useRef<SVGEllipseElement>(null);
  const size = sizeAt(rest.y);
  useEffect(() => {
    if (!flies || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const moves: (Animation | undefined)[] = [];
    const fly = async () => {
      const { flight } = await loadFlight();
      moves.push(
        ball.current?.animate(flight(rest), { duration: FLIGHT_MS, easing: "linear" }),
        shadow.current?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.75 }, { opacity: 1 }], {
          duration: FLIGHT_MS,
        }),
      );
    };
    // Without its file the ball lies there at once.
    fly().catch(() => undefined);
    return () => moves.forEach((move) => move?.cancel());
    // A ball flies once, when it appears.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <g className={sinks ? "animate-sink" : ""}>
      <ellipse
        ref={shadow}
        cx={rest.x + 0.6}
        cy={rest.y + 1.6 * size}
        rx={2 * size}
        ry={0.8 * size}
        fill="rgb(5 28 19 / 45%)"
      />
      <circle
        ref={ball}
        cx={rest.x}
        cy={rest.y}
        r={2.7 * size}
        fill="#ffffff"
        stroke="rgb(5 28 19 / 35%)"
        strokeWidth="0.5"
        style={{ transformBox: "fill-box", transformOrigin: "center" }}
      />
    </g>
  );
}
