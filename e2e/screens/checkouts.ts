/** Step 3 of the booking, and the checkout. */
import { registered } from "../people.ts";
import {
  at,
  choose,
  freeShot,
  jackpotFive,
  keepInTab,
  LONG_NAME,
  longNames,
  pay,
  payByCard,
  settled,
  toast,
  unfoldCard,
  sendPayment,
} from "./reach.ts";
import { everyLook, furtherLooks, inEnglish } from "./looks.ts";
import { fail, hold, type Open, type Studio } from "./studio.ts";

export async function checkouts({ visitor, take }: Studio): Promise<void> {
  const page = await visitor();
  await registered(page, "Robin Tester");

  const withCheckout =
    (path: string, data: object = jackpotFive): Open =>
    async () => {
      await page.evaluate(() => sessionStorage.clear());
      await choose(page, {});
      await keepInTab(page, "checkoutData", data);
      await at(path)(page);
    };
  const group = {
    ...jackpotFive,
    sessionData: {
      ...jackpotFive.sessionData,
      groupData: {
        mainPlayer: { bayNumber: 12, ballCount: 2 },
        friends: [
          { name: "Fran Friend", bayNumber: 8, ballCount: 2 },
          { name: LONG_NAME, bayNumber: 9, ballCount: 1 },
        ],
      },
    },
  };
  await take(page, "Review", "paid", everyLook, withCheckout("/app?step=3"));
  await take(page, "Review", "group, long names", furtherLooks, async () => {
    await longNames(page);
    await withCheckout("/app?step=3", group)(page);
  });
  await take(page, "Review", "free shot ready", everyLook, withCheckout("/app?step=3", freeShot));
  await take(page, "Review", "failed", furtherLooks, async () => {
    await page.evaluate(() => sessionStorage.clear());
    await fail(page, /\/api\/orders/);
    await at("/app?step=3")(page);
  });

  await take(page, "Checkout", "ways to pay", everyLook, withCheckout("/checkout"));
  await take(page, "Checkout", "card unfolded", everyLook, async () => {
    await withCheckout("/checkout")(page);
    await unfoldCard(page);
  });
  await take(page, "Checkout", "free", everyLook, withCheckout("/checkout", freeShot));
  await take(page, "Checkout", "group, long names", furtherLooks, async () => {
    await longNames(page);
    await withCheckout("/checkout", group)(page);
  });
  const method = async (name: "paypal" | "apple") => {
    await withCheckout("/checkout")(page);
    await page.getByText(name === "paypal" ? "PayPal" : "Apple Pay", { exact: true }).click();
    await page.locator("dialog[open]").waitFor();
  };
  await take(page, "Checkout", "PayPal's sheet", everyLook, () => method("paypal"));
  await take(page, "Checkout", "Apple Pay's sheet", furtherLooks, () => method("apple"));
  await take(page, "Checkout", "PayPal, as last time", furtherLooks, async () => {
    await method("paypal");
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "hidden" });
  });
  const card = async (number: string, data: object = jackpotFive) => {
    await withCheckout("/checkout", data)(page);
    await payByCard(page, number);
  };
  await take(page, "Checkout", "declined", everyLook, async () => {
    await card("4000 0000 0000 9995");
    await toast(page);
  });
  await take(page, "Checkout", "wrong number", furtherLooks, async () => {
    await card("4242 4242 4242 4241");
    await page.locator("[aria-invalid=true]").first().waitFor();
  });
  await take(page, "Checkout", "price changed", everyLook, async () => {
    await card("4242 4242 4242 4242", { ...jackpotFive, packageInfo: { ...jackpotFive.packageInfo, price: 2 } });
    await toast(page);
  });
  await take(page, "Checkout", "processing", furtherLooks, async () => {
    await hold(page, /\/api\/process-payment/);
    await card("4242 4242 4242 4242");
    await page.locator("button[form=payment][aria-disabled=true]").waitFor();
  });
  await take(page, "Checkout", "form failed", furtherLooks, async () => {
    await fail(page, /\/api\/config/);
    await withCheckout("/checkout")(page);
  });
  await page.evaluate(() => sessionStorage.clear());
  await page.context().close();

  const waiting = await visitor();
  await registered(waiting, "Wanda Waiting");
  await sendPayment(waiting, 3, { packageId: 5 }, { start: false });
  await take(waiting, "Review", "payment successful", everyLook, at("/app?step=3"));
  await take(waiting, "Course", "paid and ready", everyLook, at("/course"));
  await waiting.context().close();

  const asked = await visitor();
  await registered(asked, "Charlie Challenged");
  const challenged = async () => {
    await choose(asked, {});
    await keepInTab(asked, "checkoutData", jackpotFive);
    await asked.goto("/checkout");
    await settled(asked);
    if (await asked.locator("dialog[open]").isVisible()) return;
    await payByCard(asked, "4000 0000 0000 3220");
  };
  await take(asked, "Checkout", "the bank asks", inEnglish(everyLook), async () => {
    await challenged();
    await asked.locator("dialog[open]").waitFor();
  });
  await take(asked, "Checkout", "checking payment", everyLook, async () => {
    await asked.reload();
    await asked.locator("dialog[open]").waitFor();
    await asked.keyboard.press("Escape");
    await asked.locator("dialog[open]").waitFor({ state: "detached" });
  });
  await asked.context().close();

  const busy = await visitor();
  await registered(busy, "Bo Busy");
  const { session } = await pay(busy, 3, { packageId: 5 });
  await take(busy, "Checkout", "session active", everyLook, async () => {
    await keepInTab(busy, "checkoutData", jackpotFive);
    await at("/checkout")(busy);
    await busy.locator(`a[href*="${session.id}"]`).first().waitFor();
  });
  await take(busy, "Checkout", "free, session active", furtherLooks, async () => {
    await keepInTab(busy, "checkoutData", freeShot);
    await at("/checkout")(busy);
    await busy.locator(`a[href*="${session.id}"]`).first().waitFor();
  });
  await busy.context().close();
}
