/** A mailed code as it is typed: what is wrong with it, and where the focus goes. */
import { type FormEvent, useEffect, useRef, useState } from "react";
import { messageOf } from "#platform/web/api.ts";
import { useAction } from "#platform/web/action.ts";

interface TypedCodeOptions<Reply> {
  /** Sends the whole code. */
  prove: (code: string) => Promise<Reply>;
  onProved: (reply: Reply) => void;
  /** Shown under the field while digits are missing. */
  short: string;
  /** The title of the toast when the code is refused; the refusal itself is shown under the field. */
  failed?: string;
}

export function useTypedCode<Reply>({ prove, onProved, short, failed }: TypedCodeOptions<Reply>) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const { start, busy } = useAction({
    run: prove,
    onDone: onProved,
    ...(failed !== undefined && { failed }),
    onFailed: (error) => {
      setProblem(messageOf(error));
      input.current?.select();
    },
  });
  const type = (digits: string) => {
    setCode(digits);
    setProblem(undefined);
  };
  const send = (typed: string) => {
    if (busy) return;
    if (typed.length === 6) return void start(typed);
    setProblem(short);
    input.current?.focus();
  };
  return {
    busy,
    /** Deletes the digits, because another code is on its way. */
    clear: () => type(""),
    form: {
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        send(code);
      },
    },
    field: { ref: input, value: code, error: problem, onTyped: type, onWhole: send },
  };
}
