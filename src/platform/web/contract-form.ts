/** A form of a contract's route: the route's schema checks it, and refusals are shown at their fields. */
import type * as z from "zod/mini";
import type { ReplyOf, RouteDef } from "#platform/shared/route.ts";
import { type ActionOptions, useAction } from "./action.ts";
import { call, type CallArgs, messageOf } from "./api.ts";
import { callKey, forgetCall } from "./call-keys.ts";
import { type FormState, type Sent, useForm, valuesOf } from "./form.ts";
import { check, type Problems, problemsOf } from "./problems.ts";

/** A route that a form can send. */
export type FormRoute = RouteDef & { body: NonNullable<RouteDef["body"]>; form: true };
/** The name of a field; of any field, if the form sends one of several routes. */
export type FieldName<R extends FormRoute> = R extends FormRoute ? keyof z.input<R["body"]> & string : never;

/** The values of the fields, by name. */
type Typed = Readonly<Record<string, string>>;

interface ContractFormOptions<R extends FormRoute> extends Pick<
  ActionOptions<Typed, ReplyOf<R>>,
  "done" | "failed" | "changes"
> {
  params?: Readonly<Record<string, string | number>>;
  /** Values without a field: choices, or the version that is changed. */
  also?: { readonly [F in FieldName<R>]?: unknown };
  /**
   * The key of all tries, so that something is added only once. Without it, the same fields are the same call, whatever
   * became of its first answer, and other fields are another call.
   */
  idempotencyKey?: string;
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
  const {
    params,
    also,
    idempotencyKey: key,
    refusals,
    otherwise,
    guarded = true,
    clears,
    onDone,
    onProblems,
    ...shown
  } = options;
  const keyless = route.idempotent && key === undefined;
  const sameCall = (body: object) => JSON.stringify([route.path, params, body]);
  const { start, error, reset } = useAction({
    run: (typed: Typed) => {
      const body = { ...typed, ...also };
      const idempotencyKey = keyless ? callKey(sameCall(body)) : key;
      const sent = { ...(params && { params }), body, ...(route.idempotent && { idempotencyKey }) };
      return call<R>(route, ...([sent] as unknown as CallArgs<R>)); // Checked by the route's own schema.
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
    if (keyless) forgetCall(sameCall({ ...typed, ...also }));
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
