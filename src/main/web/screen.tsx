/** A screen in a file of its own, which the browser loads when the screen's address is opened. */
import { type ComponentType, type FunctionComponent, lazy, type ReactNode } from "react";
import { useLocation } from "wouter";
import { type Addresses, findAddress, type ParamsOf } from "#platform/shared/addresses/address.ts";
import { Guard } from "./guards.tsx";

export type Screen<Props extends object = object> = FunctionComponent<Props> & {
  /** The module of the screen; only known in the build for Node. */
  from: string | undefined;
  /** Loads it ahead. */
  load: () => Promise<unknown>;
};

/** A screen for each address of a table, with the address's parameters. A missing screen does not compile. */
export type ScreensOf<Table extends Addresses> = { readonly [Name in keyof Table]: Screen<ParamsOf<Table[Name]>> };

type PropsIn<Component> = Component extends FunctionComponent<infer Props extends object> ? Props : never;

/** @example lazily(() => import("#main/web/game-page.tsx"), "GamePage") */
export function lazily<File extends object, Name extends keyof File>(
  file: () => Promise<File>,
  name: Name,
  from?: string,
): Screen<PropsIn<File[Name]>> {
  type Loaded = { default: FunctionComponent<PropsIn<File[Name]>> };
  let loaded: Loaded | undefined;
  // The export of this name is a component with these properties, otherwise `PropsIn` is `never`.
  const load = async () => (loaded ??= { default: (await file())[name] } as Loaded);
  // A screen that was loaded ahead is shown at once: for a promise React would show an outline for at least 300 ms.
  // oxlint-disable-next-line unicorn/no-thenable -- React's own way to ask for it, and nobody else does
  const atOnce = { then: (use: (there?: Loaded) => void) => use(loaded) };
  return Object.assign(
    lazy(() => (loaded ? (atOnce as Promise<Loaded>) : load())),
    { from, load },
  );
}

/** The same screen with properties that are not in the address. */
export function given<Props extends object>(Screen: Screen<Props>, props: NoInfer<Props>): Screen {
  return Object.assign(() => <Screen {...props} />, { from: Screen.from, load: Screen.load });
}

interface ScreenAtProps<Table extends Addresses> {
  table: Table;
  screens: ScreensOf<Table>;
  /** Shown if the table does not have the address. */
  otherwise: ReactNode;
  /** Checks who may see it, beyond the rule for visitors. */
  Allowed?: ComponentType<{ address: Table[keyof Table]; children: ReactNode }>;
}

/** The screen of the browser's address, for those who may see it. */
export function ScreenAt<Table extends Addresses>({ table, screens, otherwise, Allowed }: ScreenAtProps<Table>) {
  const [location] = useLocation();
  const found = findAddress(table, location);
  const address = found && table[found.name];
  if (!address) return otherwise;
  const name = address.within ?? found.name;
  // The parameters are those of the address's path, and `ScreensOf` requires them of its screen.
  const Screen = screens[name as keyof Table] as unknown as FunctionComponent;
  const screen = <Screen {...found.params} />;
  // Each address, and each order's page, is a screen of its own, so that no state and no redirect carries over.
  return (
    <Guard key={[name, ...Object.values(found.params)].join()} visitor={address.visitor}>
      {Allowed ? <Allowed address={address}>{screen}</Allowed> : screen}
    </Guard>
  );
}
