/** Usual answers as chips, for a gloved hand: a tap writes one into the field beside them. */

interface ChipsProps {
  /** Read by screen readers: "Usual reasons". */
  label: string;
  answers: readonly string[];
  onPick: (answer: string) => void;
}

/** @example <Chips label="Usual reasons" answers={reasons} onPick={(reason) => fillIn(field.current, reason)} /> */
export function Chips({ label, answers, onPick }: ChipsProps) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {answers.map((answer) => (
        <button
          key={answer}
          type="button"
          onClick={() => onPick(answer)}
          className="min-h-11 rounded-full border-2 border-edge bg-card px-4 py-1 text-left text-base leading-tight font-semibold hover:border-accent hover:text-accent"
        >
          {answer}
        </button>
      ))}
    </div>
  );
}

/** Writes into a form's own field as a person would, so that its problem goes. */
export function fillIn(field: HTMLInputElement | null, text: string): void {
  if (!field) return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
