/** An address of the app: one row of the tables beside this file. Everything else about addresses comes from them. */

export type Path = `/${string}`;

export interface Address {
  /** `:name` marks a parameter; the screen gets it as a property of that name. */
  readonly path: Path;
  /** Where a visitor is sent: stays here, or goes to another address (`login` leads back afterwards). */
  readonly visitor: "stays" | "login" | "home" | "app";
  /**
   * For whom the build makes a page of this address; others get the empty page. People who are signed in get its
   * outline, and so does everyone with `outline`.
   */
  readonly page?: "everyone" | "visitors" | "signedIn" | "outline";
  /** For people who are signed in the page carries the first answers of its screen (main/server/page-answers.ts). */
  readonly answers?: true;
  /** The address with which this one shares a screen: the screen's content stays when one changes to the other. */
  readonly within?: string;
  /** Of no use without a network: the service worker does not keep its screen until it is used. */
  readonly offline?: false;
  /** No message may cover what a golfer does here. */
  readonly undisturbed?: true;
  /** The names and types of the query's fields, by `queryType`. */
  readonly query?: object | undefined;
}

export type Addresses = Readonly<Record<string, Address>>;

/** Declares the query of an address, for the compiler only. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type is what it is for
export function queryType<Query extends object>(): Query | undefined {
  return undefined;
}

type ParamIn<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamIn<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters of a path, as they stand in it: `{ id: string }` of `/orders/:id`. */
export type ParamsOf<A extends Address> = { readonly [Name in ParamIn<A["path"]>]: string };

const patterns = new Map<Path, RegExp>();

function patternOf(path: Path): RegExp {
  const known = patterns.get(path) ?? new RegExp(`^${path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}/?$`, "i");
  patterns.set(path, known);
  return known;
}

/** The address of a path, with its parameters; a slash at the end and capitals make no difference. */
export function findAddress<Table extends Addresses>(
  table: Table,
  path: string,
): { name: keyof Table & string; params: Readonly<Record<string, string>> } | undefined {
  for (const [name, address] of Object.entries(table)) {
    const match = patternOf(address.path).exec(path);
    if (match) return { name, params: { ...match.groups } };
  }
  return undefined;
}
