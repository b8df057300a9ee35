/** A form of a contract's route: the route's schema checks it, and refusals are shown at their fields. */
import { useRef } from "react";
import type * as z from "zod/mini";
import type { ReplyOf, RouteDef } from "#platform/shared/route.ts";
import { type ActionOptions, useAction } from "./action.ts";
import { call, type CallArgs, messageOf } from "./api.ts";
import { callOnce } from "./call-keys.ts";
import { type FormState, type Sent, useForm, valuesOf } from "./form.ts";
import { check, type Problems, problemsOf } from "./problems.ts";
import { randomId } from "./random-id.ts";

/** A route that a form can send. */
export type FormRoute = RouteDef & { body: NonNullable<RouteDef["body"]>; form: true };
/** The name of a field; of any field, if the form sends one of several routes. */
export type FieldName<R extends FormRoute> = R extends FormRoute ? keyof z.input<R["body"]> & string : never;

/** Whether each call of the route adds something. */
const adds = (route: RouteDef): route is RouteDef & { adds: true } => route.adds === true;

/** The values of the fields, by name. */
type Typed = Readonly<Record<string, string>>;

interface ContractFormOptions<R extends FormRoute> extends Pick<
  ActionOptions<Typed, ReplyOf<R>>,
  "done" | "failed" | "changes"
> {
  params?: Readonly<Record<string, string | number>>;
  /** Values without a field: choices, or the version that is changed. */
  also?: { readonly [F in FieldName<R>]?: unknown };
  /** The field of each refusal, by the refusal's code. */
  refusals?: Readonly<Record<string, FieldName<R>>>;
  /** The field for all other refusals. */
  otherwise?: FieldName<R>;
  /** `false` where nothing is lost by leaving. */
  guarded?: boolean;
  /** Resets the fields after success. */
  clears?: boolean;
  /** After the toast; it stays busy until then. */
  onDone?: (reply: ReplyOf<R>, typed: Typed) => unknown;
  /** Called when the fields break the contract and nothing was sent. */
  onProblems?: (problems: Problems) => void;
}

export interface ContractForm<R extends FormRoute> extends Omit<FormState, "problems"> {
  /** The properties of a field: its name in the contract, and its problem. */
  field: (name: FieldName<R>) => { name: FieldName<R>; error: string | undefined };
  /** The refusal, if it belongs to no field of this form. */
  refusal: Error | null;
}

/**
 * @example const form = useContractForm(accountRoutes.register, { failed: words.failed, onDone: ({ body }) => welcome(body.user) });
 *          <form {...form.props}>
 *            <TextField label="Name" {...form.field("name")} />
 *            <Button type="submit" busy={form.busy}>Save</Button>
 *          </form>
 */
export function useContractForm<R extends FormRoute>(route: R, options: ContractFormOptions<R>): ContractForm<R> {
  const { params, also, refusals, otherwise, guarded = true, clears, onDone, onProblems, ...shown } = options;
  // Where the state refuses a second call, the tries of one form with the same fields have one key. Kept for longer, it
  // would give an old answer once that state has come round again, as a clock's that was held, runs, and is held again.
  const own = useRef<{ of: string; key: string }>(undefined);
  const ownKey = (of: string) => {
    if (own.current?.of !== of) own.current = { of, key: randomId() };
    return own.current.key;
  };
  const { start, error, reset } = useAction({
    run: (typed: Typed) => {
      const body = { ...typed, ...also };
      const sent = { ...(params && { params }), body };
      // What is sent was checked by the route's own schema.
      if (adds(route)) return callOnce(route, sent as never) as Promise<unknown> as Promise<ReplyOf<R>>;
      const key = route.idempotent && { idempotencyKey: ownKey(JSON.stringify([route.path, params, body])) };
      return call<R>(route, ...([{ ...sent, ...key }] as unknown as CallArgs<R>));
    },
    ...shown,
  });
  async function send(element: HTMLFormElement): Promise<Sent> {
    reset();
    // The values as typed, because parsing removes blanks, which empty a field.
    const typed = valuesOf(element, route.blanks);
    const checked = check(route.body, { ...typed, ...also });
    if (!checked.ok) {
      onProblems?.(checked.problems);
      return checked;
    }
    const outcome = await start(typed);
    if (!outcome.done) {
      const found = problemsOf(outcome.error, refusals);
      // A problem with a field that this form lacks is a problem of the whole form.
      const named = Object.entries(found).filter(([name]) => element.elements.namedItem(name));
      if (named.length === 0 && otherwise) named.push([otherwise, messageOf(outcome.error)]);
      return { ok: false, problems: Object.fromEntries(named) };
    }
    own.current = undefined;
    if (clears) element.reset();
    return { ok: true, after: () => onDone?.(outcome.reply, typed) };
  }
  const { problems, ...form } = useForm({ send, choices: also, guarded });
  return {
    ...form,
    field: (name) => ({ name, error: problems[name] }),
    refusal: Object.keys(problems).length > 0 ? null : error,
  };
}
