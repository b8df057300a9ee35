/** The menus of the desk, from its table of addresses. */
import { findAddress, type Path } from "#platform/shared/addresses/address.ts";
import { type DeskAddress, deskAddresses } from "#platform/shared/addresses/desk.ts";
import type { Language } from "../words.ts";
import { deskShellWords } from "./desk-shell-words.ts";

interface MenuLink {
  href: Path;
  label: string;
  who: DeskAddress["who"];
  /** The present screen is this one, or is below it. */
  current: boolean;
}

/** Whether somebody of a role may open an address of the desk. The server decides for what is read there. */
export function isOpenTo({ who }: Pick<DeskAddress, "who">, role: string): boolean {
  return role === "admin" || role === who;
}

/** The links of the top bar, and those below its last one, 'Manage'. @param location the path of the present screen */
export function deskMenu(location: string, language: Language = "en"): { bar: MenuLink[]; managed: MenuLink[] } {
  const here = findAddress(deskAddresses, location)?.name;
  const place = here && deskAddresses[here].menu;
  const current = place && "below" in place ? place.below : here;
  const rows = Object.entries<DeskAddress>(deskAddresses).map(([name, { path, who, menu }]) => ({
    menu,
    link: { href: path, who, current: name === current },
  }));
  const bar = rows.flatMap(({ menu, link }) => ("bar" in menu ? [{ ...link, label: menu.bar[language] }] : []));
  const managed = rows.flatMap(({ menu, link }) =>
    "manage" in menu ? [{ ...link, label: menu.manage[language] }] : [],
  );
  const manage = managed.slice(0, 1).map((first) => ({
    ...first,
    label: deskShellWords[language].manage,
    current: managed.some((link) => link.current),
  }));
  return { bar: [...bar, ...manage], managed };
}
