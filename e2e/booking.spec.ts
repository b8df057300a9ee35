import { encode } from "uqr";
import { atCheckout, choosePackage, fillCard } from "./buying.ts";
import { expect, test } from "./fixtures.ts";
import { callsOf, claimPrize, expectAccessible, ordersOf, registered } from "./people.ts";
import { playRoutes } from "#features/play/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

test("the free tee time shot: one ball, the jackpot, and no second one today [2.53]", async ({ page }) => {
  const { id } = await registered(page);
  await choosePackage(page, "FREE TEE TIME SHOT");
  await page.getByLabel("Bay number", { exact: true }).fill("3");
  await page.getByLabel("Your tee time today").fill("14:30");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.goto("/checkout");
  await expect(page.getByText("FREE", { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Start Your Free Session" }).click();
  await expect(page).toHaveURL(/\/game/);
  await expect(page.getByText("1 / 1")).toBeVisible();
  const again = await callsOf(page).call(playRoutes.startFreeShot, {
    body: { courseId: 1, bayNumber: 3, teeTime: "14:30" },
  });
  expect(again.status).toBe(429);
  // Every place that offered the free shot now says that it is used and when the next one is.
  const played = firstOf((await bodyOf(callsOf(page).call(playRoutes.listSessions, { params: { id } }))).sessions);
  await callsOf(page).call(playRoutes.completeSession, { params: { id: played.id } });
  await page.goto("/package");
  await page.getByText("Jackpot Packages").click();
  await expect(page.getByText("You have had today's free shot. The next one is tomorrow.")).toBeVisible();
  await expect(page.getByRole("radio", { name: /FREE TEE TIME SHOT/ })).toHaveCount(0);
  await expectAccessible(page);
});

test("a group shares a package's balls; a friend records on their own phone, the buyer sees it", async ({
  page,
  browser,
  app,
}) => {
  const friendPage = await (await browser.newContext({ baseURL: app.url })).newPage();
  const friend = await registered(friendPage, "Fran Friend");
  const buyer = await registered(page, "Bo Buyer");
  await choosePackage(page, "Jackpot Five");
  await page.getByText("Group", { exact: true }).click();
  await page.getByLabel("Your balls", { exact: true }).fill("3");
  await page.getByLabel("Your bay number", { exact: true }).fill("1");
  await page.getByRole("button", { name: "Add a friend" }).click();
  // The friend's phone shows the code, once the buyer has not shown their own.
  await page.evaluate(
    (codes) => {
      Object.assign(window, {
        BarcodeDetector: class {
          static getSupportedFormats(): Promise<string[]> {
            return Promise.resolve(["qr_code"]);
          }
          detect = () => Promise.resolve([{ rawValue: codes.length > 1 ? codes.shift() : codes[0] }]);
        },
      });
      navigator.mediaDevices.getUserMedia = () => Promise.resolve(document.createElement("canvas").captureStream());
      HTMLMediaElement.prototype.play = () => Promise.resolve();
    },
    [...Array.from({ length: 10 }, () => buyer.userId), friend.userId],
  );
  await page.getByRole("button", { name: "Scan your friend's code" }).click();
  await expect(page.getByText("That is no player ID of a friend.")).toBeVisible();
  await expect(page.getByLabel("Friend 1", { exact: true })).toHaveValue(friend.userId);
  await expect(page.getByText("Fran F.", { exact: true })).toBeVisible();
  await page.getByLabel("Balls for Fran F.", { exact: true }).fill("1");
  await page.getByLabel("Bay number for Fran F.", { exact: true }).fill("2");
  await expect(page.getByText("1 ball left to allocate")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please allocate exactly 5 balls (currently 4)").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Balls for Fran F.: one more" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("You 3, Fran F. 2")).toBeVisible();
  await page.getByText("Start now").click();
  await page.getByText("PayPal").click();
  await page.getByRole("button", { name: "Approve $3" }).click();
  await expect(page).toHaveURL(/\/game/);
  await expect(page.getByText("3 balls left")).toBeVisible();

  const { groupSessions } = await bodyOf(
    callsOf(friendPage).call(playRoutes.listActiveSessions, { params: { id: friend.id } }),
  );
  await friendPage.goto(`/game?session=${firstOf(groupSessions).id}`);
  await expect(page.getByText("2 balls left")).toBeVisible();
  await friendPage.getByRole("button", { name: "Shot Taken" }).click();
  await expect(page.getByText("1 ball left")).toBeVisible({ timeout: 2_000 });
  await expectAccessible(page);

  // The buyer's screens say whose claim it is, never the friend's full name.
  const whose = page.getByText("Fran F.'s claim", { exact: true });
  await claimPrize(friendPage, firstOf(groupSessions).id, "left");
  await expect(whose.first()).toBeVisible();
  await page.goto("/claims");
  await expect(whose).toBeVisible();
  await expect(page.getByText("Your claim", { exact: true })).toHaveCount(0);
  await expect(page.getByText("Fran Friend")).toHaveCount(0);
});

test("paying ahead survives a reload and starts when the golfer says so [2.83]", async ({ page }) => {
  await registered(page);
  await choosePackage(page, "Jackpot Five");
  await page.getByLabel("Bay number", { exact: true }).fill("12");
  await page.getByRole("button", { name: "Continue" }).click();
  await fillCard(page, "5555 5555 5555 4444");
  await page.getByRole("button", { name: "Pay $3" }).click();
  await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole("button", { name: "Start Your Session" }).click();
  await expect(page).toHaveURL(/\/game/);
  await expect(page.getByRole("heading", { name: "Bay 12" })).toBeVisible();
  const orders = await ordersOf(page);
  expect(orders).toHaveLength(1);
});

test("a declined card says why and charges nothing; another one then pays once, double click or not [8.20]", async ({
  page,
}) => {
  await registered(page);
  await atCheckout(page);
  await fillCard(page, "4000 0000 0000 9995");
  const pay = page.getByRole("button", { name: "Pay & Start Session - $3" });
  await pay.click();
  await expect(page.getByText("Payment Failed")).toBeVisible();
  await expect(page.getByText("Your card has insufficient funds.").first()).toBeVisible();
  // The toast disappears; its text stays on the page, with what to do.
  await expect(page.getByText("Payment Failed")).toBeHidden({ timeout: 7_000 });
  await expect(page.getByText("Your card has insufficient funds.")).toBeVisible();
  await expect(page.getByText("Nothing was charged. Try another card or another way to pay.")).toBeVisible();
  await page.getByRole("radio", { name: "Card" }).check();
  await page.getByLabel("Card number").fill("4242 4242 4242 4241");
  await page.getByLabel("CVV").fill("12");
  await pay.click();
  await expect(page.getByText("This card number is not valid")).toBeVisible();
  await expect(page.getByText("Check the CVV: 3 or 4 digits")).toBeVisible();
  await expect(page.getByLabel("Card number")).toBeFocused();
  await fillCard(page, "4242 4242 4242 4242");
  await pay.dblclick();
  await expect(page).toHaveURL(/\/game/);
  const orders = await ordersOf(page);
  expect(orders.map(({ status }: { status: string }) => status)).toEqual(["fulfilled", "declined"]);
});

test("a reply that is lost after the capture: the page checks, and the game opens without a second charge", async ({
  page,
}) => {
  await registered(page);
  await atCheckout(page);
  await fillCard(page, "4000 0000 0006 0006");
  await page.getByRole("button", { name: "Pay & Start Session - $3" }).click();
  await expect(page.getByText("Checking payment").first()).toBeVisible();
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/game/, { timeout: 20_000 });
  expect(await ordersOf(page)).toHaveLength(1);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain("4000000000060006");
  expect(stored.replaceAll(/\s/g, "")).not.toContain("4000000000060006");
});

test("a bay's QR code: its link, after the sign-in, and the scanner fill in course and bay", async ({ page }) => {
  // Chromium on this machine reads no codes by itself: this stands in for a browser that does.
  await page.addInitScript(() => {
    const texts = ["WIFI:S:range;;", "https://elsewhere.example/bay?course=1&bay=23"];
    Object.assign(window, {
      BarcodeDetector: class {
        static getSupportedFormats(): Promise<string[]> {
          return Promise.resolve(["qr_code"]);
        }
        detect = () => Promise.resolve([{ rawValue: texts.length > 1 ? texts.shift() : texts[0] }]);
      },
    });
    navigator.mediaDevices.getUserMedia = () =>
      Promise.resolve(Object.assign(document.createElement("canvas").captureStream()));
    HTMLMediaElement.prototype.play = () => Promise.resolve();
  });
  const { course } = await bodyOf(callsOf(page).call(courseRoutes.getCourse, { params: { id: 2 } }));
  // A wrong code leads a visitor on, too: the course, if the code's is one, is chosen, and the bay by hand.
  const onward = page.getByRole("button", { name: "Go to this bay" });
  await page.goto("/bay?course=2&bay=777");
  await expect(page.getByRole("heading", { name: "This code leads to no bay" })).toBeVisible();
  await expect(page.getByRole("radio", { name: course.name })).toBeChecked();
  await page.goto("/bay?course=99&bay=7");
  await expect(page.getByRole("heading", { name: "This code leads to no bay" })).toBeVisible();
  await expect(onward).toBeDisabled();
  await page.getByRole("radio", { name: course.name }).check();
  await page.getByRole("spinbutton", { name: "Bay number" }).fill("9");
  await expectAccessible(page);
  await onward.click();
  // Without a sign-in the code's page shows the course, the pot and the price, and has the sign-up form on it.
  await expect(page).toHaveURL("/bay?course=2&bay=9");
  const pot = course.jackpotAmount.toLocaleString("en-US", { style: "currency", currency: "USD" });
  await expect(page.getByRole("heading", { name: "Bay 9" })).toBeVisible();
  await expect(page.getByText(course.name)).toBeVisible();
  await expect(page.getByText(pot)).toBeVisible();
  await expect(page.getByText(/^\$[\d.]+ buys 5 balls, 10 minutes/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Play in Bay 9" }).click();
  await page.getByLabel("Name").fill("Quinn Arcode");
  await page.getByLabel("Email").fill("quinn@example.com");
  await page.getByLabel("Phone").fill("212 555 0123");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/package");
  const bay = page.getByRole("spinbutton", { name: "Bay number" });
  await expect(bay).toHaveValue("9");
  await page.getByRole("button", { name: "Scan the bay's code" }).click();
  await expect(page.getByText("Bay 23 it is")).toBeVisible();
  await expect(page.getByText("The code is of another course, which is now chosen.")).toBeVisible();
  await expect(bay).toHaveValue("23");
  for (const wrong of ["course=x", "course=99&bay=7", "course=1&bay=777"]) {
    await page.goto(`/bay?${wrong}`);
    await expect(page.getByRole("heading", { name: "This code leads to no bay" })).toBeVisible();
  }
  await page.getByRole("link", { name: "Show the courses" }).click();
  await expect(page).toHaveURL("/course");
});

test("in a browser without a reader of codes, such as Safari, the app reads the bay's code from the camera's picture", async ({
  page,
}) => {
  await registered(page);
  // The camera shows a printed code at an angle on a grey wall: first a foreign one, then a bay's.
  const codes = ["WIFI:S:range;;", "https://elsewhere.example/bay?course=1&bay=23"].map((text) => encode(text).data);
  await page.addInitScript((pictures) => {
    Reflect.deleteProperty(window, "BarcodeDetector");
    const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
    const paint = canvas.getContext("2d");
    if (!paint) throw new Error("This browser draws nothing");
    let frames = 0;
    navigator.mediaDevices.getUserMedia = () => {
      setInterval(() => {
        const code = pictures[frames++ < 40 ? 0 : 1] ?? [];
        paint.resetTransform();
        paint.fillStyle = `rgb(${120 + (frames % 9)} 124 118)`;
        paint.fillRect(0, 0, 640, 480);
        paint.setTransform(1, 0.22, -0.3, 0.9, 250, 60);
        paint.fillStyle = "#ffffff";
        paint.fillRect(-24, -24, 288, 288);
        paint.fillStyle = "#1a1a1a";
        const side = 240 / code.length;
        code.forEach((row, y) =>
          row.forEach((dark, x) => {
            if (dark) paint.fillRect(x * side, y * side, side + 0.5, side + 0.5);
          }),
        );
      }, 50);
      return Promise.resolve(canvas.captureStream());
    };
  }, codes);
  await choosePackage(page, "Jackpot Five");
  const scan = page.getByRole("button", { name: "Scan the bay's code" });
  await scan.click();
  await expect(page.getByText("That code is not of a bay.")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText("Bay 23 it is")).toBeVisible();
  await expect(page.getByRole("spinbutton", { name: "Bay number" })).toHaveValue("23");
});
