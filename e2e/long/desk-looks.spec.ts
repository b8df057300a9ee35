/** What screens of the desk look and sound like where it is part of the work: sizes, places, values and the bell. */
import { claimedOften } from "../claim-copies.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, claimPrize, live, playing, registered, signedIn } from "../people.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";

declare global {
  interface Window {
    /** The notes that the bell has played. */
    notes: number;
  }
}

test("a new claim at bay 12 is in sight on a tablet with 100 bays and two claims that ring, and the bell rings until all are seen", async ({
  browser,
  serverOf,
}, { file }) => {
  const server = await serverOf(file);
  const staff = await signedIn(browser, server.url, "staff@acebay.test", { width: 820, height: 1180 });
  // The bell is counted by its notes.
  await staff.addInitScript(() => {
    window.notes = 0;
    window.AudioContext = class extends AudioContext {
      override createOscillator() {
        window.notes += 1;
        return super.createOscillator();
      }
    };
  });
  const rung = () => staff.evaluate(() => window.notes);
  await staff.clock.install();
  await staff.goto("/admin/bays");
  await live(staff);
  await expect(staff.getByRole("list", { name: "Bays" }).getByRole("button")).toHaveCount(100);
  // A browser plays a sound after somebody has pressed something.
  await staff.getByRole("heading", { level: 2 }).first().click();
  await expect(staff.getByText(/rings/i).first()).toBeVisible();
  expect(await rung()).toBe(0);

  const ids: string[] = [];
  for (const bay of [31, 32, 12]) {
    const golfer = await (await browser.newContext({ baseURL: server.url })).newPage();
    await registered(golfer, `Bo Bay ${bay}`);
    const session = await playing(golfer, 4, 5, {
      mainPlayer: { bayNumber: bay, ballCount: 9 },
      friends: [{ name: "Guest", bayNumber: bay + 50, ballCount: 1 }],
    });
    ids.push((await claimPrize(golfer, session, "left")).id);
    await golfer.context().close();
  }
  const tile = staff.getByRole("button", { name: /^Bay 12\b/ });
  await expect(tile).toContainText("Claim");
  await expect(tile).toBeInViewport({ ratio: 1 });
  const newest = staff.getByRole("listitem", { name: /Bo Bay 12/ });
  await expect(newest).toBeInViewport({ ratio: 1 });
  await expect(newest.getByRole("button", { name: "Seen", exact: true })).toBeInViewport({ ratio: 1 });
  await expect(staff.getByText("1 more claim rings: tap bay 31.")).toBeInViewport();
  // A search hides no claim that rings.
  await staff.getByRole("searchbox").fill("nobody of this name");
  await expect(staff.getByRole("list", { name: "Bays" }).getByRole("button")).toHaveCount(3);
  await expect(tile).toBeVisible();
  await staff.getByRole("searchbox").fill("");

  await expect.poll(rung).toBeGreaterThanOrEqual(3);
  const once = await rung();
  await staff.clock.runFor("00:11");
  await expect.poll(rung).toBe(once + 3);
  for (const id of ids) {
    const body = { seen: true, note: "" };
    expect((await callsOf(staff).call(evidenceRoutes.recordSighting, { params: { id }, body })).status).toBeLessThan(
      300,
    );
  }
  await expect(newest).toHaveCount(0);
  const seen = await rung();
  await staff.clock.runFor("00:30");
  expect(await rung()).toBe(seen);
});

test("a bay with players of two orders is marked as shared on its tile", async ({ page, browser, app }) => {
  await registered(page, "Olga Over");
  await playing(page, 4, 5);
  const other = await (await browser.newContext({ baseURL: app.url })).newPage();
  await registered(other, "Otto Over");
  await playing(other, 4, 5);
  const staff = await signedIn(browser, app.url, "staff@acebay.test");
  await staff.goto("/admin/bays");
  const tile = staff.getByRole("button", { name: /^Bay 7\b/ });
  await expect(tile).toContainText("20 balls");
  await expect(tile).toHaveAccessibleName(/shared/i);
  await expect(tile).toHaveCSS("border-style", "dashed");
  await expect(staff.getByRole("button", { name: /^Bay 8\b/ })).toHaveCSS("border-style", "solid");
  await tile.click();
  await expect(staff.getByRole("dialog").getByRole("listitem").filter({ hasText: "Over" })).toHaveCount(2);
});

test("the claims are rows of 64 px, and at 1280 px the open one stands at the right of them", async ({
  page,
  browser,
  serverOf,
}, { file }) => {
  const server = await serverOf(file);
  await claimedOften(server, page, "Ria Row", { of: 6, copies: "Ria" });
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  await admin.goto("/admin/prize-verification?search=Ria");
  const rows = admin.locator("[data-row]");
  await expect(rows).toHaveCount(6);
  const high = () => rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
  expect(await high()).toEqual([64, 64, 64, 64, 64, 64]);
  await rows.first().getByRole("link").click();
  const panel = admin.locator("[data-panel]");
  await expect(panel.getByRole("region", { name: /^Evidence/ })).toBeVisible();
  const [beside, list] = await Promise.all([
    panel.boundingBox(),
    admin.getByRole("table", { name: "Prize claims" }).boundingBox(),
  ]);
  expect(beside?.x).toBeGreaterThanOrEqual((list?.x ?? Infinity) + (list?.width ?? 0));
  expect(beside?.y).toBeLessThan((list?.y ?? 0) + (list?.height ?? 0));
  expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(1280);
  expect(await high()).toEqual([64, 64, 64, 64, 64, 64]);
});

test("a figure says what it was in the period before, and a chart its values under the pointer", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Cam Card");
  await playing(page, 4, 5);
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin?dateFilter=last-7-days");
  await live(admin);
  const cards = admin.getByRole("region", { name: "Summary" }).locator("div");
  // The seven days before have nothing: the growth of a first figure has no percentage.
  const span = String.raw`\w{3} \d+(?:-\d+| to \w{3} \d+)(?:, \d{4})?`;
  await expect(cards.filter({ hasText: /^Total Revenue/ }).first()).toContainText(
    new RegExp(String.raw`${span}: \$0\.00 \(New\)`),
  );
  await expect(cards.filter({ hasText: /^Total Shots/ }).first()).toContainText(new RegExp(`${span}: 0`));
  // All time has none before it.
  await admin.getByRole("button", { name: "All Time" }).click();
  await expect(cards.filter({ hasText: /^Total Revenue/ }).first()).not.toContainText("(New)");

  const types = admin.locator("section", { has: admin.getByRole("heading", { name: "Session Type Analytics" }) });
  const columns = types.getByRole("group", { name: /^The values of the chart/ }).getByRole("link");
  await expect(types.locator("[data-values]")).toBeHidden();
  await columns.last().hover();
  await expect(types.locator("[data-values]")).toContainText(/Individual [1-9]\d*Group \d+Free shots \d+$/);
  await columns.nth(1).hover();
  await expect(types.locator("[data-values]")).toContainText(/Individual 0Group 0Free shots 0$/);
  await admin.mouse.move(0, 0);
  await expect(types.locator("[data-values]")).toBeHidden();
});
