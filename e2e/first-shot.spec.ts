/**
 * How many inputs and seconds lie between the code of a bay and the first shot: measured, printed, and compared with a
 * goal.
 */
import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { callsOf } from "./people.ts";
import { advanceClock } from "#test/demo.ts";

test.use({ serviceWorkers: "allow" });

const GOAL = { newcomer: { inputs: 12, seconds: 60 }, returning: { inputs: 2, seconds: 15 } };

/** A slow phone network, as Lighthouse's "slow 4G". */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
/** The time that a golfer needs to find and tap something, and to type a character on a phone. */
const TAP_SECONDS = 1.75;
const CHARACTER_SECONDS = 0.33;

/** A golfer's inputs; waiting for what is tapped counts as the app's time. */
function startHand() {
  const began = performance.now();
  let [taps, inWallet, fields, characters] = [0, 0, 0, 0];
  return {
    tap: async (what: Locator) => {
      await what.tap();
      taps += 1;
    },
    /** In the sheet that stands in for the wallet's own. */
    confirm: async (what: Locator) => {
      await what.tap();
      inWallet += 1;
    },
    type: async (field: Locator, text: string) => {
      await field.fill(text);
      fields += 1;
      characters += text.length;
    },
    done: (who: string) => {
      const waited = (performance.now() - began) / 1000;
      const seconds = waited + (taps + inWallet + fields) * TAP_SECONDS + characters * CHARACTER_SECONDS;
      const all = `${taps} taps and ${fields} fields on our screens, ${inWallet} tap in the wallet's sheet`;
      process.stdout.write(
        `${who}: ${all}; ${seconds.toFixed(1)} s from the bay's code to the first shot, ${waited.toFixed(1)} s of them waited\n`,
      );
      return { own: taps + fields, inputs: taps + fields + inWallet, seconds };
    },
  };
}

test("from a bay's code to the first shot: a new golfer with a wallet, then the same golfer another day", async ({
  page,
  context,
}) => {
  const tool = await context.newCDPSession(page);
  await tool.send("Network.enable");
  await tool.send("Network.emulateNetworkConditions", NETWORK);
  const wallet = page.getByRole("button", { name: "Apple Pay" });
  const shot = page.getByRole("button", { name: "Shot Taken" });
  const isTaken = (left: number) => expect(page.getByText(`${left} / 5`)).toBeVisible();

  const newcomer = startHand();
  await page.goto("/bay?course=1&bay=7");
  await newcomer.tap(page.getByRole("button", { name: "Play in Bay 7" }));
  // The texts that the law and the prize rules require are shown before anybody signs up.
  await newcomer.type(page.getByLabel("Name"), "Quinn Arcode");
  await newcomer.type(page.getByLabel("Email"), `${crypto.randomUUID().slice(0, 5)}@example.com`);
  await newcomer.type(page.getByLabel("Phone"), "2125550123");
  await expect(page.getByText("Cash prizes are for players of 18 and over.")).toBeVisible();
  await expect(page.getByRole("link", { name: "terms and prize rules" })).toBeVisible();
  await newcomer.tap(page.getByRole("button", { name: "Create Account" }));
  await newcomer.tap(page.getByText("Jackpot Five"));
  await newcomer.tap(page.getByRole("button", { name: "Continue", exact: true }));
  // A golfer who stands in the bay starts now.
  await newcomer.tap(wallet);
  await newcomer.confirm(page.getByRole("button", { name: "Approve $3" }));
  await newcomer.tap(shot);
  await isTaken(4);
  const first = newcomer.done("A new golfer");
  expect(first.inputs).toBeLessThanOrEqual(GOAL.newcomer.inputs);
  expect(first.seconds).toBeLessThan(GOAL.newcomer.seconds);

  await advanceClock(callsOf(page), 3600);
  const returning = startHand();
  await page.goto("/bay?course=1&bay=9");
  await returning.tap(wallet);
  await returning.confirm(page.getByRole("button", { name: "Approve $3" }));
  await returning.tap(shot);
  await isTaken(4);
  const again = returning.done("The same golfer again");
  expect(again.own).toBeLessThanOrEqual(GOAL.returning.inputs);
  expect(again.seconds).toBeLessThan(GOAL.returning.seconds);
});
