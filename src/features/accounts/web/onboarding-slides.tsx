/** The five slides: their words' names and their drawings. Drawings stand on the green band. */
import type { ReactNode } from "react";
import { FlagCloth, type FlagHole } from "#platform/web/ui/flag.tsx";

interface Slide {
  title: `title${1 | 2 | 3 | 4 | 5}`;
  text: `text${1 | 2 | 3 | 4 | 5}`;
  art: ReactNode;
}

const turf = { far: "#2f8557", near: "#3b9665", dark: "#07301f" };
const line = "#fdfbf4";

/** A postcard of the range at dusk with the subject in front, on a 360 x 360 grid. */
function Postcard({ ground = 250, children }: { ground?: number; children: ReactNode }) {
  return (
    <svg aria-hidden viewBox="0 0 360 360" className="absolute inset-0 size-full">
      <defs>
        <linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0b3c49" />
          <stop offset=".42" stopColor="#2b7f78" />
          <stop offset=".64" stopColor="#f3cf7a" />
        </linearGradient>
      </defs>
      <rect x="-200" y="-200" width="760" height="760" fill="#0b3c49" />
      <rect x="-200" y="0" width="760" height="360" fill="url(#dusk)" />
      <circle cx="96" cy={ground - 44} r="40" fill="#ffdf93" />
      <path
        transform={`translate(0 ${ground - 250})`}
        d="M-200 236q26-30 64-14 24-34 66-14 34-28 70-2 34-36 72-6 28-30 66-4 36-34 74-6 30-28 66 0 40-32 78 0 34-26 70 6 30-20 60 4v60h-700z"
        fill="#123f2e"
      />
      <path transform={`translate(0 ${ground - 250})`} d="M-200 262q380-52 760-8v400h-760z" fill={turf.far} />
      <path transform={`translate(0 ${ground - 250})`} d="M-200 300q380-44 760 0v400h-760z" fill={turf.near} />
      {children}
    </svg>
  );
}

function Pin({ hole, x, y, scale }: { hole: FlagHole; x: number; y: number; scale: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale}) translate(-13 -43)`}>
      <ellipse cx="13" cy="43" rx="9" ry="2.6" fill={turf.dark} />
      <path d="M13 5v38" stroke={line} strokeWidth="2.2" strokeLinecap="round" />
      <FlagCloth hole={hole} />
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
    title: "title1",
    text: "text1",
    art: (
      <Postcard>
        <path
          d="M64 316Q128 60 228 288"
          fill="none"
          stroke={line}
          strokeWidth="3.5"
          strokeDasharray="1 11"
          strokeLinecap="round"
        />
        <Pin hole="middle" x={238} y={300} scale={3.6} />
        <Ball x={62} y={318} r={14} />
      </Postcard>
    ),
  },
  {
    title: "title2",
    text: "text2",
    art: (
      <Postcard ground={300}>
        <g transform="translate(20 52)">
          <path d="M34 58l82-26 88 30 82-26v150l-82 26-88-30-82 26z" fill="#e9e4d1" />
          <path d="M116 32l88 30v150l-88-30z" fill={line} />
          <path
            d="M60 170q50-60 96-22t104-66"
            fill="none"
            stroke="#0b4531"
            strokeWidth="3.5"
            strokeDasharray="1 10"
            strokeLinecap="round"
          />
          <path d="M198 8a44 44 0 0 1 44 44c0 34-44 74-44 74s-44-40-44-74a44 44 0 0 1 44-44z" fill="#ffcb3d" />
          <circle cx="198" cy="52" r="18" fill="#0b4531" />
          <circle cx="82" cy="152" r="9" fill="#0b4531" />
          <circle cx="258" cy="150" r="9" fill="#0b4531" />
        </g>
      </Postcard>
    ),
  },
  {
    title: "title3",
    text: "text3",
    art: (
      <Postcard ground={290}>
        <Offer y={92} balls={2} fill={line} />
        <Offer y={188} balls={4} fill="#ffcb3d" flag />
      </Postcard>
    ),
  },
  {
    title: "title4",
    text: "text4",
    art: (
      <Postcard ground={220}>
        <path d="M180 236L70 400h220z" fill={turf.far} />
        <Pin hole="left" x={64} y={286} scale={2.9} />
        <Pin hole="right" x={276} y={272} scale={2.5} />
        <Pin hole="middle" x={176} y={238} scale={2.1} />
        <Ball x={180} y={334} r={15} />
      </Postcard>
    ),
  },
  {
    title: "title5",
    text: "text5",
    art: (
      <Postcard ground={270}>
        <circle cx="180" cy="168" r="128" fill="#ffcb3d" opacity=".18" />
        <circle cx="180" cy="168" r="96" fill="#ffcb3d" opacity=".2" />
        <g transform="translate(-12 24) scale(1.2)">
          <path d="M110 46h100v34c0 40-20 68-50 68s-50-28-50-68z" fill="#ffcb3d" />
          <path
            d="M110 58H76c0 36 12 54 42 58M210 58h34c0 36-12 54-42 58"
            fill="none"
            stroke="#ffcb3d"
            strokeWidth="10"
            strokeLinecap="round"
          />
          <path d="M160 148v30M124 190h72" stroke="#ffcb3d" strokeWidth="14" strokeLinecap="round" />
          <Ball x={160} y={86} r={22} />
        </g>
        <path
          d="M62 60l5 13 13 5-13 5-5 13-5-13-13-5 13-5zM300 190l5 13 13 5-13 5-5 13-5-13-13-5 13-5zM292 44l4 9 9 4-9 4-4 9-4-9-9-4 9-4z"
          fill={line}
        />
      </Postcard>
    ),
  },
];

/** A package as a ticket. */
/** A package: its balls, and a flag where the jackpot is among its prizes. Prices are each course's own. */
function Offer({ y, balls, fill, flag = false }: { y: number; balls: number; fill: string; flag?: boolean }) {
  return (
    <g>
      <rect x="52" y={y} width="256" height="76" rx="22" fill={fill} />
      {Array.from({ length: balls }, (_, index) => (
        <circle key={index} cx={92 + index * 22} cy={y + 38} r="16" fill={line} stroke="#2b1d00" strokeWidth="2.5" />
      ))}
      <path d={`M262 ${y + 60}V${y + 16}`} stroke="#2b1d00" strokeWidth="4" strokeLinecap="round" />
      <path d={`M264 ${y + 16}h24l-8 9 8 9h-24z`} fill={flag ? "#0b4531" : "#1f5fa8"} />
    </g>
  );
}
