/** Saving a form of something managed: its problems by field, and what to say when somebody else was quicker. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RouteDef } from "#platform/shared/route.ts";
import { ApiError, call, type CallArgs, messageOf } from "#platform/web/api.ts";
import { check, focusFirstProblem, type Problems, problemsOf } from "#platform/web/form.ts";
import { keyOf } from "#platform/web/query.ts";
import { notify } from "#platform/web/ui/toast.tsx";

interface Saving {
  /** The form, to lead to its first problem. */
  form?: HTMLFormElement | null;
  params?: Readonly<Record<string, string | number>>;
  body: Readonly<Record<string, unknown>>;
  /** The same for every try of one form: what is added is added once. */
  idempotencyKey?: string;
  /** What a toast says when it is saved; from the answer, where that differs. */
  saved: string | ((reply: { status: number; body: unknown }) => { title: string; description?: string });
}

/** @param lists the routes whose answers are other ones then */
export function useSave(lists: readonly RouteDef[]) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  /** What stands in the way as a whole. */
  const [refusal, setRefusal] = useState<{ message: string; isStale: boolean }>();

  const refresh = () => Promise.all(lists.map((route) => queries.invalidateQueries({ queryKey: keyOf(route) })));

  /** @returns whether it was saved */
  async function save(route: RouteDef & { body: NonNullable<RouteDef["body"]> }, saving: Saving): Promise<boolean> {
    if (busy) return false;
    const { form, params, body, idempotencyKey, saved } = saving;
    const checked = check(route.body, body);
    setProblems(checked.ok ? {} : checked.problems);
    setRefusal(undefined);
    if (!checked.ok) {
      focusFirstProblem(form ?? null);
      return false;
    }
    setBusy(true);
    try {
      // As it stands in the form: what was parsed has no blanks any more, and those empty a field.
      const send = { ...(params && { params }), body, ...(idempotencyKey && { idempotencyKey }) };
      const reply = await call(route, ...([send] as unknown as CallArgs<typeof route>)); // Just checked by the route's own schema.
      await refresh();
      notify(typeof saved === "string" ? { title: saved } : { duration: 5000, ...saved(reply) });
      return true;
    } catch (error) {
      const found = problemsOf(error);
      setProblems(found);
      if (Object.keys(found).length > 0) focusFirstProblem(form ?? null);
      else
        setRefusal({
          message: messageOf(error),
          isStale: error instanceof ApiError && error.code === "manage.changed_meanwhile",
        });
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { save, busy, problems, refusal, refresh };
}
