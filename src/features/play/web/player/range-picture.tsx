/** The range as the golfer sees it from the bay: three greens with their flags, and the pot over the middle one. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Claim } from "#features/play/contract.ts";
import { cx } from "#platform/web/ui/cx.ts";
import { FlagCloth, type FlagHole, useHoleFacts } from "#platform/web/ui/flag.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { useWords } from "#platform/web/words.ts";
import { Ball } from "./ball.tsx";
import { gameWords } from "./game-words.ts";
import { landing, tee } from "./ball-places.ts";
import { places } from "./flag-places.ts";
import { Turf } from "./turf.tsx";

// After the first picture, like the pot itself.
const PotSign = late(async () => (await import("./pot-sign.tsx")).PotSign, { idle: true });

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
  /** The session's claims: a new one's ball flies into its cup. */
  claims: readonly Pick<Claim, "id" | "targetHole">[];
  /** Starts the claim for the flag that was tapped; absent when nothing can be claimed. */
  onFlag: ((hole: FlagHole) => void) | undefined;
}

export function RangePicture({ holes, pot, taken, teedUp, wide, claims, onFlag }: RangePictureProps) {
  const words = useWords(gameWords);
  const holeFacts = useHoleFacts();
  // Balls hit before the screen opened lie on the turf. Balls hit since then fly.
  const [lying] = useState(taken);
  const [before] = useState(() => new Set(claims.map(({ id }) => id)));
  const made = claims.filter(({ id }) => !before.has(id));
  const picture = useRef<SVGSVGElement>(null);
  const tap = useEffectEvent(({ target }: Event) => {
    const flag = target instanceof Element ? target.closest("[data-hole]")?.getAttribute("data-hole") : undefined;
    const hole = holes.find((one) => one === flag);
    if (hole) onFlag?.(hole);
  });
  // A short cut for fingers only: keys and screen readers have the button, which does the same.
  useEffect(() => {
    const svg = picture.current;
    const listen = (event: Event) => tap(event);
    svg?.addEventListener("click", listen);
    return () => svg?.removeEventListener("click", listen);
  }, []);
  const first = Math.max(1, taken - LYING + 1);
  const balls = Array.from({ length: Math.max(0, taken - first + 1) }, (_, index) => first + index);
  const names = holes.map((hole) => `${holeFacts[hole].name}, ${holeFacts[hole].target.toLowerCase()}`).join("; ");
  const shown = (["middle", "right", "left"] as const).filter((hole) => holes.includes(hole));
  return (
    <svg
      ref={picture}
      role="img"
      aria-label={words.range(names)}
      viewBox="0 0 400 300"
      preserveAspectRatio="xMidYMax slice"
      className={cx(
        "w-full shrink-0 short:-mb-20 short:h-[calc(clamp(7rem,100dvh-36rem,21rem)+5rem)] low:absolute low:inset-y-0 low:left-0 low:h-full! low:mb-0! low:w-1/2",
        // The tee goes below what follows: on short screens, and always for a group. The flags stay.
        wide ? "-mb-16 h-[calc(clamp(7rem,100dvh-34rem,12rem)+4rem)]" : "h-[clamp(7rem,100dvh-36rem,21rem)]",
      )}
    >
      {/* Half of a phone on its side is narrower than the picture: smaller, it has all flags, and more sky. */}
      <g className="low:origin-[200px_300px] low:[transform:scale(.8)]">
        <Turf />
        {shown.map((hole) => (
          <Green key={hole} hole={hole} />
        ))}
        {balls.map((n) => (
          <Ball key={n} rest={landing(n)} flies={n > lying} />
        ))}
        {made.map(({ id, targetHole }) => (
          <Ball key={id} rest={places[targetHole]} flies sinks />
        ))}
        {shown.map((hole) => (
          <Pin
            key={hole}
            hole={hole}
            waves={made.some(({ targetHole }) => targetHole === hole)}
            taps={onFlag !== undefined}
          />
        ))}
        {pot !== undefined && holes.includes("middle") && (
          // On short screens the picture's top is cut off; the sign is hidden rather than shown by half.
          <g className="short:hidden low:inline!">
            <PotSign pot={pot} />
          </g>
        )}
        <TeeMat teedUp={teedUp} />
      </g>
    </svg>
  );
}

function Green({ hole }: { hole: FlagHole }) {
  const { x, y, rx, ry } = places[hole];
  return (
    <g>
      <ellipse cx={x} cy={y + 1.5} rx={rx + 3} ry={ry + 2} fill="rgb(5 28 19 / 22%)" />
      <ellipse cx={x} cy={y} rx={rx} ry={ry} fill="var(--fringe)" />
      <ellipse cx={x} cy={y - 0.5} rx={rx * 0.72} ry={ry * 0.68} fill="var(--green)" />
      <ellipse cx={x} cy={y} rx={rx * 0.11} ry={ry * 0.16} fill="#07301f" />
    </g>
  );
}

function Pin({ hole, waves, taps }: { hole: FlagHole; waves: boolean; taps: boolean }) {
  const { x, y, flag: scale } = places[hole];
  return (
    <g
      data-hole={hole}
      className={taps ? "cursor-pointer" : ""}
      transform={`translate(${x} ${y}) scale(${scale}) translate(-13 -43)`}
    >
      {/* A finger is wider than a pole. */}
      <rect x={22 - 30 / scale} y={2 - 12 / scale} width={60 / scale} height={46 + 24 / scale} fill="transparent" />
      <path d="M13 43l16-3.4" stroke="rgb(5 28 19 / 35%)" strokeWidth="2" strokeLinecap="round" />
      <path d="M13 5v38" stroke="#fdfbf4" strokeWidth="2.2" strokeLinecap="round" />
      <g className={waves ? "animate-wave" : ""}>
        <FlagCloth hole={hole} stroke="#fdfbf4" strokeWidth="0.9" strokeLinejoin="round" />
      </g>
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
        </g>
      )}
    </g>
  );
}
