/** A phone whose clock is hours or days wrong: ages and the offer to claim go by the server's clock. */
import { expect, test } from "../fixtures.ts";
import { callsOf, live, playing, registered } from "../people.ts";
import { playRoutes } from "#features/play/contract.ts";
import { bodyOf } from "#test/calls.ts";

for (const hours of [7, 24 * 400])
  test(`${hours} hours ahead, a pot that has just changed says so, and a game that has just ended can be claimed in`, async ({
    page,
  }) => {
    await page.addInitScript((ahead) => {
      const { now } = Date;
      window.Date = class extends Date {
        constructor(...given: [number]) {
          // Without an argument the present moment is asked for.
          super(...(given.length > 0 ? given : ([now() + ahead] as [number])));
        }
        static override now = () => now() + ahead;
      } as DateConstructor;
    }, hours * 3_600_000);
    await registered(page);
    const id = await playing(page, 4, 5);
    await bodyOf(callsOf(page).call(playRoutes.completeSession, { params: { id } }));
    await page.goto("/course");
    await live(page);
    await page.getByText("Palmetto Pines Driving Range").first().click();
    await expect(page.getByText("Changed just now")).toBeVisible();
    await expect(page.getByRole("link", { name: "Claim Your Prize" })).toBeVisible();
    await page.goto("/prizes?course=1&step=2");
    await expect(page.getByText("Changed just now")).toBeVisible();
  });
