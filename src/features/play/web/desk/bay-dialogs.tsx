/** The dialogs of the bay board: pause, extend and move, each with its reason. */
import { useRef } from "react";
import { type BayPlayer, bayRoutes } from "#features/play/bay-contract.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { Chips, fillIn } from "#platform/web/ui/chips.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { useWords } from "#platform/web/words.ts";
import { bayToast } from "./use-bays.ts";
import { type BayWords, bayBoardWords } from "./words.ts";

export type BayStep = "pause" | "extend" | "move";

interface BayDialogProps {
  /** The step that is open, if any. */
  step: BayStep | undefined;
  player: BayPlayer;
  bayCount: number;
  onClose: () => void;
}

const routes = { pause: bayRoutes.pauseSession, extend: bayRoutes.extendSession, move: bayRoutes.moveSession };
type StepRoute = (typeof routes)[BayStep];

/** A tap writes one into the field: the reason is kept in the language of whoever gave it. */
export function usualReasons(step: BayStep, words: BayWords): readonly string[] {
  return step === "move"
    ? [words.wrongBay, words.matBroken, words.askedForOther]
    : [words.lightning, words.machineStuck, words.picking, words.matBroken];
}

const titles = { pause: "pauseAsk", extend: "extendAsk", move: "moveAsk" } as const;

/** Give it a new key at each opening: its fields then start blank. */
export function BayDialog({ step, player, bayCount, onClose }: BayDialogProps) {
  const words = useWords(bayBoardWords);
  const reason = useRef<HTMLInputElement>(null);
  const shown = step ?? "pause";
  const form = useContractForm<StepRoute>(routes[shown], {
    params: { id: player.sessionId },
    // The server refuses the second of two extensions at once.
    also: shown === "extend" ? { expiresAt: player.expiresAt } : {},
    done: (_, { minutes, bayNumber }) =>
      bayToast(
        {
          pause: words.clockPaused,
          extend: words.minutesAdded(Number(minutes)),
          move: words.movedTo(bayNumber ?? ""),
        }[shown],
        player,
      ),
    failed: words.unchanged,
    changes: [bayRoutes.getBays],
    onDone: onClose,
  });

  return (
    <FormDialog
      form={form}
      open={step !== undefined}
      title={words[titles[shown]]}
      about={aboutOf(shown, player, words)}
      action={words[shown]}
      onClose={onClose}
    >
      {shown === "extend" && <NumberField {...form.field("minutes")} label={words.minutes} start={10} most={120} />}
      {shown === "move" && <NumberField {...form.field("bayNumber")} label={words.newBay} most={bayCount} />}
      <Chips
        label={words.usualReasons}
        answers={usualReasons(shown, words)}
        onPick={(picked) => fillIn(reason.current, picked)}
      />
      <TextField
        label={words.reason}
        {...form.field("reason")}
        ref={reason}
        required
        autoComplete="off"
        maxLength={300}
      />
    </FormDialog>
  );
}

function aboutOf(step: BayStep, { playerName, bayNumber, players }: BayPlayer, words: BayWords): string {
  const who = words.who(playerName, bayNumber);
  const all = players > 1 ? words.groupClock(players) : "";
  if (step === "pause") return `${who}${all}${words.pauseAbout}`;
  if (step === "extend") return `${who}${all}`;
  return `${who}${players > 1 ? words.groupStays : ""}${words.claimsStay}`;
}

interface NumberFieldProps {
  label: string;
  name: string;
  start?: number;
  error: string | undefined;
  most: number;
}

function NumberField({ start, most, ...field }: NumberFieldProps) {
  const words = useWords(bayBoardWords);
  return (
    <TextField
      {...field}
      required
      inputMode="numeric"
      autoComplete="off"
      hint={words.upTo(most)}
      defaultValue={start}
    />
  );
}
