/** The typed builder of paths over a table of addresses. Nobody writes a path by hand. */
import type { Address, Addresses, ParamsOf, Path } from "./address.ts";

type QueryOf<A> = A extends { readonly query: infer Query } ? NonNullable<Query> : never;

/** First the parameters, if the path has any; then the query, if it takes one. */
type Given<A extends Address> = [
  ...(keyof ParamsOf<A> extends never ? [] : [params: { readonly [Name in keyof ParamsOf<A>]: string | number }]),
  ...([QueryOf<A>] extends [never]
    ? []
    : Partial<QueryOf<A>> extends QueryOf<A>
      ? [query?: QueryOf<A>]
      : [query: QueryOf<A>]),
];

type Paths<Table extends Addresses> = { readonly [Name in keyof Table]: (...given: Given<Table[Name]>) => Path };

type Scalars = Readonly<Record<string, string | number | undefined>>;

function build(path: Path, [params, query]: readonly (Scalars | undefined)[]): Path {
  // The first piece of a path is never a parameter: the slash stays.
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name]))) as Path;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search.toString()}` : filled;
}

/**
 * A function for each address of a table.
 * @example paths.game({ session }); paths.receipt({ orderId }); deskPaths.bayCodes({ id }, { from: 1, to: 20 })
 */
export function pathsOf<Table extends Addresses>(table: Table): Paths<Table> {
  const builders = Object.entries(table).map(([name, { path }]) => [
    name,
    (...given: Scalars[]) => build(path, path.includes(":") ? given : [undefined, ...given]),
  ]);
  // One builder for each key of the table; `fromEntries` forgets the keys.
  return Object.fromEntries(builders) as Paths<Table>;
}
