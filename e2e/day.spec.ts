import { fillCard } from "./buying.ts";
import { expect, test } from "./fixtures.ts";
import { callsOf, expectAccessible, expectToast, playing, registered, signedIn, signIn } from "./people.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { bodyOf } from "#test/calls.ts";

// A whole day, with every screen scanned.
test.describe.configure({ timeout: 120_000 });

test("a golfer registers, books, pays, shoots and claims; an administrator verifies; the golfer sees it [2.13 2.55 2.123 4.3 4.11 4.17 4.33 8.39]", async ({
  page,
  browser,
  app,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Hole in 1" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Register" }).click();

  await page.getByLabel("Name").fill("Casey Long");
  const email = `casey.${Date.now()}@example.com`;
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone").fill("555 010 0100");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Account created successfully!")).toBeVisible();

  await expect(page.getByRole("button", { name: "Continue to Ball Packages" })).toBeDisabled();
  await page.getByText("Palmetto Pines Driving Range").click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue to Ball Packages" }).click();

  await expect(page).toHaveURL(/\/package/);
  await page.getByText("Jackpot Ten").click();
  await page.getByLabel("Bay number", { exact: true }).fill("7");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByRole("heading", { name: "Review & Payment" })).toBeVisible();
  await page.reload();
  await expect(page.locator("summary").getByText("Jackpot Ten")).toBeVisible();
  await page.getByText("Start now").click();
  await expect(page.getByRole("button", { name: "Pay & Start Session - $5" })).toBeDisabled();
  await fillCard(page, "4242 4242 4242 4242");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pay & Start Session - $5" }).click();

  await expect(page).toHaveURL(/\/game/);
  await expect(page.getByRole("heading", { name: "Bay 7" })).toBeVisible();
  await expect(page.getByText("10 / 10")).toBeVisible();
  await page.getByRole("button", { name: "Shot Taken" }).click();
  await expect(page.getByText("9 / 10")).toBeVisible();
  await expect(page.getByText("Shot 1: saved")).toBeVisible();
  await page.reload();
  await expect(page.getByText("9 / 10")).toBeVisible();
  await expectAccessible(page);

  const { course } = await bodyOf(callsOf(page).call(courseRoutes.getCourse, { params: { id: 1 } }));
  const pot = course.jackpotAmount.toLocaleString("en-US", { style: "currency", currency: "USD" });
  await page.getByRole("button", { name: "Claim Your Prize" }).click();
  const sheet = page.getByRole("dialog", { name: "Claim Your Prize" });
  await sheet.getByText("Middle Hole").click();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Review Claim" }).click();
  await sheet.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Prize Claim Submitted!")).toBeVisible();
  await expect(page.getByText("9 / 10")).toBeVisible();

  const office = await browser.newContext({ baseURL: app.url, viewport: { width: 1280, height: 800 } });
  const admin = await office.newPage();
  await admin.goto("/login");
  await signIn(admin, "admin@acebay.test");
  await admin.getByRole("link", { name: "Verify claims" }).click();
  await expect(admin).toHaveURL(/\/admin\/prize-verification$/);
  await expect(admin.getByRole("heading", { name: "Prize Verification" })).toBeVisible();
  const row = admin.getByRole("row", { name: /^Casey Long/ });
  await expect(row.getByText(pot)).toBeVisible();
  await expect(row).toContainText("Middle Hole");
  await expectAccessible(admin);
  // Cash takes a second step, which also works by keyboard alone. The first key only shows which claim it would decide.
  const claim = admin.getByRole("region", { name: "Claim of Casey Long" });
  await admin.keyboard.press("v");
  await expect(claim.getByRole("region", { name: "Evidence for Casey Long's claim" })).toBeVisible();
  await expect(admin.getByRole("dialog")).toBeHidden();
  await expectAccessible(admin);
  await admin.keyboard.press("v");
  const second = admin.getByRole("dialog", { name: "Verify this claim?" });
  await expect(second).toContainText("Nobody at the bay has recorded what they saw.");
  await expect(second.getByRole("button", { name: /^Verify \$/ })).toBeFocused();
  await expectAccessible(admin);
  await admin.keyboard.press("Enter");
  await expectToast(admin, "Prize Claim Approved", "The prize claim has been verified successfully.");
  await expect(claim.getByText(/Payout waits for/)).toBeVisible();

  // The golfer's game is open: it turns gold, and a tap in its first second has no effect.
  const gold = page.getByRole("dialog", { name: "You won the jackpot!" });
  await expect(gold).toBeVisible();
  // The picture is drawn meanwhile; then the button takes on its colours.
  await expect(gold.getByRole("button", { name: "Save the picture" })).toBeEnabled();
  await expectAccessible(page);
  await expect(async () => {
    await gold.getByRole("button", { name: "Done" }).click();
    await expect(gold).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await page.goto("/claims");
  await expect(page.getByRole("article", { name: "Middle Hole" }).getByText("Verified").first()).toBeVisible();
  await expect(page.getByRole("article", { name: "Middle Hole" })).toContainText(pot);
  await expectAccessible(page);
});

