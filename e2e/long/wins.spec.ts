/** A verified jackpot, from the golfer's side: in gold over any screen, once on a device, to be shared and paid. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, mailedCode, playing, registered, signedIn, claimPrize } from "../people.ts";
import { claimRoutes } from "#features/claims/contract.ts";

const money = (dollars: number) => dollars.toLocaleString("en-US", { style: "currency", currency: "USD" });
const gold = (page: Page) => page.getByRole("dialog", { name: "You won the jackpot!" });

async function claimJackpot(page: Page): Promise<{ sessionId: string; id: string; amount: string }> {
  const sessionId = await playing(page, 4, 5);
  const claim = await claimPrize(page, sessionId, "middle");
  return { sessionId, id: claim.id, amount: money(claim.prizeAmount) };
}

test("a jackpot that is verified while the game is open turns the screen gold, once on each device", async ({
  page,
  browser,
  app,
}) => {
  await page.addInitScript(() => {
    const pulses: unknown[] = [];
    Object.assign(window, { pulses });
    navigator.vibrate = (pattern) => pulses.push(pattern) > 0;
    Object.defineProperty(navigator, "share", { value: undefined });
  });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const player = await registered(page, "Ada Lovelace");
  const { sessionId, id, amount } = await claimJackpot(page);
  await page.goto(`/game?session=${sessionId}`);
  await page.getByRole("button", { name: "Shot Taken" }).click();
  await expect(page.getByText("is reserved while we review it")).toBeVisible();
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await callsOf(admin).call(claimRoutes.verifyClaim, { params: { id } });

  await expect(gold(page)).toBeVisible();
  await expect(gold(page).getByText(amount)).toBeVisible();
  await expect(page.getByRole("heading", { name: "You won the jackpot!" })).toBeFocused();
  expect(await page.evaluate(() => JSON.stringify(window["pulses" as keyof Window]))).toContain("[90,70,90,70,260]");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.locator(".win-shower")).toBeHidden();
  await expect(gold(page).getByRole("button", { name: "Save the picture" })).toBeEnabled();
  await expectAccessible(page);
  // On its side a phone shows both buttons, too.
  const upright = page.viewportSize();
  await page.setViewportSize({ width: 844, height: 390 });
  for (const name of ["Save the picture", "Done"])
    await expect(gold(page).getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  if (upright) await page.setViewportSize(upright);
  // Without the system's sharing, the picture is saved.
  const file = page.waitForEvent("download");
  await gold(page).getByRole("button", { name: "Save the picture" }).click();
  expect((await file).suggestedFilename()).toBe("jackpot.png");

  // What the payout needs, and which of it we already have; the code proves the address.
  await callsOf(admin).call(claimRoutes.confirmForPayout, { params: { id }, body: { confirmed: "age_18" } });
  await expect(gold(page).getByRole("link", { name: "Write to us" })).toHaveAttribute("href", /^mailto:/);
  await gold(page).getByRole("button", { name: "Mail me a code" }).click();
  const proof = page.getByRole("dialog").filter({ has: page.getByLabel("Code") });
  await expect(proof).toBeVisible();
  await proof.getByLabel("Code").fill(await mailedCode(page, player.email));
  await expect(gold(page).getByText("Your email address is proved")).toBeVisible();
  await expect(gold(page).getByText("Your age is confirmed")).toBeVisible();
  await expect(gold(page).getByRole("link", { name: "Open form W-9" })).toHaveAttribute("href", /irs\.gov/);

  await gold(page).getByRole("button", { name: "Done" }).click();
  await expect(gold(page)).toHaveCount(0);
  // At each opening the app reads again whether there is a win to show.
  const asked = page.waitForResponse((answer) => answer.url().endsWith("/claims"));
  await page.reload();
  await expect(page.getByText("is yours")).toBeVisible();
  await (await asked).finished();
  await expect(gold(page)).toHaveCount(0);

  // Another device of the player: at its next opening, still, and closed by the keyboard.
  const other = await signedIn(browser, app.url, player.email);
  await other.goto("/course");
  await expect(gold(other)).toBeVisible();
  await other.waitForTimeout(1_000);
  await other.keyboard.press("Escape");
  await expect(gold(other)).toHaveCount(0);
  // It stays with the claim.
  await other.goto("/claims");
  await other.getByRole("button", { name: "Share it, and see what we need" }).click();
  await expect(gold(other)).toBeVisible();
});

test("a win is shared as a picture, or as text where the browser shares no files", async ({ page, browser, app }) => {
  await page.addInitScript(() => {
    const shared: object[] = [];
    Object.assign(window, { shared, sharesFiles: true });
    navigator.canShare = () => Boolean(window["sharesFiles" as keyof Window]);
    navigator.share = ({ text = "", files = [] } = {}) => {
      shared.push({ text, files: files.map(({ name, type, size }) => ({ name, type, drawn: size > 10_000 })) });
      return Promise.resolve();
    };
  });
  await registered(page);
  const { id, amount } = await claimJackpot(page);
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await callsOf(admin).call(claimRoutes.verifyClaim, { params: { id } });
  await page.goto("/course");
  const share = gold(page).getByRole("button", { name: "Share your win" });
  await expect(share).toBeVisible();
  const shared = () => page.evaluate(() => window["shared" as keyof Window] as unknown as { text: string }[]);
  await expect
    .poll(async () => {
      await share.click();
      return (await shared()).at(-1);
    })
    .toEqual({
      text: `I hit the jackpot of ${amount} at Palmetto Pines Driving Range!`,
      files: [{ name: "jackpot.png", type: "image/png", drawn: true }],
    });
  await page.evaluate(() => Object.assign(window, { sharesFiles: false }));
  await share.click();
  await expect.poll(async () => (await shared()).at(-1)).toMatchObject({ files: [] });
});
