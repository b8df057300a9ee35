/** Pauses the clocks of all bays, as for lightning, and lets them run again. */
import { useState } from "react";
import { type BayPlayer, bayRoutes } from "#features/play/bay-contract.ts";
import { groupBy } from "#platform/shared/groups.ts";
import { useAction } from "#platform/web/action.ts";
import { ApiError, call, messageOf } from "#platform/web/api.ts";
import { randomId } from "#platform/web/random-id.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Chips } from "#platform/web/ui/chips.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { useOpening } from "#platform/web/ui/opening.ts";
import type { ToastText } from "#platform/web/ui/toast.tsx";
import { useWords } from "#platform/web/words.ts";
import { usualReasons } from "./bay-dialogs.tsx";
import { isPaused } from "./bay-tile.tsx";
import { type BayWords, bayBoardWords } from "./words.ts";

type Step = "pause" | "resume";

/** Refusals that mean that somebody else has done it already. */
const alreadyDone: Readonly<Record<Step, string>> = { pause: "bays.paused", resume: "bays.not_paused" };

interface AllBaysProps {
  players: readonly BayPlayer[];
  /** The server's moment, in milliseconds since 1970. */
  now: number;
}

export function AllBays({ players, now }: AllBaysProps) {
  const words = useWords(bayBoardWords);
  const dialog = useOpening<Step>();
  // One player of each purchase, because a purchase has one clock.
  const clocks = [...groupBy(players, ({ mainSessionId }) => mainSessionId).values()].flatMap(([first]) => first ?? []);
  const of: Readonly<Record<Step, BayPlayer[]>> = {
    pause: clocks.filter((player) => !isPaused(player, now)),
    resume: clocks.filter((player) => isPaused(player, now)),
  };
  return (
    <>
      <Button variant="secondary" size="small" disabled={of.pause.length === 0} onClick={() => dialog.open("pause")}>
        {words.pauseAll}
      </Button>
      {of.resume.length > 0 && (
        <Button variant="secondary" size="small" onClick={() => dialog.open("resume")}>
          {words.resumeAll}
        </Button>
      )}
      <AllBaysDialog key={dialog.times} step={dialog.what} clocks={of[dialog.what ?? "pause"]} onClose={dialog.close} />
    </>
  );
}

interface AllBaysDialogProps {
  step: Step | undefined;
  /** A player of each purchase. */
  clocks: readonly BayPlayer[];
  onClose: () => void;
}

/** Give it a new key at each opening: the reason is then the usual one. */
function AllBaysDialog({ step, clocks, onClose }: AllBaysDialogProps) {
  const words = useWords(bayBoardWords);
  const [reason, setReason] = useState<string>(words.lightning);
  const shown = step ?? "pause";
  const { start, busy } = useAction({
    run: () => Promise.allSettled(clocks.map((player) => change(shown, player, reason.trim()))),
    done: (results) => outcome(shown, clocks, results, words),
    changes: [bayRoutes.getBays],
    onDone: onClose,
  });
  return (
    <ActionDialog
      open={step !== undefined}
      title={shown === "pause" ? words.pauseAllAsk : words.resumeAllAsk}
      action={shown === "pause" ? words.pauseClocks(clocks.length) : words.resumeClocks(clocks.length)}
      disabled={clocks.length === 0 || (shown === "pause" && reason.trim() === "")}
      busy={busy}
      onClose={onClose}
      onAct={() => void start()}
    >
      {shown === "resume" ? (
        <p>{words.resumeAllAbout}</p>
      ) : (
        <div className="flex flex-col gap-5">
          <p>{words.pauseAllAbout}</p>
          <Chips label={words.usualReasons} answers={usualReasons("pause", words)} onPick={setReason} />
          <TextField
            label={words.reason}
            required
            autoComplete="off"
            maxLength={300}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </div>
      )}
    </ActionDialog>
  );
}

async function change(step: Step, { sessionId }: BayPlayer, reason: string): Promise<void> {
  const send = { params: { id: sessionId }, idempotencyKey: randomId() };
  try {
    if (step === "pause") await call(bayRoutes.pauseSession, { ...send, body: { reason } });
    else await call(bayRoutes.resumeSession, send);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === alreadyDone[step])) throw error;
  }
}

function outcome(
  step: Step,
  clocks: readonly BayPlayer[],
  results: readonly PromiseSettledResult<void>[],
  words: BayWords,
): ToastText {
  const failed = results.flatMap((result, at) =>
    result.status === "rejected" ? [{ bay: clocks[at]?.bayNumber, why: messageOf(result.reason) }] : [],
  );
  const [done, undone] =
    step === "pause" ? [words.clocksPaused, words.notPaused] : [words.clocksRunning, words.notRunning];
  if (failed.length === 0) return { title: done(clocks.length) };
  return {
    title: undone(failed.length, clocks.length),
    description: words.failedAt(failed.map(({ bay }) => bay).join(", "), failed[0]?.why ?? ""),
    variant: "error",
    duration: 5000,
  };
}
