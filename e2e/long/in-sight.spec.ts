/** What must stay visible on small screens: the flags on a phone on its side, and the claim under a toast. */
import type { Locator, Page } from "@playwright/test";
import { atCheckout, fillCard } from "../buying.ts";
import { expect, test } from "../fixtures.ts";
import { claim, opened } from "../offline-play.ts";
import { callsOf, live, playing, registered } from "../people.ts";
import { playRoutes } from "#features/play/contract.ts";

test.use({ serviceWorkers: "allow" });

async function boxOf(one: Locator) {
  const box = await one.boundingBox();
  if (!box) throw new Error("It is not on the screen");
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** Once the page has laid itself out for the window's new size. */
async function expectFlagsInSight(page: Page): Promise<void> {
  await expect(async () => {
    const bay = await boxOf(page.locator("header"));
    for (const hole of ["left", "middle", "right"]) {
      const flag = await boxOf(page.locator(`[data-hole=${hole}]`));
      expect([hole, flag.x >= 0, flag.right <= bay.x, flag.bottom <= (page.viewportSize()?.height ?? 0)]).toEqual([
        hole,
        true,
        true,
        true,
      ]);
    }
  }).toPass({ timeout: 10_000 });
}

/** The game's buttons and flags are not under the toast, once both are in their places. */
async function expectFree(page: Page, toast: Locator): Promise<void> {
  const others = [
    page.getByRole("button", { name: "Claim Your Prize" }),
    page.getByRole("button", { name: "Shot Taken" }),
    ...["left", "middle", "right"].map((hole) => page.locator(`[data-hole=${hole}]`)),
  ];
  for (const other of others) await other.waitFor();
  await expect(async () => {
    const box = await boxOf(toast);
    for (const other of others) {
      const free = await boxOf(other);
      expect(box.bottom <= free.y || box.y >= free.bottom, `${String(other)} at ${free.y}`).toBe(true);
    }
  }).toPass({ timeout: 3_000 });
}

test("on a phone on its side all three flags are in sight, alone and in a group, in English and in Spanish", async ({
  page,
  browser,
  app,
}) => {
  await registered(page);
  const alone = await playing(page, 4, 5);
  const sizes = [
    [568, 320],
    [667, 375],
    [740, 360],
    [844, 390],
    [932, 430],
  ] as const;
  const look = async (id: string, on = page) => {
    await on.goto(`/game?session=${id}`);
    await live(on);
    await on.locator("[data-hole=right]").waitFor();
    for (const [width, height] of sizes) {
      await on.setViewportSize({ width, height });
      await expectFlagsInSight(on);
    }
  };
  await look(alone);
  const storageState = await page.context().storageState();
  const spanish = await browser.newContext({ baseURL: app.url, locale: "es-MX", storageState });
  const other = await spanish.newPage();
  await look(alone, other);
  await expect(other.getByRole("button", { name: "Tiro hecho" })).toBeVisible();
  await spanish.close();
  await callsOf(page).call(playRoutes.completeSession, { params: { id: alone } });
  const at = (bayNumber: number) => ({ bayNumber, ballCount: 3 });
  await look(
    await playing(page, 4, 5, {
      mainPlayer: { bayNumber: 1, ballCount: 4 },
      friends: [
        { name: "Fay", ...at(2) },
        { name: "Gus", ...at(3) },
      ],
    }),
  );
});

for (const [width, height] of [
  [390, 844],
  [360, 640],
] as const)
  test(`the toasts of a payment leave Claim Your Prize and the flags free at ${width} x ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await registered(page);
    await atCheckout(page);
    await fillCard(page, "4242 4242 4242 4242");
    await page.getByRole("button", { name: "Pay & Start Session - $3" }).click();
    const toast = page.locator("#toasts > div");
    await expect(toast).toContainText("Payment Successful");
    await expectFree(page, toast);
  });

for (const [width, height] of [
  [360, 640],
  [375, 667],
  [390, 844],
  [430, 932],
] as const)
  test(`the toast of a claim leaves Claim Your Prize, the flags and the bar free at ${width} x ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await registered(page);
    await opened(page);
    await claim(page, "Left Hole");
    const toast = page.locator("#toasts > div");
    await expect(toast).toContainText("Prize Claim Submitted!");
    await expectFree(page, toast);
  });

for (const [width, height] of [
  [667, 375],
  [844, 390],
] as const)
  test(`at ${width} x ${height} the toast of a claim leaves the flags and the claim's card free, and the bar is one line in Spanish, too`, async ({
    page,
    browser,
    app,
  }) => {
    await page.setViewportSize({ width, height });
    await registered(page);
    await opened(page);
    await claim(page, "Left Hole");
    const toast = page.locator("#toasts > div");
    await expect(toast).toContainText("Prize Claim Submitted!");
    const card = page.getByRole("heading", { name: "Your claim" });
    await card.waitFor();
    await expect(async () => {
      const box = await boxOf(toast);
      expect(box.right).toBeLessThanOrEqual((await boxOf(card)).x);
      for (const hole of ["left", "middle", "right"])
        expect(box.bottom, hole).toBeLessThanOrEqual((await boxOf(page.locator(`[data-hole=${hole}]`))).y);
    }).toPass({ timeout: 3_000 });
    const storageState = await page.context().storageState();
    const other = await browser.newPage({
      baseURL: app.url,
      locale: "es-MX",
      storageState,
      viewport: { width, height },
    });
    await other.goto("/game");
    await live(other);
    const bay = await boxOf(other.getByRole("heading", { level: 1 }));
    const balls = await boxOf(other.getByText("9 / 10"));
    expect(balls.y).toBeLessThan(bay.bottom);
    expect(balls.bottom).toBeLessThan(60);
  });

