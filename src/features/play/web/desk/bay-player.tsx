/** One player on the bay board: the clock, the balls, and the steps of staff. */
import { CirclePause, Timer, Users } from "lucide-react";
import type { BayPlayer } from "#features/play/bay-contract.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { clockText } from "#platform/web/ui/clock.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { useOpening } from "#platform/web/ui/opening.ts";
import { BayDialog, type BayStep } from "./bay-dialogs.tsx";
import { isPaused, secondsOn } from "./bay-tile.tsx";
import type { Resume } from "./use-bays.ts";

interface BayPlayerRowProps {
  player: BayPlayer;
  timeZone: string;
  bayCount: number;
  /** The server's moment, in milliseconds since 1970. */
  now: number;
  resume: Resume;
}

export function BayPlayerRow({ player, timeZone, bayCount, now, resume }: BayPlayerRowProps) {
  const dialog = useOpening<BayStep>();
  const paused = isPaused(player, now);
  const seconds = secondsOn(player, now);
  const busy = resume.input?.sessionId === player.sessionId;
  const Icon = paused ? CirclePause : Timer;
  return (
    <li
      aria-label={`${player.playerName}, bay ${player.bayNumber}`}
      className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0"
    >
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 className="text-lg font-bold wrap-anywhere">{player.playerName}</h3>
          <p className="tabular">
            {player.ballCount} of {player.ballsBought} {player.ballsBought === 1 ? "ball" : "balls"} left
          </p>
          {player.players > 1 && (
            <p className="flex items-center gap-1.5 text-ink-soft">
              <Users aria-hidden className="size-4.5" /> Group of {player.players}
            </p>
          )}
          {player.isFreeShot && <p className="text-ink-soft">Free shot{teeTimeText(player.teeTime, timeZone)}</p>}
        </div>
        <p
          className={cx(
            "flex shrink-0 flex-col items-end",
            paused ? "text-gold-text" : seconds <= 60 ? "text-danger" : undefined,
          )}
        >
          <span className="tabular font-display text-3xl leading-none font-extrabold">{clockText(seconds)}</span>
          <span className="mt-1 flex items-center gap-1 font-semibold">
            <Icon aria-hidden className="size-4.5" />
            {paused ? "Paused" : player.status === "balls_finished" ? "Balls played" : "Running"}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {paused ? (
          <Button size="small" busy={busy} onClick={() => void resume.start(player)}>
            Resume
          </Button>
        ) : (
          <Button variant="secondary" size="small" disabled={busy} onClick={() => dialog.open("pause")}>
            Pause
          </Button>
        )}
        <Button variant="secondary" size="small" disabled={busy} onClick={() => dialog.open("extend")}>
          Extend
        </Button>
        <Button variant="secondary" size="small" disabled={busy} onClick={() => dialog.open("move")}>
          Move
        </Button>
      </div>
      <BayDialog key={dialog.times} step={dialog.what} player={player} bayCount={bayCount} onClose={dialog.close} />
    </li>
  );
}

function teeTimeText(teeTime: string | null, timeZone: string): string {
  if (teeTime === null) return "";
  const time = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone });
  return `, tee time ${time.format(new Date(teeTime))}`;
}
