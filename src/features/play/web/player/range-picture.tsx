/** The range as the golfer sees it from the bay: three greens with their flags, and the pot over the middle one. */
import { useState } from "react";
import { FlagCloth, type FlagHole, useHoleFacts } from "#platform/web/ui/flag.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { useWords } from "#platform/web/words.ts";
import { Ball } from "./ball.tsx";
import { gameWords } from "./game-words.ts";
import { tee } from "./ball-places.ts";
import { Turf } from "./turf.tsx";

/** The place of each hole on the 400 x 300 grid, and the sizes of its flag and green. */
const places = {
  left: { x: 92, y: 212, flag: 2.05, rx: 66, ry: 17 },
  right: { x: 316, y: 190, flag: 1.55, rx: 48, ry: 11.5 },
  middle: { x: 206, y: 148, flag: 1.1, rx: 29, ry: 6 },
} as const satisfies Record<FlagHole, { x: number; y: number; flag: number; rx: number; ry: number }>;

/** The most balls drawn on the turf. */
const LYING = 30;

interface RangePictureProps {
  /** The holes of this session. */
  holes: readonly FlagHole[];
  /** Dollars; absent until it is known. */
  pot: number | undefined;
  /** Shots of all players that missed or are being sent. */
  taken: number;
  /** Whether a ball is on the tee. */
  teedUp: boolean;
  /** A lower picture without the tee, because a group's players need the space. */
  wide: boolean;
}

export function RangePicture({ holes, pot, taken, teedUp, wide }: RangePictureProps) {
  const words = useWords(gameWords);
  const holeFacts = useHoleFacts();
  // Balls hit before the screen opened lie on the turf. Balls hit since then fly.
  const [lying] = useState(taken);
  const first = Math.max(1, taken - LYING + 1);
  const balls = Array.from({ length: Math.max(0, taken - first + 1) }, (_, index) => first + index);
  const names = holes.map((hole) => `${holeFacts[hole].name}, ${holeFacts[hole].target.toLowerCase()}`).join("; ");
  return (
    <svg
      role="img"
      aria-label={words.range(names)}
      viewBox={wide ? "0 60 400 196" : "0 0 400 300"}
      preserveAspectRatio={wide ? "xMidYMin slice" : "xMidYMax slice"}
      className={wide ? "h-48 w-full shrink-0" : "h-[clamp(12rem,100dvh-34rem,21rem)] w-full shrink-0"}
    >
      <Turf />
      {(["middle", "right", "left"] as const)
        .filter((hole) => holes.includes(hole))
        .map((hole) => (
          <Green key={hole} hole={hole} />
        ))}
      {balls.map((n) => (
        <Ball key={n} n={n} flies={n > lying} />
      ))}
      {(["middle", "right", "left"] as const)
        .filter((hole) => holes.includes(hole))
        .map((hole) => (
          <Pin key={hole} hole={hole} />
        ))}
      {pot !== undefined && holes.includes("middle") && (
        // On short screens the picture's top is cut off; the sign is hidden rather than shown by half.
        <g {...(wide ? {} : { className: "[@media(max-height:44rem)]:hidden" })}>
          <PotSign pot={pot} />
        </g>
      )}
      <TeeMat teedUp={teedUp} />
    </svg>
  );
}

function Green({ hole }: { hole: FlagHole }) {
  const { x, y, rx, ry } = places[hole];
  return (
    <g>
      <ellipse cx={x} cy={y + 1.5} rx={rx + 3} ry={ry + 2} fill="rgb(5 28 19 / 22%)" />
      <ellipse cx={x} cy={y} rx={rx} ry={ry} fill="light-dark(#7cc98f, #2c7a56)" />
      <ellipse cx={x} cy={y - 0.5} rx={rx * 0.72} ry={ry * 0.68} fill="light-dark(#8fd69f, #358a63)" />
      <ellipse cx={x} cy={y} rx={rx * 0.11} ry={ry * 0.16} fill="#07301f" />
    </g>
  );
}

function Pin({ hole }: { hole: FlagHole }) {
  const { x, y, flag: scale } = places[hole];
  return (
    <g transform={`translate(${x} ${y}) scale(${scale}) translate(-13 -43)`}>
      <path d="M13 43l16-3.4" stroke="rgb(5 28 19 / 35%)" strokeWidth="2" strokeLinecap="round" />
      <path d="M13 5v38" stroke="#fdfbf4" strokeWidth="2.2" strokeLinecap="round" />
      <FlagCloth hole={hole} stroke="#fdfbf4" strokeWidth="0.9" strokeLinejoin="round" />
    </g>
  );
}

/** A gold plate that hangs over the middle flag. */
function PotSign({ pot }: { pot: number }) {
  const text = potText(pot);
  const width = text.length * 9.6 + 22;
  const { x } = places.middle;
  return (
    <g transform={`translate(${x + 3} 82)`}>
      <path d="M-5 12h10l-5 7z" fill="#ffcb3d" />
      <rect x={-width / 2} y="-13" width={width} height="26" rx="13" fill="#ffcb3d" />
      <text
        textAnchor="middle"
        y="6"
        fontFamily="var(--font-display)"
        fontWeight="800"
        fontSize="17"
        fill="#2b1d00"
        className="tabular"
      >
        {text}
      </text>
    </g>
  );
}

function TeeMat({ teedUp }: { teedUp: boolean }) {
  return (
    <g>
      <path d="M150 276h100l26 28H124z" fill="#0b3526" />
      <path d="M158 279h84l19 25H139z" fill="#14513a" />
      <ellipse cx={tee.x} cy={tee.y + 8} rx="9" ry="2.6" fill="rgb(5 28 19 / 55%)" />
      {teedUp && (
        <g>
          <path d="M197 286h6l-2 5h-2z" fill="#ffcb3d" />
          <circle cx={tee.x} cy={tee.y} r="7" fill="#ffffff" stroke="rgb(5 28 19 / 30%)" strokeWidth="0.6" />
          <circle cx={tee.x - 2.4} cy={tee.y - 2} r="0.8" fill="#c9d3cc" />
          <circle cx={tee.x + 1.6} cy={tee.y - 3} r="0.8" fill="#c9d3cc" />
          <circle cx={tee.x + 0.2} cy={tee.y + 1} r="0.8" fill="#c9d3cc" />
          <circle cx={tee.x + 3.6} cy={tee.y + 1.6} r="0.8" fill="#c9d3cc" />
        </g>
      )}
    </g>
  );
}
