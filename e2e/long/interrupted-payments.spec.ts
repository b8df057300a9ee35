/** Payments that a lost answer, a lost network, a reload, a second device or a sign-out interrupts. */
import { atCheckout, atPayingAhead, payByCard, payChallenged, PLAIN_CARD, statuses, stillCharging } from "../buying.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, registered, signedIn, signIn } from "../people.ts";
import { playRoutes } from "#features/play/contract.ts";
import { bodyOf } from "#test/calls.ts";

test("a cancellation whose answer is lost is told as one, and not as a bank that was not answered", async ({
  page,
}) => {
  await registered(page);
  await atCheckout(page);
  const sheet = await payChallenged(page);
  await page.route("**/api/orders/*/cancel", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sheet.getByRole("button", { name: "Cancel payment" }).click();
  await expect(page.getByText("Payment cancelled")).toBeVisible();
  await expect(page.getByText("Your bank was not answered")).toBeHidden();
  await expect(sheet).toBeHidden();
  expect(await statuses(page)).toEqual(["expired"]);
});

test("with two devices the second payment is refused, and its page offers to wait or to cancel the first one", async ({
  page,
  browser,
  app,
}) => {
  const { email } = await registered(page);
  const second = await signedIn(browser, app.url, email, { width: 390, height: 844 });
  // The first sign-in by code has ended the registration's own session.
  await page.goto("/login");
  await signIn(page, email);
  await expect(page).toHaveURL(/course|app/);
  await atCheckout(second);
  await atCheckout(page);
  const sheet = await payChallenged(page);

  await payByCard(second, PLAIN_CARD);
  await expect(second.getByText("Another payment of yours is still being checked.")).toBeVisible();
  const offer = second.getByText("Another payment of yours is not finished");
  await expect(offer).toBeVisible();
  await expectAccessible(second);
  await second.getByRole("button", { name: "Wait" }).click();
  await expect(second.getByText("Waiting for your other payment")).toBeVisible();
  await sheet.getByRole("button", { name: "It wasn't me" }).click();
  await expect(second.getByText("You can pay now")).toBeVisible();

  await payChallenged(page);
  await payByCard(second, PLAIN_CARD);
  await second.getByRole("button", { name: "Cancel the other payment" }).click();
  await expect(second.getByText("You can pay now")).toBeVisible();
  await expect(sheet).toBeHidden();
  await expect(page.getByText("or the payment was cancelled elsewhere")).toBeVisible();
  await payByCard(second, PLAIN_CARD);
  await expect(second).toHaveURL(/\/game/);
  expect(await statuses(page)).toEqual(["fulfilled", "expired", "declined"]);
});

test("when the network fails during a payment, the page goes on by itself and charges once", async ({
  page,
  context,
}) => {
  await registered(page);
  await atCheckout(page);
  // The request arrives, its reply does not, and then there is no network at all.
  await page.route("**/api/process-payment", async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort();
    await page.unroute("**/api/process-payment");
  });
  await payByCard(page, PLAIN_CARD);
  await expect(page.getByText("Waiting for a connection")).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/game/);
  expect(await statuses(page)).toEqual(["fulfilled"]);
});

test("after a reload before the reply, the page finds the payment again and goes on by itself", async ({ page }) => {
  await registered(page);
  await atCheckout(page);
  await payByCard(page, "4000 0000 0005 0007");
  const answered = await stillCharging(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "Checking payment" })).toBeVisible();
  await answered();
  await expect(page).toHaveURL(/\/game/);
  expect(await statuses(page)).toEqual(["fulfilled"]);
});

test("a golfer who is signed out while paying signs in and is back at the checkout", async ({ page, browser, app }) => {
  const { email } = await registered(page);
  await atCheckout(page);
  await signedIn(browser, app.url, email);
  await payByCard(page, PLAIN_CARD);
  await expect(page.getByText("You were signed out")).toBeVisible();
  await signIn(page, email);
  await expect(page).toHaveURL(/\/checkout/);
  await payByCard(page, PLAIN_CARD);
  await expect(page).toHaveURL(/\/game/);
});

test("a payment ahead without a reply, whose game was played since, does not come up at the next checkout", async ({
  page,
}) => {
  const { id } = await registered(page);
  await atPayingAhead(page);
  const at = page.url();
  const chosen = await page.evaluate(() => ({ ...sessionStorage }));
  let done = () => {};
  const sent = new Promise<void>((resolve) => (done = resolve));
  await page.route("**/api/process-payment", async (route) => {
    await route.fetch();
    done();
  });
  await payByCard(page, PLAIN_CARD, "Pay $3");
  await sent;
  // The tab keeps the key, but the order is there already, and waits for its start.
  await page.reload();
  await page.getByRole("button", { name: "Start Your Session" }).click();
  await expect(page.getByRole("button", { name: "Shot Taken" })).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const { sessions } = await bodyOf(callsOf(page).call(playRoutes.listActiveSessions, { params: { id } }));
  for (const session of sessions) await callsOf(page).call(playRoutes.completeSession, { params: { id: session.id } });
  await expect(page.getByRole("heading", { name: "This session has ended" })).toBeVisible();
  // The same choice once more.
  await page.evaluate((kept) => Object.assign(sessionStorage, kept), chosen);
  await page.goto(at);
  await payByCard(page, PLAIN_CARD, "Pay $3");
  await expect(page.getByRole("button", { name: "Start Your Session" })).toBeVisible();
  expect(await statuses(page)).toEqual(["paid", "fulfilled"]);
});
