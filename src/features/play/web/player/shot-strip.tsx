/** The line over Shot Taken: the state of the latest shot, and Undo while it is possible. */
import { CloudCheck, CloudUpload, Undo2 } from "lucide-react";
import { useOnline } from "#platform/web/online.ts";
import { useWords } from "#platform/web/words.ts";
import { gameWords } from "./game-words.ts";
import { ballsShown, undoSeconds } from "./local-shots.ts";
import type { Seat } from "./seats.ts";
import type { Shots } from "./use-shots.ts";

interface ShotStripProps {
  seats: readonly Seat[];
  shots: Shots;
  /** The server's time in milliseconds. */
  now: number;
  /** Undo is not possible after the session. */
  over: boolean;
}

export function ShotStrip({ seats, shots: { shots, undo, undoing }, now, over }: ShotStripProps) {
  const words = useWords(gameWords);
  const online = useOnline();
  const misses = shots.filter(({ claim }) => !claim);
  const latest = misses.at(-1);
  // There is no state to show, and nothing to undo.
  if (!latest && (over || seats.every(({ session }) => ballsShown(session, shots) === 0))) return undefined;
  const saving = misses.filter((shot) => !shot.attempt).length;
  // A claim that waits after the shot may refer to it.
  const row = seats.find(({ session }) => session.id === latest?.sessionId)?.session;
  const seconds = latest && row && !over && latest === shots.at(-1) ? undoSeconds(latest, row, now) : 0;
  const Icon = saving > 0 ? CloudUpload : CloudCheck;
  const whose = latest && (seats.length > 1 ? words.shotOf(latest.playerName) : words.shotNumber(latest.number));
  const waiting = online
    ? saving > 1
      ? words.savingShots(saving)
      : words.saving
    : saving > 1
      ? words.shotsNotSent(saving)
      : words.notSent;
  return (
    // Beside each other on the smallest phone; Undo goes below where text is enlarged.
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-3">
      <p role="status" className="flex min-w-0 flex-1 basis-[8rem] items-center gap-2 text-ink-soft">
        {latest ? (
          <>
            <Icon
              aria-hidden
              className={saving > 0 ? "size-6 shrink-0 animate-shimmer" : "size-6 shrink-0 text-accent"}
            />
            {/* A long name has two lines, the state of the shot is not cut. For several shots their number is shown. */}
            <span className="flex min-w-0 flex-wrap gap-x-1.5 leading-tight">
              {saving < 2 && <span className="line-clamp-2 wrap-anywhere">{whose}:</span>}{" "}
              <span>{saving > 0 ? waiting : words.saved}</span>
            </span>
          </>
        ) : (
          <span>{words.tapAfter}</span>
        )}
      </p>
      {latest && seconds > 0 && (
        <button
          type="button"
          onClick={() => undo(latest)}
          aria-disabled={undoing}
          className="inline-flex min-h-14 shrink-0 items-center gap-2 rounded-2xl border-2 border-edge bg-card px-4 font-semibold hover:border-accent hover:text-accent"
        >
          <Undo2 aria-hidden className="size-6" />
          {undoing ? words.undoing : words.undo}
          <span aria-hidden className="tabular min-w-[1.3em] text-right whitespace-nowrap font-normal text-ink-soft">
            {seconds}
          </span>
        </button>
      )}
    </div>
  );
}
