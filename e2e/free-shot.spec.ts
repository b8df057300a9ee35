/** Today's free shot: the day is the course's, by the server's clock. */
import { expect, test } from "./fixtures.ts";
import { callsOf, live, registered, withoutAnswers } from "./people.ts";
import { playRoutes } from "#features/play/contract.ts";
import { advanceClock } from "#test/demo.ts";
import { bodyOf } from "#test/calls.ts";

test("a free shot that was used is told with the packages, and offered again when the course's next day has begun", async ({
  page,
}) => {
  const { id } = await registered(page);
  const start = () =>
    callsOf(page).call(playRoutes.startFreeShot, { body: { userId: id, courseId: 1, bayNumber: 3, teeTime: "23:59" } });
  const at = async () => {
    await page.goto("/bay?course=1&bay=7");
    await page.waitForURL("/package");
    await live(page);
  };
  const { session } = await bodyOf(start());
  await callsOf(page).call(playRoutes.completeSession, { params: { id: session.id } });
  await at();
  const used = page.getByText("You have had today's free shot. The next one is tomorrow.");
  await expect(used).toBeVisible();
  expect((await start()).status).toBe(429);

  // Step 3 waits for the golfer's sessions, rather than call a used free shot ready.
  const wanted = Promise.withResolvers<void>();
  await page.route(/\/sessions(\?|$)/, async (route) => {
    await wanted.promise;
    await route.continue();
  });
  await page.evaluate(() => {
    const sessionData = { courseId: 1, packageId: -1, bayNumber: 3, teeTime: "23:59", purchaseContext: "initial" };
    const packageInfo = { name: "FREE TEE TIME SHOT", price: 0, ballCount: 1, description: "One ball" };
    sessionStorage.setItem("checkoutData", JSON.stringify({ sessionData, packageInfo }));
  });
  await withoutAnswers(page);
  const isAsked = page.waitForRequest(/\/sessions(\?|$)/);
  await page.goto("/app?step=3");
  await isAsked;
  await expect(page.getByRole("heading", { name: "Review" })).toBeVisible();
  await expect(page.getByText("Free Tee Time Shot Ready!")).toHaveCount(0);
  wanted.resolve();
  await expect(page.getByRole("heading", { name: "No free shot today" })).toBeVisible();

  // The device's clock stays where it is.
  await advanceClock(callsOf(page), 86_400);
  await at();
  await expect(page.getByRole("radio", { name: /FREE TEE TIME SHOT/ })).toBeVisible();
  await expect(used).toBeHidden();
  expect((await start()).status).toBe(201);
});
