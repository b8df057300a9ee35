/** The dialogs of the bay board: pause, extend and move, each with its reason. */
import { useRef, type ReactNode } from "react";
import { type BayPlayer, bayRoutes } from "#features/play/bay-contract.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { randomId } from "#platform/web/random-id.ts";
import { Chips, fillIn } from "#platform/web/ui/chips.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { bayToast } from "./use-bays.ts";

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

const heldUp = ["Lightning", "Ball machine stuck", "Range closed for picking", "Mat or screen broken"];
export const usualReasons: Readonly<Record<BayStep, readonly string[]>> = {
  pause: heldUp,
  extend: heldUp,
  move: ["Wrong bay", "Mat or screen broken", "Asked for another bay"],
};

const labels = {
  pause: { title: "Pause the clock?", action: "Pause" },
  extend: { title: "Give more minutes?", action: "Extend" },
  move: { title: "Move to another bay?", action: "Move" },
} as const;

/** Give it a new key at each opening: its fields then start blank. */
export function BayDialog({ step, player, bayCount, onClose }: BayDialogProps) {
  const reason = useRef<HTMLInputElement>(null);
  const shown = step ?? "pause";
  const form = useContractForm<StepRoute>(routes[shown], {
    params: { id: player.sessionId },
    idempotencyKey: randomId,
    // The server refuses the second of two extensions at once.
    also: shown === "extend" ? { expiresAt: player.expiresAt } : {},
    done: (_, { minutes, bayNumber }) =>
      bayToast(
        {
          pause: "Clock paused",
          extend: `${minutes} ${Number(minutes) === 1 ? "minute" : "minutes"} added`,
          move: `Moved to bay ${bayNumber}`,
        }[shown],
        player,
      ),
    failed: "Nothing was changed",
    changes: [bayRoutes.getBays],
    onDone: onClose,
  });

  return (
    <FormDialog
      form={form}
      open={step !== undefined}
      title={labels[shown].title}
      about={aboutOf(shown, player)}
      action={labels[shown].action}
      onClose={onClose}
    >
      {shown === "extend" && <NumberField {...form.field("minutes")} label="Minutes" start={10} most={120} />}
      {shown === "move" && <NumberField {...form.field("bayNumber")} label="New bay" most={bayCount} />}
      <Chips label="Usual reasons" answers={usualReasons[shown]} onPick={(picked) => fillIn(reason.current, picked)} />
      <TextField label="Reason" {...form.field("reason")} ref={reason} required autoComplete="off" maxLength={300} />
    </FormDialog>
  );
}

function aboutOf(step: BayStep, { playerName, bayNumber, players }: BayPlayer): ReactNode {
  const who = `${playerName}, bay ${bayNumber}.`;
  const all = players > 1 ? ` All ${players} of the group share one clock.` : "";
  if (step === "pause") return `${who}${all} It goes on when you resume it, and by itself after two hours.`;
  if (step === "extend") return `${who}${all}`;
  return `${who} ${players > 1 ? "The others of the group stay where they are. " : ""}Claims that were made stay with this bay.`;
}

interface NumberFieldProps {
  label: string;
  name: string;
  start?: number;
  error: string | undefined;
  most: number;
}

function NumberField({ start, most, ...field }: NumberFieldProps) {
  return (
    <TextField {...field} required inputMode="numeric" autoComplete="off" hint={`1 to ${most}`} defaultValue={start} />
  );
}
