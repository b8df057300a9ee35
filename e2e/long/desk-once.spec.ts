/** What administrators make new, where the answer is lost; a group's balls in list and file; dialogs that grow. */
import { readFileSync } from "node:fs";
import { managePackageRoutes } from "#features/courses/manage-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { bodyOf } from "#test/calls.ts";
import { cellsOf } from "#test/csv.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectToast, newestOrder, playing, registered, signedIn } from "../people.ts";

test("a package whose answer was lost is one package, also from another dialog and after a reload", async ({
  browser,
  app,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  admin.on("dialog", (asked) => void asked.accept());
  await admin.goto("/admin/packages");
  await admin.route(
    "**/api/admin/packages",
    async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      return route.abort();
    },
    { times: 4 },
  );
  const dialog = admin.getByRole("dialog", { name: "Add a package" });
  const add = async (name: string) => {
    await admin.getByRole("button", { name: "Add a package" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByLabel("Description", { exact: true }).fill("Once");
    await dialog.getByLabel("Price, dollars").fill("9");
    await dialog.getByLabel("Balls").fill("9");
    await dialog.getByRole("button", { name: "Add package" }).click();
  };
  const madeOf = async (name: string) => {
    const { packages } = await bodyOf(callsOf(admin).call(managePackageRoutes.listManagedPackages));
    return packages.filter((one) => one.name === name).length;
  };
  await add("Nine of them");
  await expect(dialog.getByRole("alert").first()).toBeVisible();
  await admin.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await admin.unrouteAll({ behavior: "wait" });
  await admin.reload();
  await add("Nine of them");
  await expectToast(admin, "Package added");
  expect(await madeOf("Nine of them")).toBe(1);
  // After an answer the same fields are another package.
  await expect(dialog).toBeHidden();
  await add("Nine of them");
  await expect.poll(() => madeOf("Nine of them")).toBe(2);
});

test("a group's balls are those of all its players: in the order, in the list of sessions, and in the list's file", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Gwen Group");
  const friends = [
    { name: "Ana", bayNumber: 2, ballCount: 3 },
    { name: "Ben", bayNumber: 3, ballCount: 2 },
  ];
  const sessionId = await playing(page, 4, 5, { mainPlayer: { bayNumber: 1, ballCount: 5 }, friends });
  const missed = { sessionId, targetHole: "missed" as const, prizeClaim: false, prizeAmount: 0 };
  await callsOf(page).call(playRoutes.recordShot, { body: { ...missed, shotId: crypto.randomUUID() } });
  const order = await newestOrder(page);
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto(`/admin/orders/${order.id}`);
  await expect(admin.getByText("9 of 10", { exact: true })).toBeVisible();
  await admin.goto("/admin/sessions");
  const row = admin.getByRole("row", { name: /Gwen Group/ });
  await expect(row.getByText("Group of 3").first()).toBeAttached();
  await expect(row.getByRole("cell", { name: "10", exact: true })).toBeVisible();
  const download = admin.waitForEvent("download");
  await admin.getByRole("button", { name: "CSV", exact: true }).click();
  const [heads = [], ...rows] = cellsOf(readFileSync(await (await download).path(), "utf8"));
  const own = rows.find((cells) => cells.includes("Gwen Group")) ?? [];
  expect([own[heads.indexOf("Balls")], own[heads.indexOf("Kind")]]).toEqual(["10", "Group of 3"]);
});

test("a dialog of the desk grows with the window, and all of it can be reached in a small one", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Didi Dialog");
  await playing(page, 4, 5);
  const order = await newestOrder(page);
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto(`/admin/orders/${order.id}`);
  await admin.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = admin.getByRole("dialog", { name: /^Refund order/ });
  for (const [width, height, wide] of [
    [360, 420, 360],
    [820, 1180, 440],
    [1280, 800, 560],
    [1600, 1000, 720],
  ] as const) {
    await admin.setViewportSize({ width, height });
    // The page is laid out anew a moment after the window has its size.
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(wide);
    expect((await dialog.boundingBox())?.height).toBeLessThanOrEqual(height);
    await dialog.getByRole("button", { name: "Cancel" }).scrollIntoViewIfNeeded();
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeInViewport();
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
});

test("the menu of the desk fades where more of it is hidden, and nowhere else", async ({ browser, app }) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test", { width: 820, height: 1180 });
  await admin.goto("/admin/orders");
  const menu = admin.getByRole("navigation", { name: "Admin" });
  const hidden = () =>
    menu.evaluate((row) => [row.hasAttribute("data-before"), row.hasAttribute("data-after")] as const);
  await expect.poll(hidden).toEqual([true, true]);
  await menu.evaluate((row) => (row.scrollLeft = 0));
  await expect.poll(hidden).toEqual([false, true]);
  await menu.evaluate((row) => (row.scrollLeft = row.scrollWidth));
  await expect.poll(hidden).toEqual([true, false]);
  await admin.setViewportSize({ width: 1600, height: 1000 });
  await expect.poll(hidden).toEqual([false, false]);
});

test("a list in a narrow card of a wide window shows time and place below what happened, and in a wide card as columns", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Nell Narrow");
  await playing(page, 4, 5);
  const admin = await signedIn(browser, app.url, "admin@acebay.test", { width: 1600, height: 1000 });
  await admin.goto("/admin");
  const event = admin.getByRole("table", { name: "Recent activity" }).getByRole("row", { name: /Nell Narrow starts/ });
  const session = admin.getByRole("table", { name: "Live sessions" }).getByRole("row", { name: /Nell Narrow/ });
  await expect(event.locator("time:visible")).toHaveText("just now");
  await expect(event.getByRole("cell")).toHaveCount(1);
  await expect(session.getByRole("link", { name: /· Bay \d+$/ })).toBeVisible();
  await expect(admin.getByRole("columnheader", { name: /^(When|Where)$/ })).toHaveCount(0);
  await admin.goto("/course-report?courseId=1");
  await expect(admin.getByRole("columnheader", { name: "When" })).toBeVisible();
});
