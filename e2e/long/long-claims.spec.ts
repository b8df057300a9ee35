/** The claims list of a busy day: long, fresh by itself, and on a phone. */
import type { Page } from "@playwright/test";
import { claimed, claimedOften } from "../claim-copies.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, expectToast, signedIn } from "../people.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

const PENDING = 900;

/** Scrolls down until so many rows are loaded. */
async function scrolledTo(admin: Page, rows: number): Promise<void> {
  await expect
    .poll(async () => {
      await admin.evaluate(() => scrollTo(0, document.body.scrollHeight));
      return Number(await admin.getByRole("table", { name: "Prize claims" }).getAttribute("aria-rowcount"));
    })
    .toBeGreaterThan(rows);
}

test("a long list is read again by itself: the open claim, ticks, typed text and visible rows stay, and new claims are announced", async ({
  page,
  browser,
  serverOf,
}, { file }) => {
  test.setTimeout(120_000);
  const server = await serverOf(file);
  await claimedOften(server, page, "Lou Long", { of: PENDING, copies: "Lou" });
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  const other = await signedIn(browser, server.url, "staff@acebay.test");
  await admin.goto("/admin/prize-verification");
  await expect(admin.getByLabel(`Pending ${PENDING}`)).toBeAttached();
  await scrolledTo(admin, 700);
  await admin.evaluate(() => scrollTo(0, 64 * 300));
  const row = (name: string) => admin.getByRole("row", { name: new RegExp(`${name}( |$)`) });
  await row("Lou 597").getByRole("checkbox").check();
  await admin.getByRole("link", { name: "Lou 596" }).click();
  await admin.keyboard.press("r");
  const reason = admin.getByRole("dialog", { name: "Reject this claim?" }).getByRole("textbox");
  await reason.fill("Half of a sentence");
  const before = await admin.evaluate(() => scrollY);

  // Somebody else decides one of those in sight.
  const found = await bodyOf(callsOf(other).call(claimRoutes.listClaims, { query: { search: "Lou 595" } }));
  const decided = await callsOf(other).call(claimRoutes.rejectClaim, {
    params: { id: firstOf(found).id },
    body: { reason: "Beside it" },
  });
  expect(decided.status).toBe(200);
  // The pages in sight are read one after the other every 3 s; on a busy machine each of them takes seconds.
  await expect(row("Lou 595")).toContainText("Decided meanwhile", { timeout: 30_000 });
  await expect(reason).toHaveValue("Half of a sentence");
  await expect(row("Lou 597").getByRole("checkbox", { includeHidden: true })).toBeChecked();
  expect(await admin.evaluate(() => scrollY)).toBe(before);
  // Typed text is not lost by a key: the screen asks first.
  admin.once("dialog", (question) => void question.accept());
  await admin.keyboard.press("Escape");
  await expect(reason).toBeHidden();

  await claimed(page, "Nell Newest");
  await expect(admin.getByLabel(`Pending ${PENDING}`)).toBeAttached();
  await admin.getByRole("button", { name: "1 new claim came: show the newest first" }).click();
  await admin.evaluate(() => scrollTo(0, 0));
  await expect(row("Nell Newest")).toBeVisible();
});

test("a filter counts the new claims that it would show, and says how many others it hides", async ({
  page,
  browser,
  serverOf,
}, { file }) => {
  test.setTimeout(120_000);
  const server = await serverOf(file);
  await claimedOften(server, page, "Fay Filter", { of: PENDING, copies: "Fay" });
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  await admin.goto("/admin/prize-verification?search=Fay");
  await expect(admin.locator("[data-row]").first()).toBeVisible();
  await scrolledTo(admin, 700);
  await claimed(page, "Somebody Else");
  await expect(admin.getByText("1 other claim came that this list leaves out")).toBeVisible();
  await expect(admin.getByRole("button", { name: /new claims? came/ })).toBeHidden();
  await claimed(page, "Fay Fits");
  await expect(admin.getByRole("button", { name: "1 new claim came: show the newest first" })).toBeVisible();
  await expect(admin.getByText("1 other claim came that this list leaves out")).toBeVisible();
});

test("on a phone claims are chosen by the thumb and verified together", async ({ page, browser, serverOf }, {
  file,
}) => {
  const server = await serverOf(file);
  await claimedOften(server, page, "Thumb Wide", { of: 4, copies: "Thumb" });
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  await admin.setViewportSize({ width: 390, height: 844 });
  await admin.goto("/admin/prize-verification?search=Thumb");
  const boxes = admin.locator("[data-row] label");
  await expect(boxes).toHaveCount(4);
  for (const label of [...(await boxes.all()), admin.locator("thead label")]) {
    const box = await label.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await boxes.nth(0).click();
  await boxes.nth(2).click();
  await expect(admin.getByText("2 prizes chosen")).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Verify 2 prizes" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Verify 2 prizes" }).click();
  await expectToast(admin, "2 prizes verified");
});
