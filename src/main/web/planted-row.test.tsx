/** One row in the table and one line in the map of screens are enough for a new address. */
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { Router as Location } from "wouter";
import { createScreens } from "#main/build/screens.ts";
import type { Addresses } from "#platform/shared/addresses/address.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import { deskMenu } from "#platform/web/ui/desk-menu.ts";
import { paths } from "#platform/web/paths.ts";
import { Router } from "./router.tsx";

vi.mock("#platform/shared/addresses/players.ts", async (original) => {
  const file = await original<{ playerAddresses: Addresses }>();
  const planted = { path: "/planted/:id", visitor: "stays", page: "signedIn", offline: false, undisturbed: true };
  return { ...file, playerAddresses: { ...file.playerAddresses, planted } };
});
vi.mock("#platform/shared/addresses/desk.ts", async (original) => {
  const file = await original<{ deskAddresses: Addresses }>();
  const planted = {
    path: "/admin/planted",
    visitor: "login",
    offline: false,
    who: "staff",
    menu: { bar: { en: "Planted", es: "Plantado" } },
  };
  return { ...file, deskAddresses: { ...file.deskAddresses, planted } };
});
vi.mock("./player-screens.tsx", async (original) => {
  const file = await original<{ playerScreens: object }>();
  return {
    ...file,
    playerScreens: { ...file.playerScreens, planted: ({ id }: { id: string }) => <p>Planted {id}</p> },
  };
});

test("the router shows it, with the parameter of its path", () => {
  const shown = (path: string) =>
    renderToString(
      <Location ssrPath={path}>
        <Router />
      </Location>,
    );
  expect(shown("/planted/7")).toContain("<p>Planted <!-- -->7</p>");
  expect(shown("/planted")).not.toContain("Planted");
});

test("the path builder builds it", () => {
  expect((paths as unknown as { planted: (params: object) => string }).planted({ id: 7 })).toBe("/planted/7");
});

test("the menu of the desk links to it, and knows when one is there", () => {
  const link = { href: "/admin/planted", label: "Planted", who: "staff", current: true };
  expect(deskMenu("/admin/planted").bar).toContainEqual(link);
  expect(deskMenu("/admin/planted", "es").bar).toContainEqual({ ...link, label: "Plantado" });
});

test("the build makes its page, and the service worker neither keeps it nor leads away from it", () => {
  const screens = createScreens();
  const names = [...Object.keys(playerAddresses), "desk"];
  const files = Object.fromEntries(names.map((name) => [name, `${name}.tsx`]));
  screens.learn(files as Parameters<typeof screens.learn>[0]);
  const page = screens.pages().find(({ name }) => name === "planted");
  expect(page).toMatchObject({ path: "/planted/:id", page: "signedIn", first: [expect.any(String), "planted.tsx"] });
  expect(screens.onlineOnly()).toEqual(new Set(["desk.tsx", "landing.tsx", "planted.tsx"]));
  expect(screens.undisturbed()).toEqual(["/checkout", "/game", "/planted"]);
});
