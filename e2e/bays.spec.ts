import { expect, test } from "./fixtures.ts";
import { callsOf, expectAccessible, playing, registered, signedIn, claimPrize } from "./people.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";

/** A green square. */
const PHOTO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQImWNgaGAAIQgFAA4OAgHj5clFAAAAAElFTkSuQmCC",
  "base64",
);

test("a claim rings on the bay board until staff record what they saw, and the later record counts", async ({
  page,
  browser,
  app,
}) => {
  const staff = await signedIn(browser, app.url, "staff@acebay.test");
  await staff.goto("/admin/bays");
  await expect(staff.getByText("No claim is waiting")).toBeVisible();
  await registered(page, "Ada Winner");
  const sessionId = await playing(page, 4, 5);
  const tile = staff.getByRole("button", { name: /^Bay 7\b/ });
  await expect(tile).toHaveText(/19:5\d10 balls/);
  await expect(staff.getByRole("button", { name: "Bay 8 Free" })).toBeVisible();
  const { id } = await claimPrize(page, sessionId, "middle");
  await expect(staff.getByRole("alert").filter({ hasText: "Claim: Bay 7, middle, Ada Winner" })).toBeAttached({
    timeout: 2_000,
  });
  const alarm = staff.getByRole("listitem", { name: "Bay 7, middle, Ada Winner" });
  await expect(tile).toContainText("Claimmiddle");
  // Its last line is not cut off by the tile's edge.
  const [within, last] = await Promise.all([tile, tile.getByText("middle")].map((one) => one.boundingBox()));
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan((within?.y ?? 0) + (within?.height ?? 0));
  await expectAccessible(staff);
  // The two answers are at opposite edges.
  const edges = await Promise.all(
    ["Seen", "Not seen"].map((name) => alarm.getByRole("button", { name, exact: true }).boundingBox()),
  );
  expect((edges[1]?.x ?? 0) - ((edges[0]?.x ?? 0) + (edges[0]?.width ?? 0))).toBeGreaterThan(400);
  await alarm.getByRole("button", { name: "Not seen" }).click();
  await staff.getByRole("dialog").getByRole("button", { name: "Record as not seen" }).click();
  // The claim no longer rings; its tile opens it, and the answer can be changed.
  await expect(alarm).toHaveCount(0);
  await tile.click();
  const bay = staff.getByRole("dialog", { name: "Bay 7" });
  await expect(bay.getByRole("listitem", { name: "Ada Winner, bay 7" })).toContainText("9 of 10 balls left");
  await bay.getByRole("button", { name: "Seen", exact: true }).click();
  const dialog = staff.getByRole("dialog", { name: "Seen in the hole" });
  await dialog.getByRole("button", { name: "Clear drop" }).click();
  await dialog.getByLabel("Photo").setInputFiles({ name: "hole.png", mimeType: "image/png", buffer: PHOTO });
  await expect(dialog.getByRole("img", { name: "What will be sent" })).toBeVisible();
  await dialog.getByRole("button", { name: "Record as seen" }).click();
  await expect(bay.getByText(/^Seen by Sam Rangehand.*: Clear drop$/)).toBeVisible();
  await expect(bay.getByText(/^Before: Not seen by Sam Rangehand/)).toBeVisible();
  await expectAccessible(staff);
  await staff.keyboard.press("Escape");
  await staff.getByRole("button", { name: "Other claims (1)" }).click();
  await expect(alarm.getByText(/^Seen by Sam Rangehand/)).toBeVisible();
  await staff.keyboard.press("Escape");
  await callsOf(staff).call(claimRoutes.rejectClaim, { params: { id }, body: { reason: "The ball missed" } });
  await expect(staff.getByText("No claim is waiting")).toBeVisible();
});

