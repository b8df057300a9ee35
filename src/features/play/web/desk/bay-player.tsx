/** One player on the bay board: the clock, the balls, and the steps of staff. */
import { CirclePause, Timer, Users } from "lucide-react";
import type { BayPlayer } from "#features/play/bay-contract.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { clockText } from "#platform/web/ui/clock.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { useOpening } from "#platform/web/ui/opening.ts";
import { timeText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { BayDialog, type BayStep } from "./bay-dialogs.tsx";
import { isPaused, secondsOn } from "./bay-tile.tsx";
import type { Resume } from "./use-bays.ts";
import { bayBoardWords } from "./words.ts";

interface BayPlayerRowProps {
  player: BayPlayer;
  timeZone: string;
  bayCount: number;
  /** The server's moment, in milliseconds since 1970. */
  now: number;
  resume: Resume;
}

export function BayPlayerRow({ player, timeZone, bayCount, now, resume }: BayPlayerRowProps) {
  const words = useWords(bayBoardWords);
  const [language] = useLanguage();
  const dialog = useOpening<BayStep>();
  const paused = isPaused(player, now);
  const seconds = secondsOn(player, now);
  const busy = resume.input?.sessionId === player.sessionId;
  const Icon = paused ? CirclePause : Timer;
  return (
    <li
      aria-label={words.playerAt(player.playerName, player.bayNumber)}
      className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0"
    >
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 className="text-lg font-bold wrap-anywhere">{player.playerName}</h3>
          <p className="tabular">{words.ballsLeft(player.ballCount, player.ballsBought)}</p>
          {player.players > 1 && (
            <p className="flex items-center gap-1.5 text-ink-soft">
              <Users aria-hidden className="size-4.5" /> {words.group(player.players)}
            </p>
          )}
          {player.isFreeShot && (
            <p className="text-ink-soft">
              {words.freeShot}
              {player.teeTime !== null && words.teeTime(timeText(player.teeTime, timeZone, language))}
            </p>
          )}
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
            {paused ? words.paused : player.status === "balls_finished" ? words.played : words.running}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {paused ? (
          <Button size="small" busy={busy} onClick={() => void resume.start(player)}>
            {words.resume}
          </Button>
        ) : (
          <Button variant="secondary" size="small" disabled={busy} onClick={() => dialog.open("pause")}>
            {words.pause}
          </Button>
        )}
        <Button variant="secondary" size="small" disabled={busy} onClick={() => dialog.open("extend")}>
          {words.extend}
        </Button>
        <Button variant="secondary" size="small" disabled={busy} onClick={() => dialog.open("move")}>
          {words.move}
        </Button>
      </div>
      <BayDialog key={dialog.times} step={dialog.what} player={player} bayCount={bayCount} onClose={dialog.close} />
    </li>
  );
}
