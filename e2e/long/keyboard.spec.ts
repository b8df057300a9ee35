/** The desk by keyboard, where a press removes its own button. */
import type { Page } from "@playwright/test";
import { claimed } from "../claim-copies.ts";
import { filled, settled } from "../desk-screens.ts";
import { expect, test } from "../fixtures.ts";
import { signedIn } from "../people.ts";
import { inDatabase } from "../server.ts";

// Each sweeps many screens.
test.setTimeout(300_000);

/** What has the focus: a control's name, or the page itself. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    return one === document.body ? "the page itself" : (one?.ariaLabel ?? one?.textContent ?? "");
  });

test("after what removes its own button the focus is near, and a list that is sorted keeps it", async ({
  page,
  browser,
  serverOf,
}, { file }) => {
  const server = await serverOf(file);
  await filled(page, browser, server);
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  await test.step("a request that is handled leaves its list", async () => {
    await settled(admin, "/admin/course-requests");
    const mark = admin.getByRole("button", { name: /^Mark handled/ });
    const before = await mark.count();
    await mark.first().press("Enter");
    await expect(mark).toHaveCount(before - 1);
    await expect(admin.getByRole("region", { name: "Requests" })).toBeFocused();
  });
  await test.step("the last press of 'Show more'", async () => {
    await inDatabase(
      server,
      `INSERT INTO course_requests (id, name, email, course_name, course_location, created_at)
       SELECT gen_random_uuid(), 'Pat Pro', 'pat@example.com', 'Range ' || n, 'Naples, FL', now() - n * interval '1 minute'
       FROM generate_series(1, 60) n`,
    );
    await settled(admin, "/admin/course-requests");
    await admin.getByRole("button", { name: "Show more" }).press("Enter");
    await expect(admin.getByText("That is all of them")).toBeFocused();
  });
  await test.step("a heading that was pressed", async () => {
    for (const path of ["/admin/orders", "/admin/people", "/admin/prize-verification"]) {
      await settled(admin, path);
      const heading = admin.getByRole("columnheader").getByRole("button").last();
      await heading.press("Enter");
      await admin.waitForTimeout(600);
      await expect(heading).toBeFocused();
    }
  });
  await test.step("a period", async () => {
    await settled(admin, "/course-report?courseId=1");
    const today = admin.getByRole("button", { name: "Today", exact: true });
    await today.press("Enter");
    await expect(today).toHaveAttribute("aria-pressed", "true");
    await admin.waitForTimeout(600);
    await expect(today).toBeFocused();
  });
  await test.step("the language", async () => {
    for (const name of ["Español", "English"]) {
      const other = admin.getByRole("button", { name });
      await other.press("Enter");
      await expect(other).toHaveCount(0);
      expect(await focused(admin)).toMatch(/Español|English/);
    }
  });
  await test.step("a payout that is forfeited leaves its list", async () => {
    await settled(admin, "/admin/payouts");
    const forfeit = admin.getByRole("button", { name: /^Forfeit/ });
    const before = await forfeit.count();
    await forfeit.first().press("Enter");
    const dialog = admin.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Under 18");
    await dialog.getByRole("button", { name: /^Forfeit/ }).press("Enter");
    await expect(forfeit).toHaveCount(before - 1);
    expect(await focused(admin)).not.toBe("the page itself");
  });
});

test("a key of the queue does nothing behind a dialog", async ({ page, browser, serverOf }, { file }) => {
  const server = await serverOf(file);
  await filled(page, browser, server);
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  await settled(admin, "/admin/prize-verification");
  await admin.keyboard.press("Control+k");
  const search = admin.getByRole("dialog");
  await search.getByRole("combobox").waitFor();
  // As Tab does at the end of the dialog.
  await admin.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await admin.keyboard.press("j");
  // The address follows the list after 400 ms.
  await admin.waitForTimeout(600);
  expect(admin.url()).toMatch(/prize-verification$/);
  await admin.keyboard.press("Escape");
  await expect(search).toBeHidden();
});

test("a claim that has just been closed opens again, and its reason can be given", async ({ page, browser, app }) => {
  await claimed(page, "Kim Keyboard");
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.setViewportSize({ width: 1280, height: 800 });
  await settled(admin, "/admin/prize-verification");
  // Claims of other journeys may be above hers.
  const id = await admin.locator("[data-open]").first().getAttribute("data-open");
  const link = admin.locator(`[data-open="${id}"]`);
  const panel = admin.locator("[data-panel]");
  await link.press("Enter");
  // The address follows the list after 400 ms.
  await expect(admin).toHaveURL(new RegExp(`claim=${id}`));
  await panel.getByRole("button", { name: "Close" }).press("Enter");
  await expect(link).toBeFocused();
  await admin.keyboard.press("Enter");
  await admin.waitForTimeout(600);
  await panel.getByRole("button", { name: /^Reject/ }).press("Enter");
  await expect(panel.getByRole("textbox")).toBeFocused();
});

test("an order or a person that does not exist leads to the list of all by one key", async ({ browser, app }) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  for (const [path, name] of [
    ["/admin/orders", "All orders"],
    ["/admin/people", "All people"],
  ] as const)
    for (const id of [crypto.randomUUID(), "no-such"]) {
      await settled(admin, `${path}/${id}`);
      await expect(admin.getByRole("button", { name: "Try again" })).toBeHidden();
      await admin.getByRole("main").getByRole("link", { name }).press("Enter");
      await expect(admin).toHaveURL(new RegExp(`${path}$`));
    }
});
