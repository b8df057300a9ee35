/** The dialogs of the bay board: pause, extend and move, each with its reason. */
import { useId, useState, type ReactNode } from "react";
import { type BayPlayer, bayRoutes } from "#features/play/bay-contract.ts";
import { check, type Problems } from "#platform/web/form.ts";
import { TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import type { BaySteps } from "./use-bays.ts";

export type BayStep = "pause" | "extend" | "move";

interface BayDialogProps {
  /** The step that is open, if any. */
  step: BayStep | undefined;
  player: BayPlayer;
  bayCount: number;
  steps: BaySteps;
  onClose: () => void;
}

const reasons = ["Lightning", "Ball machine stuck", "Range closed for picking", "Mat or screen broken", "Wrong bay"];

const labels = {
  pause: { title: "Pause the clock?", action: "Pause" },
  extend: { title: "Give more minutes?", action: "Extend" },
  move: { title: "Move to another bay?", action: "Move" },
} as const;

/** Give it a new key at each opening: its fields then start blank. */
export function BayDialog({ step, player, bayCount, steps, onClose }: BayDialogProps) {
  const list = useId();
  const [problems, setProblems] = useState<Problems>({});
  const shown = step ?? "pause";

  async function submit(values: Record<string, string>) {
    if (step === undefined) return;
    const route = { pause: bayRoutes.pauseSession, extend: bayRoutes.extendSession, move: bayRoutes.moveSession }[step];
    const checked = check(route.body, values);
    setProblems(checked.ok ? {} : checked.problems);
    if (!checked.ok) return;
    const given = checked.value;
    const done =
      "minutes" in given
        ? await steps.extend(player, given.minutes, given.reason)
        : "bayNumber" in given
          ? await steps.move(player, given.bayNumber, given.reason)
          : await steps.pause(player, given.reason);
    if (done) onClose();
  }

  return (
    <FormDialog
      open={step !== undefined}
      title={labels[shown].title}
      about={aboutOf(shown, player)}
      action={labels[shown].action}
      busy={steps.busy === player.sessionId}
      onClose={onClose}
      onSubmit={(values) => void submit(values)}
    >
      {shown === "extend" && <NumberField label="Minutes" name="minutes" start={10} most={120} problems={problems} />}
      {shown === "move" && <NumberField label="New bay" name="bayNumber" most={bayCount} problems={problems} />}
      <TextField
        label="Reason"
        name="reason"
        required
        autoComplete="off"
        maxLength={300}
        list={list}
        error={problems["reason"]}
      />
      <datalist id={list}>
        {reasons.map((reason) => (
          <option key={reason}>{reason}</option>
        ))}
      </datalist>
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
  most: number;
  problems: Problems;
}

function NumberField({ label, name, start, most, problems }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      name={name}
      required
      inputMode="numeric"
      autoComplete="off"
      hint={`1 to ${most}`}
      defaultValue={start}
      error={problems[name]}
    />
  );
}
