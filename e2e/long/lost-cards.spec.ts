/** A saved card that cannot pay any more. */
import { atCheckout, savedEarlier } from "../buying.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, registered } from "../people.ts";
import { savedCardRoutes } from "#features/payments/saved-card-contract.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

test("when a saved card has expired, or was removed on another phone, a message stays beside the cards", async ({
  page,
}) => {
  await registered(page);
  await savedEarlier(page);
  await atCheckout(page);
  const form = page.getByRole("main");
  const pay = page.getByRole("button", { name: "Pay & Start Session - $3" });
  await page.route("**/api/process-payment", (route) =>
    route.fulfill({ status: 409, json: { error: { code: "payments.saved_card_expired", message: "expired" } } }),
  );
  await page.getByRole("radio", { name: "Visa ending 4242" }).check();
  // A refusal makes the page read the cards again. This answer must come before the card is removed; otherwise the list
  // lacks the card.
  const askedAgain = page.waitForResponse("**/api/saved-cards");
  await pay.click();
  await expect(form.getByText("expired", { exact: true })).toBeVisible();
  await (await askedAgain).finished();
  await page.unrouteAll({ behavior: "wait" });

  const { cards } = await bodyOf(callsOf(page).call(savedCardRoutes.listSavedCards));
  await callsOf(page).call(savedCardRoutes.removeSavedCard, { params: { id: firstOf(cards).id } });
  await pay.click();
  const told = form.getByText("This card is not saved any more. Please use another card.");
  await expect(told).toBeVisible();
  await expect(form.getByText("Nothing was charged. Try another card or another way to pay.")).toBeVisible();
  await expect(page.locator("#toasts")).toBeEmpty();
  await expect(told).toBeVisible();
  await expect(form.getByRole("radio", { name: "Visa ending 4242" })).toBeHidden();
});