/** The flags with their names in the sheet of a claim. */
const holeNames = "dialog[open] label [id$=-title]";

test("the toast that asks for a hole leaves the holes free at 360 x 640, and Close, too, at 844 x 390", async ({
  page,
}) => {
  await registered(page);
  await opened(page);
  await page.getByRole("button", { name: "Claim Your Prize" }).click();
  const expectFreeAt = async (width: number, height: number, free: string) => {
    await page.setViewportSize({ width, height });
    await page.getByRole("button", { name: "Review Claim" }).click();
    await expect(page.locator("#toasts > div")).toContainText("Please select a hole");
    await expectFieldsFree(page, free);
  };
  await expectFreeAt(360, 640, holeNames);
  await expectFreeAt(844, 390, `${holeNames}, dialog[open] button[aria-label=Close]`);
});

test("on a phone on its side no hole's name is broken within a word in the claim, in Spanish, too", async ({
  page,
  browser,
  app,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await registered(page);
  const id = await playing(page, 4, 5);
  const storageState = await page.context().storageState();
  const spanish = await browser.newPage({
    baseURL: app.url,
    locale: "es-MX",
    storageState,
    viewport: { width: 844, height: 390 },
  });
  for (const [on, button] of [
    [page, "Claim Your Prize"],
    [spanish, "Reclama tu premio"],
  ] as const) {
    await on.goto(`/game?session=${id}`);
    await live(on);
    await on.getByRole("button", { name: button }).click();
    // Each name has two words and so at most two lines.
    await expect(on.locator(holeNames)).toHaveCount(3);
    for (const name of await on.locator(holeNames).all()) expect((await boxOf(name)).height).toBeLessThan(60);
  }
});

test("in a group at 360 x 640 the first player's Shot Taken is on the screen, in Spanish, too", async ({
  page,
  browser,
  app,
}) => {
  const viewport = { width: 360, height: 640 };
  await page.setViewportSize(viewport);
  await registered(page);
  const id = await playing(page, 4, 5, {
    mainPlayer: { bayNumber: 7, ballCount: 5 },
    friends: [{ name: "Fay", bayNumber: 8, ballCount: 5 }],
  });
  const storageState = await page.context().storageState();
  const spanish = await browser.newPage({ baseURL: app.url, locale: "es-MX", storageState, viewport });
  for (const [on, name] of [
    [page, /^Shot Taken/],
    [spanish, /^Tiro hecho/],
  ] as const) {
    await on.goto(`/game?session=${id}`);
    await live(on);
    await on.evaluate(() => document.fonts.ready); // Until then lines are longer.
    const button = await boxOf(on.getByRole("button", { name }).first());
    expect(button.bottom).toBeLessThanOrEqual((await boxOf(on.getByText(/^(Tap after|Toca después)/))).y);
  }
});

/** The toast covers none of these. */
async function expectFieldsFree(page: Page, fields: string): Promise<void> {
  await expect(async () => {
    const toast = await boxOf(page.locator("#toasts > div"));
    expect(toast.y).toBeGreaterThanOrEqual(0);
    expect(toast.bottom).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    for (const field of await page.locator(fields).all()) {
      const box = await boxOf(field);
      const apart = box.bottom <= toast.y || box.y >= toast.bottom || box.right <= toast.x || box.x >= toast.right;
      expect(apart, `${await field.getAttribute("name")} at ${box.y}`).toBe(true);
    }
  }).toPass({ timeout: 3_000 });
}

for (const [width, height] of [
  [360, 640],
  [390, 844],
  [844, 390],
] as const)
  test(`the toast of a sign-up covers no field at ${width} x ${height}, and what failed stays on the page`, async ({
    page,
  }) => {
    // On its side a phone is too low to leave all fields free: those that must be mended are.
    const fields =
      height < 400
        ? "input:focus, input[aria-invalid=true] + [id$='-error']"
        : "input:visible, select:visible, [id$='-error']:visible";
    await page.setViewportSize({ width, height });
    await page.goto("/register");
    const create = page.getByRole("button", { name: "Create Account" });
    await create.click();
    const toast = page.locator("#toasts > div");
    await expect(toast).toContainText("Registration failed");
    await expectFieldsFree(page, fields);
    await page.getByLabel("Name").fill("Robin Tester");
    await page.getByLabel("Email").fill("player@acebay.test");
    await page.getByLabel("Phone").fill("555 010 0100");
    await create.click();
    await expect(toast).toContainText("already an account");
    await expectFieldsFree(page, fields);
    await page.getByLabel("Email").fill(`${crypto.randomUUID()}@example.com`);
    await page.route("**/api/register", (route) => route.abort());
    await create.click();
    await expect(toast).toContainText("We cannot reach the server.");
    await expect(page.getByRole("alert").getByText("We cannot reach the server.")).toBeVisible();
    await expect(toast).toBeHidden();
    await expect(page.getByRole("alert").getByText("We cannot reach the server.")).toBeVisible();
  });

test("on a page without a bar a toast that covers no field there is at the bottom", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByRole("button", { name: "Sign In" }).click();
  const toast = page.locator("#toasts > div");
  await expect(toast).toContainText("Login failed");
  await expect(async () => {
    const { bottom } = await boxOf(toast);
    const height = page.viewportSize()?.height ?? 0;
    expect(bottom).toBeLessThanOrEqual(height);
    expect(bottom).toBeGreaterThan(height - 30);
  }).toPass({ timeout: 3_000 });
});
