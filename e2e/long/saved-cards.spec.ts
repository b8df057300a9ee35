/** Saved cards, from the tick at the first payment to their removal in the profile. */
import { atCheckout, fillCard, savedEarlier } from "../buying.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, newestOrder, ordersOf, registered } from "../people.ts";
import { playRoutes } from "#features/play/contract.ts";
import { given } from "#test/calls.ts";

test("a saved card pays by one tap in Keep Playing, says when its bank declines it, and is removed in the profile", async ({
  page,
}) => {
  await registered(page);
  await atCheckout(page);
  // It is declined once it is saved.
  await fillCard(page, "4000 0000 0000 0341");
  const tick = page.getByRole("checkbox", { name: "Save this card for next time" });
  await expect(tick).not.toBeChecked();
  await expect(tick).toHaveAccessibleDescription(/The payment company keeps it, not/);
  await tick.check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pay & Start Session - $3" }).click();
  await expect(page).toHaveURL(/\/game/);
  const sessionId = given(new URL(page.url()).searchParams.get("session"));
  for (let balls = 0; balls < 5; balls += 1)
    await callsOf(page).call(playRoutes.recordShot, { body: { sessionId, targetHole: "missed", prizeClaim: false } });
  await page.getByRole("button", { name: "Keep Playing" }).click();
  const sheet = page.getByRole("dialog", { name: "Keep Playing" });
  await expect(sheet.getByRole("radio", { name: "Visa ending 0341" })).toBeChecked();
  await expect(sheet.getByLabel("Card number")).toBeHidden();
  const pay = sheet.getByRole("button", { name: /^Pay & Keep Playing/ });
  await pay.click();
  await expect(sheet.getByText("Nothing was charged.")).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Use another card" }).click();
  await fillCard(page, "4242 4242 4242 4242");
  await page.getByRole("checkbox", { name: "Save this card for next time" }).check();
  await pay.click();
  await expect(page.getByText("Balls Added!")).toBeVisible();
  const orders = await ordersOf(page);
  expect(orders.map(({ status }: { status: string }) => status)).toEqual(["fulfilled", "declined", "fulfilled"]);

  await page.goto("/profile");
  await expect(page.getByText("Visa ending 4242")).toBeVisible();
  await page.getByRole("button", { name: "Remove Visa ending 0341" }).click();
  const asks = page.getByRole("dialog", { name: "Remove Visa ending 0341?" });
  await expectAccessible(page);
  await asks.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("Card removed")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Visa ending 4242")).toBeVisible();
  await expect(page.getByText("Visa ending 0341")).toBeHidden();
});

test("a saved card pays at the checkout by the sticky button; a wallet of last time comes first instead", async ({
  page,
}) => {
  await registered(page);
  await savedEarlier(page);
  await atCheckout(page);
  const visa = page.getByRole("radio", { name: "Visa ending 4242" });
  await expect(visa).toBeChecked();
  const pay = page.getByRole("button", { name: "Pay & Start Session - $3" });
  await expect(pay).toBeEnabled();
  // Another way to pay is not complete yet; when the card is chosen again, it is.
  await page.getByRole("radio", { name: "Another card or wallet" }).check();
  await expect(page.getByRole("button", { name: "Apple Pay" })).toBeVisible();
  await expect(pay).toBeDisabled();
  await visa.check();
  await pay.click();
  await expect(page).toHaveURL(/\/game\?session=/);
  const bought = await newestOrder(page);
  expect(bought).toMatchObject({ status: "fulfilled", amount: 3 });

  await page.evaluate(() => localStorage.setItem("paymentMethod", JSON.stringify("paypal")));
  await callsOf(page).call(playRoutes.completeSession, { params: { id: given(bought.sessionId) } });
  await atCheckout(page);
  await expect(page.getByRole("radio", { name: "Another card or wallet" })).toBeChecked();
  await expect(page.getByRole("button", { name: "PayPal" })).toHaveAttribute("aria-current", "true");
});
