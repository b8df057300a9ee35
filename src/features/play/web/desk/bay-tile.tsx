/** One bay as a tile of the board: free, played in, shared, or with a claim. A tap opens the bay. */
import { Bell, BellRing, CirclePause, Users } from "lucide-react";
import type { BayPlayer } from "#features/play/bay-contract.ts";
import { clockMs } from "#features/play/rules.ts";
import { clockText } from "#platform/web/ui/clock.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { useWords } from "#platform/web/words.ts";
import type { ClaimsAtBays } from "./claims-at-bays.ts";
import { bayBoardWords } from "./words.ts";

interface BayTileProps {
  bay: number;
  players: readonly BayPlayer[];
  claim: ReturnType<ClaimsAtBays["at"]["get"]>;
  /** Without names, where a course has many bays. */
  dense: boolean;
  /** The server's moment, in milliseconds since 1970. */
  now: number;
  onOpen: () => void;
}

/** Whether a player's clock is paused. @param now milliseconds since 1970 */
export function isPaused({ pausedUntil }: BayPlayer, now: number): boolean {
  return pausedUntil !== null && now < Date.parse(pausedUntil);
}

/** Seconds on a player's clock. @param now milliseconds since 1970 */
export function secondsOn({ expiresAt, pausedUntil }: BayPlayer, now: number): number {
  const until = pausedUntil === null ? null : Date.parse(pausedUntil);
  return clockMs({ expiresAt: Date.parse(expiresAt), pausedUntil: until }, now) / 1000;
}

export function BayTile({ bay, players, claim, dense, now, onOpen }: BayTileProps) {
  const words = useWords(bayBoardWords);
  const overlaps = players.some((player) => player.overlaps);
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className={cx(
          "flex w-full flex-col rounded-xl border-2 text-left leading-none",
          dense ? "h-14.5 p-1" : "h-27 p-2.5",
          claim?.rings
            ? "border-gold-strong bg-gold text-on-gold"
            : overlaps
              ? "border-dashed border-blue bg-blue-tint"
              : players.length > 0
                ? "border-accent bg-card"
                : "border-line bg-sunk text-ink-soft",
        )}
      >
        <span className="flex items-center justify-between gap-1 font-bold">
          <span className="tabular">
            <span className="sr-only">{words.bay} </span>
            {bay}
          </span>
          <span className="flex gap-1">
            {overlaps && <Users aria-hidden className="size-4" />}
            {claim &&
              (claim.rings ? <BellRing aria-hidden className="size-4" /> : <Bell aria-hidden className="size-4" />)}
          </span>
        </span>
        {claim?.rings ? (
          <span className="mt-auto flex flex-col gap-0.5">
            <span className={cx("font-extrabold", dense ? "text-sm leading-none tracking-tight" : "text-base")}>
              {words.claim}
            </span>
            <span className="text-sm leading-none font-semibold">{words[claim.rings]}</span>
          </span>
        ) : (
          <InBay players={players} dense={dense} now={now} />
        )}
        {overlaps && <span className="sr-only">{words.shared}</span>}
        {claim && !claim.rings && <span className="sr-only">{words.withClaim}</span>}
      </button>
    </li>
  );
}

/** The clock that ends first, whether any clock here stands still, and the balls of all who play here. */
function InBay({ players, dense, now }: Pick<BayTileProps, "players" | "dense" | "now">) {
  const words = useWords(bayBoardWords);
  const [first, ...others] = players.toSorted((one, other) => secondsOn(one, now) - secondsOn(other, now));
  if (!first) return <span className="mt-auto text-sm">{words.free}</span>;
  const seconds = secondsOn(first, now);
  const paused = isPaused(first, now);
  const anyPaused = paused || others.some((player) => isPaused(player, now));
  const balls = players.reduce((sum, { ballCount }) => sum + ballCount, 0);
  return (
    <span className="mt-auto flex min-w-0 flex-col">
      <span
        className={cx(
          "tabular flex items-center gap-1 font-extrabold",
          dense ? "text-base leading-none" : "font-display text-2xl leading-none",
          paused ? "text-gold-text" : seconds <= 60 && "text-danger",
        )}
      >
        {clockText(seconds)}
        {anyPaused && <CirclePause aria-hidden className="size-4" />}
        {anyPaused && <span className="sr-only">{words.pausedNow}</span>}
      </span>
      <span className="tabular mt-0.5 truncate text-sm leading-tight">{words.balls(balls)}</span>
      {!dense && (
        <span className="truncate text-sm">
          {first.playerName}
          {others.length > 0 && ` +${others.length}`}
        </span>
      )}
    </span>
  );
}