test("a rejected claim needs a reason, and its golfer reads it [2.121-126 4.32-34 4.36 5.24 8.24 8.39-40]", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Dana Short");
  const sessionId = await playing(page, 3, 1);
  await callsOf(page).call(playRoutes.recordShot, {
    body: { sessionId, targetHole: "left", prizeClaim: true, prizeAmount: 0 },
  });
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin/prize-verification");
  const row = admin.getByRole("row", { name: /Dana Short/ });
  for (const fact of ["Pending", "Bay 7, Palmetto Pines Driving Range", "Left Hole", "Gulfside Fitted Wedge"])
    await expect(row).toContainText(fact);
  await row.getByRole("link", { name: "Dana Short" }).click();
  const claim = admin.getByRole("region", { name: "Claim of Dana Short" });
  await expect(claim).toContainText(/Claimed\w{3} \d+, \d{4}, \d+:\d\d\s[AP]M/);
  // The tabs have the figures of all claims.
  const count = async (tab: string) =>
    Number(/\d+/.exec((await admin.getByLabel(tab).locator("..").textContent()) ?? "")?.[0]);
  const [pending, rejected] = await Promise.all(["Pending", "Rejected"].map(count));
  await expect(admin.getByLabel(/^Verified \d+$/)).toBeAttached();
  await expect(admin.getByText(/Verified prize money \$[\d,]+\.\d\d/)).toBeVisible();
  const wrong = { error: { code: "claims.decided", message: "Somebody else has decided this claim" } };
  await admin.route(/prize-claims\/.+\/(verify|reject)$/, (route) => route.fulfill({ status: 409, json: wrong }));
  await claim.getByRole("button", { name: "Verify" }).click();
  const second = admin.getByRole("dialog", { name: "Verify this claim?" });
  await second.getByRole("button", { name: "Verify claim" }).click();
  await expectToast(admin, "Failed to approve claim");
  await second.getByRole("button", { name: "Cancel" }).click();
  // The key also works after a click beside the list, and what is typed next is the reason.
  await admin.getByRole("heading", { name: "Prize Verification" }).click();
  await admin.keyboard.press("r");
  const dialog = admin.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: "Reason" })).toBeFocused();
  await expect(dialog.getByRole("button", { name: "Reject Claim" })).toBeDisabled();
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  await reason.fill("   ");
  await expect(dialog.getByRole("button", { name: "Reject Claim" })).toBeDisabled();
  await reason.fill("The ball missed the green");
  await expect(reason).toHaveCSS("min-height", "100px");
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Reject Claim" }).click();
  await expectToast(admin, "Failed to reject claim");
  await admin.unrouteAll({ behavior: "wait" });
  // Typed text is lost only when the administrator agrees.
  admin.once("dialog", (question) => void question.dismiss());
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(reason).toHaveValue("The ball missed the green");
  admin.once("dialog", (question) => void question.accept());
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await claim.getByRole("button", { name: "Reject" }).click();
  await expect(reason).toHaveValue("");
  await reason.fill("The ball missed the green");
  await dialog.getByRole("button", { name: "Reject Claim" }).click();
  await expectToast(admin, "Prize Claim Rejected", "The prize claim has been rejected successfully.");
  await expect(dialog).toBeHidden();
  await expect(claim).toContainText("Reason: The ball missed the green");
  await expect(claim).toContainText("Rejected");
  await expect(claim).toContainText(/[AP]M \w+ by Alex Greenkeeper/);
  await expect(claim.getByRole("button", { name: "Verify" })).toHaveCount(0);
  await expect.poll(() => count("Pending")).toBe((pending ?? 0) - 1);
  await expect.poll(() => count("Rejected")).toBe((rejected ?? 0) + 1);
  await admin.route("**/api/admin/prize-claims*", (route) => route.fulfill({ json: [] }));
  await admin.reload();
  await expect(admin.getByText("No prize claims found.")).toBeVisible();
  await admin.getByRole("link", { name: "Back to Dashboard" }).click();
  await expect(admin).toHaveURL(/\/admin$/);
  await page.goto("/claims");
  await expect(page.getByText("The ball missed the green")).toBeVisible();
});
