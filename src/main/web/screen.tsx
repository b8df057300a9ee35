/** A screen in a file of its own, which comes when its address is opened, so that nobody loads another's. */
import { type ComponentType, type FunctionComponent, lazy, type ReactNode } from "react";
import { useLocation } from "wouter";
import { type Addresses, findAddress, type ParamsOf } from "#platform/shared/addresses/address.ts";
import { Guard } from "./guards.tsx";

export type Screen<Props extends object = object> = FunctionComponent<Props> & {
  /** The module that it comes from; known in the build for Node alone. */
  from: string | undefined;
};

/** A screen for each address of a table, which takes the address's parameters. A missing one does not compile. */
export type ScreensOf<Table extends Addresses> = { readonly [Name in keyof Table]: Screen<ParamsOf<Table[Name]>> };

type PropsIn<Component> = Component extends FunctionComponent<infer Props extends object> ? Props : never;

/** @example lazily(() => import("#main/web/game-page.tsx"), "GamePage") */
export function lazily<File extends object, Name extends keyof File>(
  file: () => Promise<File>,
  name: Name,
  from?: string,
): Screen<PropsIn<File[Name]>> {
  // What is exported under the name is a component with these properties, or `PropsIn` is `never`.
  const load = async () => ({ default: (await file())[name] as FunctionComponent<PropsIn<File[Name]>> });
  return Object.assign(lazy(load), { from });
}

/** The same screen with properties that the address does not carry. */
export function given<Props extends object>(Screen: Screen<Props>, props: NoInfer<Props>): Screen {
  return Object.assign(() => <Screen {...props} />, { from: Screen.from });
}

interface ScreenAtProps<Table extends Addresses> {
  table: Table;
  screens: ScreensOf<Table>;
  /** For a location that is none of the table's. */
  otherwise: ReactNode;
  /** Who may see it, beyond what becomes of visitors. */
  Allowed?: ComponentType<{ address: Table[keyof Table]; children: ReactNode }>;
}

/** The screen of the address that the browser is at, for those who may see it. */
export function ScreenAt<Table extends Addresses>({ table, screens, otherwise, Allowed }: ScreenAtProps<Table>) {
  const [location] = useLocation();
  const found = findAddress(table, location);
  const address = found && table[found.name];
  if (!address) return otherwise;
  // The parameters are those that the address's path names, and `ScreensOf` holds its screen to them.
  const Screen = screens[found.name] as unknown as FunctionComponent;
  const screen = <Screen {...found.params} />;
  // Each address, and each order's page, is a screen of its own: nothing of one stays in the other, no redirect either.
  return (
    <Guard key={[found.name, ...Object.values(found.params)].join()} visitor={address.visitor}>
      {Allowed ? <Allowed address={address}>{screen}</Allowed> : screen}
    </Guard>
  );
}
