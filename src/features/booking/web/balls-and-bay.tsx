import { Stepper } from "#platform/web/ui/stepper.tsx";
import { useWords } from "#platform/web/words.ts";
import { groupWords } from "./group-words.ts";

interface Place<Value> {
  /** The label that names the player. */
  label: string;
  value: Value;
  max: number;
}

interface BallsAndBayProps {
  balls: Place<number>;
  bay: Place<number | undefined>;
  onChange: (change: { ballCount: number } | { bayNumber: number | undefined }) => void;
}

/** A player of a group: the name over balls and bay; in landscape beside them. */
export const rowLooks = "flex flex-col gap-2 py-4 last:pb-0 low:flex-row low:items-start low:gap-6";

/** The balls and the bay of one player of a group, side by side. */
export function BallsAndBay({ balls, bay, onChange }: BallsAndBayProps) {
  const words = useWords(groupWords);
  return (
    <div className="grid grid-cols-2 gap-2 low:flex-1">
      <Stepper {...balls} short={words.balls} onChange={(count) => onChange({ ballCount: count ?? 0 })} />
      <Stepper {...bay} short={words.bay} onChange={(bayNumber) => onChange({ bayNumber })} min={1} />
    </div>
  );
}
