import type { Page } from "@playwright/test";
import { fillCard, stillCharging, savedCard } from "./buying.ts";
import { expect, test } from "./fixtures.ts";
import { callsOf, expectAccessible, groupMisses, live, ordersOf, playing, registered } from "./people.ts";
import { playRoutes } from "#features/play/contract.ts";
import { bodyOf, given } from "#test/calls.ts";
import { advanceClock } from "#test/demo.ts";

/** The statuses of the player's orders, newest first. */
async function statuses(page: Page): Promise<string[]> {
  return (await ordersOf(page)).map(({ status }) => status);
}

/** A group of three whose three balls are played, past the screens. */
async function groupThatHasPlayed(page: Page): Promise<string> {
  const at = (bayNumber: number) => ({ bayNumber, ballCount: 1 });
  const friends = [
    { name: "Fay", ...at(2) },
    { name: "Gus", ...at(3) },
  ];
  const mainSessionId = await playing(page, 2, 2, { mainPlayer: at(1), friends });
  await groupMisses(page, mainSessionId, [undefined, 0, 1]);
  return mainSessionId;
}

/** Presses Tab until the focus is on the control of a name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < 40; tabs += 1) {
    await page.keyboard.press("Tab");
    // Behind the last control the browser's own have the focus.
    const focus = page.locator(":focus");
    if ((await focus.count()) === 0) continue;
    const [focused] = (await focus.ariaSnapshot()).split("\n");
    if (focused?.includes(`"${name}`)) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

test("one player buys more balls in the game after a refusal, a declined card and a reload, and pays once [2.103 8.37]", async ({
  page,
}) => {
  await registered(page);
  const sessionId = await playing(page, 3, 1);
  await page.goto(`/game?session=${sessionId}`);
  await expect(page.getByRole("button", { name: "Keep Playing" })).toBeHidden();
  await page.getByRole("button", { name: "Shot Taken" }).click();
  await expect(page.getByText("You've used all your balls. Want to keep playing?")).toBeVisible();
  await page.getByRole("button", { name: "Keep Playing" }).click();

  const sheet = page.getByRole("dialog", { name: "Keep Playing" });
  await expect(sheet.getByRole("radio", { name: "One Swing" })).toBeChecked();
  await expect(sheet.getByText("Starter Bucket")).toBeVisible();
  await sheet.getByText("Jackpot Packages").click();
  await expect(sheet.getByText("FREE TEE TIME SHOT")).toBeHidden();
  await sheet.getByText("Jackpot Five").click();
  await expect(sheet.getByText("Time limit: 10 minutes")).toBeVisible();
  const pay = sheet.getByRole("button", { name: "Pay & Keep Playing - $3" });
  await expect(sheet.getByRole("button", { name: "Apple Pay" })).toBeVisible();
  await pay.click();
  await expect(page.getByText("Missing Information")).toBeVisible();
  await expect(page.getByText("Please fill in all payment fields")).toBeVisible();
  await expectAccessible(page);
  // On its side a phone shows the sheet's title whatever is scrolled: hidden legends do not lengthen the sheet itself.
  const upright = page.viewportSize();
  await page.setViewportSize({ width: 844, height: 390 });
  const scrolled = await sheet.evaluate((one) => {
    one.scrollTop = 500;
    return one.scrollTop;
  });
  expect(scrolled).toBe(0);
  if (upright) await page.setViewportSize(upright);

  await fillCard(page, "4000 0000 0000 9995");
  await pay.click();
  await expect(page.getByText("Payment Failed")).toBeVisible();
  await expect(page.getByText("Your card has insufficient funds.").first()).toBeVisible();
  await page.reload();
  await expect(sheet.getByRole("radio", { name: "Jackpot Five" })).toBeChecked();
  // The gateway answers slowly for this card.
  await fillCard(page, "4000 0000 0005 0007");
  await pay.click();
  const answered = await stillCharging(page);
  await page.reload();
  await expect(sheet.getByRole("button", { name: "Checking payment" })).toBeVisible();
  await expect(sheet.getByLabel("Card number")).toBeDisabled();
  // Browsers let a second Escape close a dialog that refused the first one.
  for (const key of ["Escape", "Escape", "Escape"]) await page.keyboard.press(key);
  await expect(sheet).toBeVisible();
  await answered();

  await expect(page.getByText("Balls Added!")).toBeVisible();
  await expect(page.getByText("5 balls added to your session. Keep playing!")).toContainText(
    "New session: 10:00 for your 5 balls.",
  );
  await expect(page).toHaveURL(/\/game/);
  expect(page.url()).not.toContain(sessionId);
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("heading", { name: "Bay 7" })).toBeFocused();
  await page.getByRole("button", { name: "Shot Taken" }).click();
  await expect(page.getByText("4 / 5")).toBeVisible();
  expect(await statuses(page)).toEqual(["fulfilled", "declined", "fulfilled"]);
  expect(
    (await bodyOf(callsOf(page).call(playRoutes.getSession, { params: { id: sessionId } }))).session.endReason,
  ).toBe("buy_more");
  // The balls are paid and the game goes on, so no purchase is left to come back to.
  await page.reload();
  await expect(page.getByText("4 / 5")).toBeVisible();
  await expect(sheet).toBeHidden();
});

test("a group buys more balls by keyboard: a wrong allocation is refused, a right one may leave out a player [4.29 5.21-22 8.16]", async ({
  page,
}) => {
  await registered(page, "Bo Buyer");
  await page.goto(`/game?session=${await groupThatHasPlayed(page)}`);
  await live(page);
  await page.getByRole("button", { name: "Keep Playing" }).press("Enter");
  const sheet = page.getByRole("dialog", { name: "Keep Playing" });
  await expect(sheet.getByRole("heading", { name: "Keep Playing" })).toBeFocused();

  // The form begins with the allocation of the last purchase: three balls.
  await expect(sheet.getByText("0 balls left to allocate")).toBeVisible();
  await tabTo(page, "Quick Three");
  await page.keyboard.press("ArrowDown");
  // The balls of another package are shared evenly: 2, 2 and 1.
  await expect(sheet.getByText("0 balls left to allocate")).toBeVisible();
  await tabTo(page, "Balls for Gus: one less");
  await page.keyboard.press("Enter");
  await expect(sheet.getByText("Bay 3, sits out")).toBeVisible();
  // No way to pay is chosen yet. They load when the browser is idle.
  await expect(sheet.getByRole("button", { name: "Apple Pay" })).toBeVisible();
  await tabTo(page, "Apple Pay");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Invalid Distribution")).toBeVisible();
  await expect(page.getByText("Please distribute exactly 5 balls among players.")).toBeVisible();
  await expectAccessible(page);
  expect(await statuses(page)).toEqual(["fulfilled"]);

  // The focus was sent back to the shares.
  await tabTo(page, "Balls for Fay");
  await tabTo(page, "Balls for Fay");
  await page.keyboard.type("3");
  await expect(sheet.getByText("Time limit: 6 minutes")).toBeVisible();
  await expect(sheet.getByText("0 balls left to allocate")).toBeVisible();
  // A player who sat out still has no balls; the others get 3 and 2.
  await tabTo(page, "Split evenly");
  await page.keyboard.press("Enter");
  await expect(sheet.getByText("0 balls left to allocate")).toBeVisible();
  await expect(sheet.getByText("Bay 3, sits out")).toBeVisible();
  await tabTo(page, "Pay & Keep Playing - $3");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Approve $3" }).press("Enter");
  await expect(page.getByText("5 balls added to your session. Keep playing!")).toContainText(
    "New session: 6:00 for up to 3 balls each.",
  );
  await expect(page.getByText("2 balls left")).toBeVisible();
  await expect(page.getByText("Gus")).toBeHidden();
  const id = given(new URL(page.url()).searchParams.get("session"));
  const { session } = await bodyOf(callsOf(page).call(playRoutes.getSession, { params: { id } }));
  expect(session).toMatchObject({ ballCount: 3, purchaseContext: "buy_more_balls" });
  expect(session.timeRemaining).toBeGreaterThan(330);
  expect(session.timeRemaining).toBeLessThanOrEqual(360);
});

test("when the buyer buys more, a friend's phone and the buyer's other phone go on in the new session and say so, and the friend is offered nothing", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Max Buyer");
  const friends = await (await browser.newContext({ baseURL: app.url })).newPage();
  const fay = await registered(friends, "Fay Friend");
  const id = await playing(page, 2, 2, {
    mainPlayer: { bayNumber: 11, ballCount: 2 },
    friends: [{ userId: fay.userId, name: fay.userId, bayNumber: 12, ballCount: 1 }],
  });
  const kept = await page.context().storageState();
  const others = await (await browser.newContext({ baseURL: app.url, storageState: kept })).newPage();
  await friends.goto("/game");
  await others.goto(`/game?session=${id}`);
  const playAll = (mainSessionId: string) => groupMisses(page, mainSessionId, [undefined, undefined, 0]);
  await playAll(id);
  await expect(friends.getByText("If more balls are bought for you")).toBeVisible();
  await expect(friends.getByRole("button", { name: /Keep Playing/ })).toHaveCount(0);
  const old = friends.url();
  const buy = async () => {
    await fillCard(page, "4242 4242 4242 4242");
    await page.getByRole("button", { name: /^Pay & Keep Playing/ }).click();
    await expect(page.getByText("Balls Added!")).toBeVisible();
  };

  // The other phone has the purchase open.
  await others.getByRole("button", { name: "Keep Playing" }).click();
  await expect(others.getByRole("dialog", { name: "Keep Playing" })).toBeVisible();
  await page.goto(`/game?session=${id}`);
  await page.getByRole("button", { name: "Keep Playing" }).click();
  await buy();
  await expect(friends.locator("#toasts")).toContainText(
    /Max B\. gave you 1 ballNew session: \d+:\d\d for your 1 ball$/,
  );
  await expect(friends.getByRole("button", { name: "Shot Taken" })).toBeVisible();
  await expect(others).toHaveURL(page.url());
  await expect(others.getByRole("dialog", { name: "Keep Playing" })).toBeHidden();
  // The earlier game can be opened again, to claim in it.
  await friends.goto(old);
  await expect(friends.getByText("This session has ended")).toBeVisible();
  await friends.goto("/game");

  // Now the other phone's purchase is closed.
  await playAll(given(new URL(page.url()).searchParams.get("session")));
  await page.getByRole("button", { name: "Keep Playing" }).click();
  await expect(others.getByRole("button", { name: "Keep Playing" })).toBeVisible();
  await buy();
  await expect(others.locator("#toasts")).toContainText(/You bought more ballsNew session: \d+:\d\d for your \d balls/);
  await expect(others).toHaveURL(page.url());
});

test("further taps at the same place after the last ball end nothing and pay nothing", async ({ page }) => {
  await registered(page);
  const { session } = await savedCard(page, 14);
  await page.goto(`/game?session=${session.id}`);
  await live(page);
  const place = await page.getByRole("button", { name: "Shot Taken" }).boundingBox();
  if (!place) throw new Error("Shot Taken has no place");
  const tap = () => page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  await tap();
  // 650 ms later nothing is in this place; after 2 s 'Keep Playing' is there, and the button of its sheet is in the
  // same place.
  for (let taps = 0; taps < 6; taps += 1) {
    await page.waitForTimeout(650);
    await tap();
    if (await page.getByRole("dialog", { name: "Keep Playing" }).isVisible()) break;
  }
  const sheet = page.getByRole("dialog", { name: "Keep Playing" });
  await expect(sheet.getByRole("radio", { name: "Visa ending 4242" })).toBeChecked();
  await tap();
  await expect(sheet.getByRole("button", { name: "Pay & Keep Playing - $1" })).toBeEnabled();
  expect(await statuses(page)).toEqual(["fulfilled"]);
  await sheet.getByRole("button", { name: "Close" }).click();
  expect((await bodyOf(callsOf(page).call(playRoutes.getSession, { params: { id: session.id } }))).session.status).toBe(
    "balls_finished",
  );
});

test("when the session is over, a single player is offered more balls and a group is not", async ({ page }) => {
  await registered(page);
  const groupId = await groupThatHasPlayed(page);
  await callsOf(page).call(playRoutes.completeSession, { params: { id: groupId } });
  await page.goto(`/game?session=${groupId}`);
  await expect(page.getByText("This session has ended")).toBeVisible();
  await expect(page.getByRole("link", { name: "Return to Main" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Keep Playing" })).toBeHidden();

  await page.goto(`/game?session=${await playing(page, 3, 1)}`);
  await expect(page.getByRole("button", { name: "Shot Taken" })).toBeVisible();
  await advanceClock(callsOf(page), 121);
  await expect(page.getByText("Time is up")).toBeVisible();
  await page.getByRole("button", { name: "Keep Playing" }).click();
  await page.getByRole("dialog").getByText("PayPal").click();
  await page.getByRole("button", { name: "Approve $1" }).click();
  await expect(page.getByText("1 ball added to your session. Keep playing!")).toBeVisible();
  await expect(page.getByText("1 / 1")).toBeVisible();
});

test("the button says that its form is still loading, and pays once it is there", async ({ page }) => {
  await registered(page);
  const sessionId = await playing(page, 3, 1);
  await callsOf(page).call(playRoutes.recordShot, { body: { sessionId, targetHole: "missed", prizeClaim: false } });
  const wanted = Promise.withResolvers<void>();
  await page.route(/\/assets\/sandbox-form-/, async (route) => {
    await wanted.promise;
    await route.continue();
  });
  await page.goto(`/game?session=${sessionId}`);
  await page.getByRole("button", { name: "Keep Playing" }).click();
  const sheet = page.getByRole("dialog", { name: "Keep Playing" });
  await expect(sheet.getByRole("button", { name: "Loading the payment form" })).toBeVisible();
  wanted.resolve();
  await fillCard(page, "4242 4242 4242 4242");
  await sheet.getByRole("button", { name: /^Pay & Keep Playing/ }).click();
  await expect(page.getByText("Balls Added!")).toBeVisible();
  expect(await statuses(page)).toEqual(["fulfilled", "fulfilled"]);
});
