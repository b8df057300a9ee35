/** What a golfer has chosen changes while the checkout is open: the page says so until something is done about it. */
import type { Page } from "@playwright/test";
import { savedEarlier } from "../buying.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, live, ordersOf, registered, signedIn } from "../people.ts";
import { manageCourseRoutes } from "#features/courses/manage-contract.ts";

/** Longer than any toast. */
const TOASTS_ARE_GONE_MS = 5_500;

async function atCheckoutOf(page: Page, course: number, bay: number): Promise<void> {
  await page.goto(`/bay?course=${course}&bay=${bay}`);
  await page.waitForURL("/package");
  await live(page);
  await page.getByText("Jackpot Five").click();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page).toHaveURL("/checkout");
}

test("a price, a bay and a course that change at the checkout are told on the page, with what to do next, and nothing is charged", async ({
  page,
  browser,
  app,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  const change = async (what: object) =>
    expect((await callsOf(admin).call(manageCourseRoutes.changeCourse, { params: { id: 2 }, body: what })).status).toBe(
      200,
    );
  await registered(page);
  await savedEarlier(page, 14);
  const pay = page.getByRole("button", { name: /^Pay & Start Session/ });

  await atCheckoutOf(page, 2, 9);
  await change({ priceFactor: 2 });
  await pay.click();
  await expect(page.getByText("It costs $6 now. Nothing was charged.")).toBeVisible();
  await page.waitForTimeout(TOASTS_ARE_GONE_MS);
  await expect(page.getByText("The price has changed. Please check the new total.")).toBeInViewport();
  await expect(pay).toHaveText("Pay & Start Session - $6");
  await expectAccessible(page);

  await change({ bayCount: 5 });
  await pay.click();
  await expect(page.getByRole("main").getByText("Please choose a bay from 1 to 5")).toBeVisible();
  await expect(page.getByText("The price has changed.")).toBeHidden();
  await page.getByRole("link", { name: "Choose again" }).click();
  await expect(page.getByLabel("Bay number", { exact: true })).toHaveAttribute("max", "5");

  await change({ bayCount: 100 });
  await atCheckoutOf(page, 2, 9);
  await change({ isOpen: false });
  await pay.click();
  const closed = page.getByText("This course is closed at the moment");
  await expect(closed).toBeVisible();
  await page.waitForTimeout(TOASTS_ARE_GONE_MS);
  await expect(closed).toBeInViewport();
  await page.getByRole("link", { name: "Choose again" }).click();
  await expect(page).toHaveURL("/course");
  await expect(page.getByRole("radio", { name: "Palmetto Pines Driving Range" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Bayshore Golf Park" })).toHaveCount(0);
  expect((await ordersOf(page)).length).toBe(1);

  // The code at its bay says the same, to golfers and to visitors.
  await page.goto("/bay?course=2&bay=9");
  const title = { name: "Bayshore Golf Park is closed at the moment" };
  await expect(page.getByRole("heading", title)).toBeVisible();
  await expectAccessible(page);
  await page.context().clearCookies();
  await page.goto("/bay?course=2&bay=9");
  await expect(page.getByRole("heading", title)).toBeVisible();
  await expect(page.getByRole("button", { name: "Play in Bay 9" })).toHaveCount(0);
});
