/** One call of a person: it never runs twice at once, shows its toast, and refreshes the lists that changed. */
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { RouteDef } from "#platform/shared/route.ts";
import { messageOf } from "./api.ts";
import { useRefresh } from "./query.ts";
import { type ToastText, notify } from "./ui/toast.tsx";

type Toast<Values extends unknown[]> = string | ToastText | ((...values: Values) => ToastText | undefined);

export interface ActionOptions<Input, Reply> {
  run: (input: Input) => Promise<Reply>;
  /** The toast after success; without it there is none. A string is its title. */
  done?: Toast<[reply: Reply, input: Input]>;
  /** The toast after a failure. A string is its title, over the refusal's sentence. Without it, use `error`. */
  failed?: Toast<[error: Error, input: Input]>;
  /**
   * The routes whose cached answers are out of date afterwards, whether the call succeeded or not. It stays busy until
   * they are loaded again.
   */
  changes?: readonly RouteDef[];
  /** Before the toast. */
  onDone?: (reply: Reply, input: Input) => unknown;
  onFailed?: (error: Error, input: Input) => unknown;
}

/** The outcome; not done and without an error when the call was already under way. */
export type ActionOutcome<Reply> = { done: true; reply: Reply } | { done: false; error?: unknown };

interface Action<Input, Reply> {
  /** Does it, unless it is under way. Never rejects. */
  start: (input: Input) => Promise<ActionOutcome<Reply>>;
  busy: boolean;
  /** The input of the call under way. */
  input: Input | undefined;
  /** Why the last try failed. */
  error: Error | null;
  /** Forgets the error. */
  reset: () => void;
}

/**
 * @example const forget = useAction({
 *            run: (id: string) => call(profileRoutes.forgetOneDevice, { params: { id } }),
 *            done: words.forgotten, failed: words.notForgotten, changes: [profileRoutes.listDevices],
 *          });
 *          <Button busy={forget.busy} onClick={() => void forget.start(device.id)}>Forget</Button>
 */
export function useAction<Input = void, Reply = unknown>(options: ActionOptions<Input, Reply>): Action<Input, Reply> {
  const { run, done, failed, changes = [], onDone, onFailed } = options;
  const refresh = useRefresh();
  // A ref, because a second tap may come before the first one was rendered.
  const running = useRef(false);
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: async (reply, input) => {
      await onDone?.(reply, input);
      showToast(done, (title) => ({ title }), reply, input);
    },
    onError: async (error, input) => {
      await onFailed?.(error, input);
      showToast(failed, (title) => failure(title, error), error, input);
    },
    onSettled: () => refresh(changes),
  });
  return {
    start: async (input) => {
      if (running.current) return { done: false };
      running.current = true;
      try {
        return { done: true, reply: await mutation.mutateAsync(input) };
      } catch (error) {
        // The error is in the toast or on the screen.
        return { done: false, error };
      } finally {
        running.current = false;
      }
    },
    busy: mutation.isPending,
    input: mutation.isPending ? mutation.variables : undefined,
    error: mutation.error,
    reset: mutation.reset,
  };
}

/** The toast of something that failed: the refusal's own sentence under a title. */
export function failure(title: string, error: unknown): ToastText {
  return { title, description: messageOf(error), variant: "error", duration: 5000 };
}

function showToast<Values extends unknown[]>(
  toast: Toast<Values> | undefined,
  titled: (title: string) => ToastText,
  ...values: Values
): void {
  const notice = typeof toast === "function" ? toast(...values) : typeof toast === "string" ? titled(toast) : toast;
  if (notice) notify(notice);
}
