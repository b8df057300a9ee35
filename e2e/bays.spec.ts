import { expect, test } from "./fixtures.ts";
import { call, expectAccessible, playing, registered, signedIn } from "./people.ts";

/** A green square. */
const PHOTO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQImWNgaGAAIQgFAA4OAgHj5clFAAAAAElFTkSuQmCC",
  "base64",
);

test("a claim rings on the bay board, and whoever decides it reads what staff saw", async ({ page, browser, app }) => {
  const staff = await signedIn(browser, app.url, "staff@acebay.test");
  await staff.goto("/admin/bays");
  await expect(staff.getByText("No claim is waiting")).toBeVisible();
  await registered(page, "Ada Winner");
  const sessionId = await playing(page, 4, 5);
  await expect(staff.getByRole("listitem", { name: "Ada Winner, bay 7" })).toContainText("10 of 10 balls left");
  const hit = { sessionId, targetHole: "middle", prizeClaim: true, prizeAmount: 0 };
  const { id } = (await call(page, "POST", "/api/attempts", hit)).body.claim;
  await expect(staff.getByRole("alert").filter({ hasText: "Claim: Bay 7, middle, Ada Winner" })).toBeAttached({
    timeout: 2_000,
  });
  const alarm = staff.getByRole("listitem", { name: "Bay 7, middle, Ada Winner" });
  await expectAccessible(staff);
  await alarm.getByRole("button", { name: "Seen", exact: true }).click();
  const dialog = staff.getByRole("dialog");
  await dialog.getByLabel("Note").fill("Clear drop");
  await dialog.getByLabel("Photo").setInputFiles({ name: "hole.png", mimeType: "image/png", buffer: PHOTO });
  await dialog.getByRole("button", { name: "Record as seen" }).click();
  await expect(alarm.getByText("Seen by Sam Rangehand")).toBeVisible();

  await staff.getByRole("link", { name: "Decide claims" }).click();
  const claim = staff.getByRole("listitem", { name: /Ada Winner, Middle Hole/ });
  await claim.getByRole("button", { name: "Evidence" }).click();
  const evidence = staff.getByRole("region", { name: "Evidence for Ada Winner's claim" });
  await expect(evidence.getByText("Staff saw the ball in the hole.")).toBeVisible();
  await expect(evidence.getByText("The email address is not proved yet.")).toBeVisible();
  await expect(evidence.getByRole("row", { name: /Middle Hole, this claim/ })).toBeVisible();
  await expect(evidence.getByText(/•••• 4242/)).toBeVisible();
  const photo = evidence.getByRole("img", { name: "What Sam Rangehand photographed" });
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2);
  await expectAccessible(staff);
  // Somebody else decides first: the row no longer fits the filter, but stays and says what was decided.
  await call(staff, "PATCH", `/api/admin/prize-claims/${id}/verify`);
  await expect(staff.getByRole("definition").first()).toHaveText("0");
  await claim.getByRole("button", { name: "Verify" }).click();
  await expect(staff.getByText("This claim has already been decided")).toBeVisible();
  await expect(claim.getByText("Verified", { exact: true }).first()).toBeVisible();
});

test("staff pause a golfer's clock and resume it", async ({ page, browser, app }) => {
  await registered(page, "Ben Waiting");
  const sessionId = await playing(page, 4, 5);
  await page.goto(`/game?session=${sessionId}`);
  const clock = page.getByRole("timer");
  await expect(clock).toContainText(/19:5\d/);
  const staff = await signedIn(browser, app.url, "staff@acebay.test");
  await staff.goto("/admin/bays");
  const bay = staff.getByRole("listitem", { name: "Ben Waiting, bay 7" });
  await bay.getByRole("button", { name: "Pause" }).click();
  const dialog = staff.getByRole("dialog");
  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(dialog.getByText("A reason is required")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Lightning");
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
