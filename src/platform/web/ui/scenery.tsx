/** A picture of the range: behind the phone column on wide screens, and behind the onboarding. */
import { flagShapes, type FlagHole } from "./flag.tsx";

/** Where stripes and arcs meet, seen from the tee. On a 1440 x 900 grid. */
const horizon = { x: 720, y: 430 };
const stripes = Array.from({ length: 17 }, (_, index) => index - 8);

function Stripe({ index }: { index: number }) {
  const width = 260;
  const left = horizon.x + index * width - width / 2;
  return (
    <path
      d={`M${horizon.x + index * 14 - 7} ${horizon.y} L${left} 900 H${left + width} L${horizon.x + index * 14 + 7} ${horizon.y} Z`}
      fill={index % 2 === 0 ? "var(--turf-a)" : "var(--turf-b)"}
    />
  );
}

function Pin({ hole, x, y, scale }: { hole: FlagHole; x: number; y: number; scale: number }) {
  const flag = flagShapes[hole];
  return (
    <g transform={`translate(${x} ${y}) scale(${scale}) translate(-13 -43)`}>
      <ellipse cx="13" cy="43" rx="26" ry="5" fill="rgb(255 255 255 / 16%)" />
      <ellipse cx="13" cy="43" rx="5" ry="1.4" fill="#07301f" />
      <path d="M13 5v38" stroke="#fdfbf4" strokeWidth="2" strokeLinecap="round" />
      <path d={flag.path} fill={flag.fill} />
    </g>
  );
}

/** Fills its (positioned) parent. Decorative. */
export function RangeScenery({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" className={className}>
      <defs>
        <linearGradient id="range-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--sky-top)" />
          <stop offset="1" stopColor="var(--sky-low)" />
        </linearGradient>
      </defs>
      <rect width="1440" height="900" fill="url(#range-sky)" />
      <path
        d="M0 396q60-44 128-22 56-50 132-18 74-40 150-2 70-34 142-2 90-26 168 6 84-38 160-2 72-30 150 2 80-44 152-4 66-36 124-4 74-30 134 6v80H0z"
        fill="var(--trees)"
      />
      <g>
        <rect y={horizon.y - 4} width="1440" height={904 - horizon.y} fill="var(--turf-a)" />
        {stripes.map((index) => (
          <Stripe key={index} index={index} />
        ))}
      </g>
      <g fill="none" stroke="rgb(255 255 255 / 26%)" strokeWidth="2" strokeDasharray="2 12" strokeLinecap="round">
        <ellipse cx="720" cy="1010" rx="760" ry="330" />
        <ellipse cx="720" cy="1010" rx="980" ry="440" />
        <ellipse cx="720" cy="1010" rx="1240" ry="530" />
      </g>
      <Pin hole="left" x={250} y={660} scale={2.6} />
      <Pin hole="right" x={1250} y={620} scale={2.3} />
      <Pin hole="middle" x={1060} y={510} scale={1.7} />
    </svg>
  );
}
