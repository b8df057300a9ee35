/** A ball at rest on the range; a new one flies there from the tee. */
import { useEffect, useRef } from "react";
import { flight, landing, sizeAt } from "./ball-places.ts";

const FLIGHT_MS = 1500;

interface BallProps {
  /** The number of the shot, from 1. */
  n: number;
  /** It was just hit, and flies. */
  flies: boolean;
}

export function Ball({ n, flies }: BallProps) {
  const ball = useRef<SVGCircleElement>(null);
  const shadow = useRef<SVGEllipseElement>(null);
  const rest = landing(n);
  const size = sizeAt(rest.y);
  useEffect(() => {
    if (!flies || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const at = landing(n);
    const flying = ball.current?.animate(flight(at), { duration: FLIGHT_MS, easing: "linear" });
    const shading = shadow.current?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.75 }, { opacity: 1 }], {
      duration: FLIGHT_MS,
    });
    return () => {
      flying?.cancel();
      shading?.cancel();
    };
    // A ball flies once, when it appears.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <g>
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
