/** Native forms: their values, one submit at a time, the first problem focused, and no change lost by leaving. */
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { Problems } from "./problems.ts";
import { focusFirstProblem } from "./ui/field.tsx";
import { useUnsavedGuard } from "./unsaved.ts";

/** A form's text fields by name, trimmed. @param blanks `kept`: an emptied field is there as "", else it is left out */
export function valuesOf(form: HTMLFormElement, blanks?: "kept"): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && (blanks || value.trim() !== "")) values[name] = value.trim();
  }
  return values;
}

/** The outcome of a submit. `after` is called when the form is settled. The sender shows problems without a field. */
export type Sent = { ok: true; after?: () => unknown } | { ok: false; problems: Problems };

interface FormOptions {
  send: (form: HTMLFormElement) => Promise<Sent>;
  /** Values outside named fields, such as switches: changing them is a change, too. */
  choices?: unknown;
  /** `false` where nothing is lost by leaving. */
  guarded?: boolean;
}

export interface FormState {
  /** For the `<form>`. If the build wrote the form, the browser checks it until it is hydrated. */
  props: {
    ref: RefObject<HTMLFormElement | null>;
    onSubmit: (event: FormEvent) => void;
    onInput: (event: FormEvent) => void;
  };
  busy: boolean;
  problems: Problems;
  /** Takes the present values as saved. */
  settle: () => void;
  /** Whether nothing is unsaved, or the person agrees to lose it. */
  mayLeave: () => boolean;
}

export function useForm({ send, choices, guarded = true }: FormOptions): FormState {
  const ref = useRef<HTMLFormElement>(null);
  const running = useRef(false);
  const saved = useRef<string>(undefined);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  // The ref is empty while the screen is hidden and the next one loads.
  const asItStands = () => (ref.current ? JSON.stringify([valuesOf(ref.current), choices]) : undefined);
  const settle = () => {
    saved.current = asItStands();
  };
  const mayLeave = useUnsavedGuard(() => {
    const now = asItStands();
    return guarded && now !== undefined && saved.current !== undefined && now !== saved.current;
  });
  const settleAtFirst = useEffectEvent(settle);
  useEffect(() => {
    if (ref.current) ref.current.noValidate = true;
    settleAtFirst();
  }, []);
  useLayoutEffect(() => {
    if (Object.keys(problems).length > 0) focusFirstProblem(ref.current);
  }, [problems]);

  async function submit(form: HTMLFormElement): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const sent = await send(form);
      setProblems(sent.ok ? {} : sent.problems);
      if (!sent.ok) return;
      settle();
      await sent.after?.();
      // After the next rendering, because the server may have changed a value.
      requestAnimationFrame(settle);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  /** A problem goes as soon as its field is changed. */
  const onInput = ({ target }: FormEvent) => {
    const name = target instanceof Element ? target.getAttribute("name") : null;
    if (name !== null && name in problems) setProblems(({ [name]: _, ...others }) => others);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (ref.current) void submit(ref.current);
  };
  return { props: { ref, onSubmit, onInput }, busy, problems, settle, mayLeave };
}
