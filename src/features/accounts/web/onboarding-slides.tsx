/** The five slides: their words (spec, section 2) and their drawings. Drawings stand on the green band. */
import type { ReactNode } from "react";
import { flagShapes, holeFacts, type FlagHole } from "#platform/web/ui/flag.tsx";

interface Slide {
  title: string;
  text: string;
  art: ReactNode;
}

const turf = { far: "#2f8557", near: "#3b9665", dark: "#07301f" };
const line = "#fdfbf4";

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden viewBox="0 0 320 240" className="h-full max-h-80 w-full">
      {children}
    </svg>
  );
}

function Pin({ hole, x, y, scale }: { hole: FlagHole; x: number; y: number; scale: number }) {
  const flag = flagShapes[hole];
  return (
    <g transform={`translate(${x} ${y}) scale(${scale}) translate(-13 -43)`}>
      <ellipse cx="13" cy="43" rx="9" ry="2.6" fill={turf.dark} />
      <path d="M13 5v38" stroke={line} strokeWidth="2.2" strokeLinecap="round" />
      <path d={flag.path} fill={flag.fill} />
      <text x={flag.letterX} y={flag.letterY} textAnchor="middle" fontFamily="var(--font-display)" fontWeight="800" fontSize="15" fill={flag.ink}>
        {holeFacts[hole].letter}
      </text>
    </g>
  );
}

function Ball({ x, y, r = 10 }: { x: number; y: number; r?: number }) {
  return (
    <g>
      <circle cx={x} cy={y} r={r} fill={line} />
      <g fill="#c9cfc4">
        <circle cx={x - r * 0.3} cy={y - r * 0.3} r={r * 0.12} />
        <circle cx={x + r * 0.2} cy={y - r * 0.35} r={r * 0.12} />
        <circle cx={x + r * 0.4} cy={y + r * 0.1} r={r * 0.12} />
        <circle cx={x} cy={y + r * 0.1} r={r * 0.12} />
      </g>
    </g>
  );
}

export const slides: readonly Slide[] = [
  {
    title: "Hole in 1",
    text: "One swing from the driving range can win local prizes, or the whole jackpot.",
    art: (
      <Drawing>
        <circle cx="226" cy="74" r="54" fill="#ffcb3d" opacity=".16" />
        <circle cx="226" cy="74" r="36" fill="#ffcb3d" opacity=".22" />
        <path d="M0 196c70-44 210-52 320-20v64H0z" fill={turf.far} />
        <path d="M0 216c90-30 220-30 320-12v36H0z" fill={turf.near} />
        <path d="M52 210Q120 20 222 168" fill="none" stroke={line} strokeWidth="3" strokeDasharray="1 10" strokeLinecap="round" />
        <Pin hole="middle" x={232} y={184} scale={3} />
        <Ball x={52} y={208} r={11} />
      </Drawing>
    ),
  },
  {
    title: "1 Find a Course",
    text: "Pick a range near you and see how high its jackpot stands right now.",
    art: (
      <Drawing>
        <path d="M34 58l82-26 88 30 82-26v150l-82 26-88-30-82 26z" fill={turf.far} />
        <path d="M116 32l88 30v150l-88-30z" fill={turf.near} />
        <path d="M60 170q50-60 96-22t104-66" fill="none" stroke={line} strokeWidth="3" strokeDasharray="1 10" strokeLinecap="round" />
        <path d="M198 28a38 38 0 0 1 38 38c0 28-38 62-38 62s-38-34-38-62a38 38 0 0 1 38-38z" fill="#ffcb3d" />
        <circle cx="198" cy="66" r="15" fill="#0b4531" />
        <circle cx="82" cy="148" r="10" fill={line} />
        <circle cx="258" cy="150" r="10" fill={line} />
      </Drawing>
    ),
  },
  {
    title: "2 Select Your Package",
    text: "A few balls from $3, alone or with up to three friends. Tell us your bay and you are set.",
    art: (
      <Drawing>
        <rect x="44" y="52" width="232" height="64" rx="18" fill={line} />
        <rect x="44" y="132" width="232" height="64" rx="18" fill="#ffcb3d" />
        <Ball x={80} y={84} r={14} />
        <Ball x={104} y={84} r={14} />
        <g stroke="#0b4531" strokeWidth="2" fill="none">
          <circle cx="80" cy="84" r="14" />
          <circle cx="104" cy="84" r="14" />
        </g>
        <text x="256" y="93" textAnchor="end" fontFamily="var(--font-display)" fontWeight="800" fontSize="28" fill="#0b4531">
          $3
        </text>
        {[80, 100, 120, 140].map((x) => (
          <g key={x} stroke="#2b1d00" strokeWidth="2">
            <circle cx={x} cy="164" r="14" fill={line} />
          </g>
        ))}
        <text x="256" y="173" textAnchor="end" fontFamily="var(--font-display)" fontWeight="800" fontSize="28" fill="#2b1d00">
          $5
        </text>
      </Drawing>
    ),
  },
  {
    title: "3 Hit Your Shot",
    text: "Three flags, one clock. Left and right win sponsored prizes, the middle wins the cash jackpot.",
    art: (
      <Drawing>
        <path d="M0 150c100-40 220-40 320 0v90H0z" fill={turf.far} />
        <path d="M160 130L60 240h200z" fill={turf.near} />
        <Pin hole="left" x={66} y={176} scale={2.3} />
        <Pin hole="right" x={254} y={166} scale={2} />
        <Pin hole="middle" x={160} y={140} scale={1.7} />
        <Ball x={160} y={218} r={12} />
      </Drawing>
    ),
  },
  {
    title: "4 Claim Your Prize",
    text: "Holed it? Claim in the app within 10 minutes. We contact you within one full business day.",
    art: (
      <Drawing>
        <path d="M110 46h100v34c0 40-20 68-50 68s-50-28-50-68z" fill="#ffcb3d" />
        <path d="M110 58H76c0 36 12 54 42 58M210 58h34c0 36-12 54-42 58" fill="none" stroke="#ffcb3d" strokeWidth="10" strokeLinecap="round" />
        <path d="M160 148v30M124 190h72" stroke="#ffcb3d" strokeWidth="14" strokeLinecap="round" />
        <Ball x={160} y={86} r={22} />
        <g fill={line}>
          <path d="M62 30l4 10 10 4-10 4-4 10-4-10-10-4 10-4zM262 140l4 10 10 4-10 4-4 10-4-10-10-4 10-4zM270 24l3 7 7 3-7 3-3 7-3-7-7-3 7-3z" />
        </g>
      </Drawing>
    ),
  },
];