test("an administrator who decides a claim reads what staff saw", async ({ page, browser, app }) => {
  await registered(page, "Ada Winner");
  const sessionId = await playing(page, 4, 5);
  const { id } = await claimPrize(page, sessionId, "middle");
  const staff = await signedIn(browser, app.url, "staff@acebay.test");
  const sighting = { seen: true, note: "Clear drop", photo: PHOTO.toString("base64") };
  await callsOf(staff).call(evidenceRoutes.recordSighting, { params: { id }, body: sighting });
  await staff.goto("/admin/bays");
  await staff.getByRole("link", { name: "Decide claims" }).click();
  await staff.getByRole("link", { name: "Ada Winner" }).click();
  const claim = staff.getByRole("region", { name: "Claim of Ada Winner" });
  const evidence = staff.getByRole("region", { name: "Evidence for Ada Winner's claim" });
  await expect(evidence.getByText("Staff saw the ball in the hole.")).toBeVisible();
  await expect(evidence.getByText("The email address is not proved yet.")).toBeVisible();
  await expect(evidence.getByRole("row", { name: /Middle Hole, this claim/ })).toBeVisible();
  await expect(evidence.getByText(/•••• 4242/)).toBeVisible();
  const photo = evidence.getByRole("img", { name: "What Sam Rangehand photographed" });
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2);
  await expectAccessible(staff);
  // Somebody else decides first: the row no longer fits the filter, but stays and says what was decided.
  await callsOf(staff).call(claimRoutes.verifyClaim, { params: { id } });
  await expect(staff.getByLabel("Pending 0")).toBeAttached();
  await expect(staff.getByRole("row", { name: /^Ada Winner/ })).toContainText("Decided meanwhile");
  await expect(claim.getByText("Verified", { exact: true }).first()).toBeVisible();
  await expect(claim.getByRole("button", { name: "Verify" })).toHaveCount(0);
});

test("staff pause a golfer's clock and resume it", async ({ page, browser, app }) => {
  await registered(page, "Ben Waiting");
  const sessionId = await playing(page, 4, 5);
  await page.goto(`/game?session=${sessionId}`);
  const clock = page.getByRole("timer");
  await expect(clock).toContainText(/19:5\d/);
  const staff = await signedIn(browser, app.url, "staff@acebay.test");
  await staff.goto("/admin/bays");
  await staff.getByRole("button", { name: /^Bay 7\b/ }).click();
  const bay = staff.getByRole("listitem", { name: "Ben Waiting, bay 7" });
  await bay.getByRole("button", { name: "Pause" }).click();
  const dialog = staff.getByRole("dialog", { name: "Pause the clock?" });
  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(dialog.getByText("A reason is required")).toBeVisible();
  await dialog.getByRole("button", { name: "Lightning" }).click();
  await expect(dialog.getByText("A reason is required")).toHaveCount(0);
  await expect(dialog.getByLabel("Reason", { exact: true })).toHaveValue("Lightning");
  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused by staff").first()).toBeVisible();
  const held = await clock.textContent();
  await page.waitForTimeout(2_000);
  expect(await clock.textContent()).toBe(held);
  await expectAccessible(page);
  await bay.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("Time remaining").first()).toBeVisible();
  await expect(clock).not.toHaveText(held ?? "");
});

test("a tablet's screen shows all bays of a course, and one button pauses all clocks, for example in lightning", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Cleo Held");
  await playing(page, 4, 5);
  const staff = await signedIn(browser, app.url, "staff@acebay.test", { width: 820, height: 1180 });
  await staff.goto("/admin/bays");
  const tiles = staff.getByRole("list", { name: "Bays" }).getByRole("button");
  await expect(tiles).toHaveCount(100);
  const last = await tiles.last().boundingBox();
  expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(1180);
  await staff.getByRole("button", { name: "Pause all" }).click();
  const dialog = staff.getByRole("dialog", { name: "Pause all bays?" });
  await expect(dialog.getByLabel("Reason", { exact: true })).toHaveValue("Lightning");
  await dialog.getByRole("button", { name: /^Pause \d+ clocks?$/ }).click();
  await expect(staff.getByRole("button", { name: /^Bay 7\b.*paused/ })).toBeVisible();
  await expect(staff.getByRole("button", { name: "Pause all" })).toBeDisabled();
  await staff.getByRole("button", { name: "Resume all" }).click();
  await staff
    .getByRole("dialog", { name: "Resume all bays?" })
    .getByRole("button", { name: /^Resume \d+ clocks?$/ })
    .click();
  await expect(staff.getByRole("button", { name: "Resume all" })).toHaveCount(0);
  await expect(staff.getByRole("button", { name: /^Bay 7\b.*paused/ })).toHaveCount(0);
});
