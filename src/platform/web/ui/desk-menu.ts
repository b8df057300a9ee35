/** The menus of the desk, from its table of addresses. */
import { findAddress, type Path } from "#platform/shared/addresses/address.ts";
import { type DeskAddress, deskAddresses, type ManageGroup, manageGroups } from "#platform/shared/addresses/desk.ts";
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

/** A group of links below 'Manage'. */
interface MenuGroup {
  name: ManageGroup;
  label: string;
  links: MenuLink[];
}

/** The links of the top bar, and those below its last one, 'Manage'. @param location the path of the present screen */
export function deskMenu(
  location: string,
  language: Language = "en",
): { bar: MenuLink[]; managed: MenuLink[]; groups: MenuGroup[] } {
  const here = findAddress(deskAddresses, location)?.name;
  const place = here && deskAddresses[here].menu;
  const current = place && "below" in place ? place.below : here;
  const rows = Object.entries<DeskAddress>(deskAddresses).map(([name, { path, who, menu }]) => ({
    menu,
    link: { href: path, who, current: name === current },
  }));
  const bar = rows.flatMap(({ menu, link }) => ("bar" in menu ? [{ ...link, label: menu.bar[language] }] : []));
  const groups = manageGroups.map((name) => ({
    name,
    label: deskShellWords[language][`group_${name}`],
    links: rows.flatMap(({ menu, link }) =>
      "manage" in menu && menu.group === name ? [{ ...link, label: menu.manage[language] }] : [],
    ),
  }));
  const managed = groups.flatMap(({ links }) => links);
  const manage = managed.slice(0, 1).map((first) => ({
    ...first,
    label: deskShellWords[language].manage,
    current: managed.some((link) => link.current),
  }));
  return { bar: [...bar, ...manage], managed, groups };
}
