/** The module of each screen, and the modules that an address loads first, from the app's build for Node. */
import { fileURLToPath } from "node:url";
import type { NodeApp } from "#main/node-app.ts";
import type { Address } from "#platform/shared/addresses/address.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";

type Files = ReturnType<NodeApp["screenFiles"]>;

/** The app around the screens. Pages for everyone work without it. */
const app = fileURLToPath(new URL("../web/root.tsx", import.meta.url));

interface Page {
  name: string;
  path: string;
  page: NonNullable<Address["page"]>;
  /** The modules that it loads besides the entry. */
  first: string[];
}

export interface Screens {
  learn(files: Files): void;
  /** The addresses that have pages of their own. */
  pages(): Page[];
  /** The module that leads to all screens of the desk. */
  desk(): string;
  /** The modules of screens that are of no use without a network, and the desk's. */
  onlineOnly(): Set<string>;
  /** The beginnings of the addresses that no message may cover. */
  undisturbed(): string[];
}

export function createScreens(): Screens {
  let known: Files | undefined;
  const files = () => {
    if (!known) throw new Error("The app has not said yet which files its screens are");
    return known;
  };
  const rows = () => Object.entries<Address>(playerAddresses) as [keyof typeof playerAddresses, Address][]; // The object's keys.
  return {
    learn: (learned) => void (known = learned),
    pages: () =>
      rows().flatMap(([name, { path, page }]) => {
        const screen = files()[name];
        const first = (page === "everyone" ? [screen] : [app, screen]).filter((file) => file !== undefined);
        return page ? [{ name, path, page, first }] : [];
      }),
    desk: () => files().desk,
    onlineOnly: () =>
      new Set([
        files().desk,
        ...rows().flatMap(([name, { offline }]) => (offline === false ? (files()[name] ?? []) : [])),
      ]),
    undisturbed: () => rows().flatMap(([, { path, undisturbed }]) => (undisturbed ? path.replace(/\/:.*/, "") : [])),
  };
}
