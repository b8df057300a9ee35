/** A form that sends a contract's route: checked by its schema, and what the server refuses stands at its field. */
import type * as z from "zod/mini";
import type { ReplyOf, RouteDef } from "#platform/shared/route.ts";
import { type ActionOptions, useAction } from "./action.ts";
import { call, type CallArgs, messageOf } from "./api.ts";
import { type FormState, type Sent, useForm, valuesOf } from "./form.ts";
import { check, type Problems, problemsOf } from "./problems.ts";

/** A route that a form can send. */
export type FormRoute = RouteDef & { body: NonNullable<RouteDef["body"]> };
/** The name of a field; of any of them, where the form sends one of several routes. */
export type FieldName<R extends FormRoute> = R extends FormRoute ? keyof z.input<R["body"]> & string : never;

/** What stands in the fields, by name. */
type Typed = Readonly<Record<string, string>>;

interface ContractFormOptions<R extends FormRoute> extends Pick<
  ActionOptions<Typed, ReplyOf<R>>,
  "done" | "failed" | "changes"
> {
  params?: Readonly<Record<string, string | number>>;
  /** What is sent beside the fields: choices that stand in none, the version that is changed. */
  also?: { readonly [F in FieldName<R>]?: unknown };
  /** The same for every try: what is added is added once. Made anew for each try by a function. */
  idempotencyKey?: string | (() => string);
  /** By the code of a refusal, the field that it is about. */
  refusals?: Readonly<Record<string, FieldName<R>>>;
  /** The field that every other refusal is about, too. */
  otherwise?: FieldName<R>;
  /** `false` where nothing is lost by leaving. */
  guarded?: boolean;
  /** Once it is done every field is as it was at first. */
  clears?: boolean;
  /** After the toast; it stays busy until then. */
  onDone?: (reply: ReplyOf<R>, typed: Typed) => unknown;
  /** The fields are not as the contract wants them: nothing was sent. */
  onProblems?: (problems: Problems) => void;
}

export interface ContractForm<R extends FormRoute> extends Omit<FormState, "problems"> {
  /** For a field: its name in the contract, and what is wrong with it. */
  field: (name: FieldName<R>) => { name: FieldName<R>; error: string | undefined };
  /** Why it was refused, when that is about no field of this form. */
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
  const { start, error, reset } = useAction({
    run: (typed: Typed) => {
      const body = { ...typed, ...also };
      const idempotencyKey = typeof key === "function" ? key() : key;
      const sent = { ...(params && { params }), body, ...(idempotencyKey !== undefined && { idempotencyKey }) };
      return call<R>(route, ...([sent] as unknown as CallArgs<R>)); // Checked by the route's own schema.
    },
    ...shown,
  });
  async function send(element: HTMLFormElement): Promise<Sent> {
    reset();
    // As it stands in the form: what was parsed has no blanks any more, and those empty a field.
    const typed = valuesOf(element, route.blanks);
    const checked = check(route.body, { ...typed, ...also });
    if (!checked.ok) {
      onProblems?.(checked.problems);
      return checked;
    }
    const outcome = await start(typed);
    if (!outcome.done) {
      const found = problemsOf(outcome.error, refusals);
      // What is about a field that this form has not got is about the whole.
      const named = Object.entries(found).filter(([name]) => element.elements.namedItem(name));
      if (named.length === 0 && otherwise) named.push([otherwise, messageOf(outcome.error)]);
      return { ok: false, problems: Object.fromEntries(named) };
    }
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
