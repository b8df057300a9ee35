/** The booking steps by the spec's words: who sees them, what each shows, what it asks for, where its buttons lead. */
import type { Page } from "@playwright/test";
import { atPackages } from "./buying.ts";
import { expect, test } from "./fixtures.ts";
import { callsOf, expectAccessible, expectToast, playing, registered } from "./people.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { bodyOf } from "#test/calls.ts";

const proceed = (page: Page) => page.getByRole("button", { name: "Continue", exact: true });

test("visitors are led to the start, also from the checkout and the game [2.1 2.15 2.39 2.67 2.93 8.27-28]", async ({
  page,
}) => {
  const seen: string[] = [];
  page.on("framenavigated", (frame) => seen.push(new URL(frame.url()).pathname));
  for (const path of ["/course", "/package", "/app?step=2", "/checkout", "/prizes?course=1", "/game"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/");
  }
  // Of the game by way of the booking.
  expect(seen.slice(-3)).toEqual(["/game", "/app", "/"]);
  await page.goto("/no-such-page");
  await expect(page.getByRole("heading", { name: "404: lost in the rough" })).toBeVisible();
});

test("steps 1 to 3 show greeting, progress and profile, the course and its jackpot, and lead back [2.5-7 2.35-38 2.42-45 2.50 2.54 4.4 4.6]", async ({
  page,
}) => {
  await registered(page, "Robin Tester");
  await page.goto("/course");
  await expect(page.getByText("Hello, Robin", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Select Your Course" })).toBeVisible();
  const progress = page.getByRole("progressbar");
  await expect(progress).toHaveAccessibleName("Step 1 of 3");
  await expect(progress).toHaveAttribute("aria-valuenow", "1");
  await expect(page.getByRole("link", { name: "Back" })).toHaveCount(0);
  const profile = page.getByRole("link", { name: "Your profile" });
  await expect(profile).toHaveAttribute("href", "/profile?from=%2Fcourse");
  await expect(page.getByRole("radio", { name: "List" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Map" })).not.toBeChecked();
  const { courses } = await bodyOf(callsOf(page).call(courseRoutes.listCourses));
  expect(courses).toHaveLength(3);
  for (const { name, jackpotAmount } of courses) {
    const amount = jackpotAmount.toLocaleString("en-US", { style: "currency", currency: "USD" });
    await expect(page.getByText(name)).toBeVisible();
    await expect(page.getByRole("radio", { name })).toHaveAccessibleDescription(new RegExp(`Jackpot: \\${amount}`));
  }
  const toPackages = page.getByRole("button", { name: "Continue to Ball Packages" });
  await expect(toPackages).toBeDisabled();
  await page.getByText("Palmetto Pines Driving Range").click();
  await toPackages.click();

  await expect(page).toHaveURL("/package");
  await expect(page.getByRole("heading", { name: "Choose Your Package & Bay" })).toBeVisible();
  await expect(progress).toHaveAccessibleName("Step 2 of 3");
  await expect(profile).toHaveAttribute("href", "/profile?from=%2Fpackage");
  await expect(page.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/course");
  await expect(page.getByRole("link", { name: "View Prizes" })).toHaveAttribute("href", "/prizes?course=1&step=2");
  await page.getByText("Jackpot Five").click();
  await page.getByLabel("Bay number", { exact: true }).fill("1");
  await proceed(page).click();

  await expect(page).toHaveURL("/app?step=3");
  await expect(progress).toHaveAccessibleName("Step 3 of 3");
  await expect(profile).toHaveAttribute("href", "/profile?from=%2Fapp%3Fstep%3D3");
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL("/package");
  await expect(page.getByRole("radio", { name: /^Jackpot Five/ })).toBeChecked();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL("/course");
  // By the step, whatever the address.
  await page.goto("/app?step=2");
  await expect(profile).toHaveAttribute("href", "/profile?from=%2Fpackage");
  await page.goto("/app");
  await expect(profile).toHaveAttribute("href", "/profile?from=%2Fpackage");
});

test("step 2 offers both types of both choices, and each change clears what no longer fits [2.46-49 2.53 4.5 4.9]", async ({
  page,
}) => {
  await registered(page);
  await atPackages(page);
  await expect(page.getByRole("radio", { name: "Individual" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Group" })).not.toBeChecked();
  const jackpot = page.getByRole("radio", { name: "Jackpot Packages ($3+)" });
  const sponsored = page.getByRole("radio", { name: "Sponsored Prizes ($1-$3)" });
  await expect(jackpot).toBeChecked();
  await expect(proceed(page)).toBeDisabled();
  const five = page.getByRole("radio", { name: /^Jackpot Five/ });
  const free = page.getByRole("radio", { name: /^FREE TEE TIME SHOT/ });
  await page.getByText("Jackpot Five").click();
  await expect(five).toBeChecked();
  await expect(free).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Starter Bucket/ })).toHaveCount(0);
  await page.getByText("Sponsored Prizes").click();
  await expect(sponsored).toBeChecked();
  await expect(page.getByRole("radio", { name: /^Starter Bucket/ })).not.toBeChecked();
  await expect(five).toHaveCount(0);
  await expect(free).toHaveCount(0);
  await page.getByText("Jackpot Packages").click();
  await expect(five).not.toBeChecked();
  await expect(proceed(page)).toBeDisabled();
  await page.getByText("Group", { exact: true }).click();
  await expect(page.getByRole("heading", { name: "Balls for each player" })).toBeVisible();
  await expect(free).toHaveCount(0);
});

test("step 2 asks for a bay, tells a wrong one, and asks for a tee time for the free shot [2.51 4.7-8 5.6 5.8]", async ({
  page,
}) => {
  await registered(page);
  await atPackages(page);
  await page.getByText("Jackpot Five").click();
  await proceed(page).click();
  await expectToast(page, "Bay selection required");
  const bay = page.getByLabel("Bay number", { exact: true });
  await expect(bay).toHaveAttribute("min", "1");
  await bay.fill("0");
  await bay.blur();
  // It is told, not changed into another bay.
  await expect(bay).toHaveValue("0");
  await expect(page.getByText("Please enter a whole number from 1 to 100.")).toBeVisible();
  await bay.fill("7.5");
  await bay.blur();
  await expect(bay).toHaveValue("7.5");
  await expect(page.getByText("Please enter a whole number from 1 to 100.")).toBeVisible();
  await bay.fill("1");
  await expect(page.getByText("Please enter a whole number from 1 to 100.")).toBeHidden();
  await page.getByText("FREE TEE TIME SHOT").click();
  await proceed(page).click();
  await expectToast(page, "Tee time required", "Please enter your tee time for verification");
  await page.getByText("Jackpot Five").click();
  await proceed(page).click();
  await expect(page).toHaveURL("/app?step=3");
});

test("a group has up to three friends, and a message says what is wrong until the allocation is right [2.52 5.9-14]", async ({
  page,
}) => {
  const { userId } = await registered(page);
  await atPackages(page);
  await page.getByText("Group", { exact: true }).click();
  await page.getByText("Jackpot Five").click();
  const says = async (sentence: string) => {
    await proceed(page).click();
    await expectToast(page, sentence);
  };
  await says("Please enter your bay number");
  await page.getByLabel("Your bay number", { exact: true }).fill("1");
  await says("Please enter your ball count");
  await page.getByLabel("Your balls", { exact: true }).fill("3");
  await says("Please allocate exactly 5 balls (currently 3)");
  const addFriend = page.getByRole("button", { name: "Add a friend" });
  for (const n of [1, 2, 3]) {
    await addFriend.click();
    await expect(page.getByLabel(`Friend ${n}`, { exact: true })).toBeVisible();
  }
  await expect(addFriend).toBeHidden();
  // A player who is in the group twice is reported at the row, before anything is paid or sent.
  const second = page.getByLabel("Friend 2", { exact: true });
  await second.fill(userId);
  await expect(page.getByText("This is your own player ID. You are in the group already.")).toBeVisible();
  await expect(second).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Friend 1", { exact: true }).fill("0000-0000-00");
  await second.fill("0000 0000 00");
  await expect(page.getByText("This friend is in the group already")).toBeVisible();
  await expectAccessible(page);
  await second.fill("");
  await expect(page.getByText("This friend is in the group already")).toBeHidden();
  for (const n of [3, 2]) await page.getByRole("button", { name: `Remove Friend ${n}` }).click();
  await page.getByLabel("Friend 1", { exact: true }).fill("0000-0000-00");
  await expect(page.getByText("We could not find this player ID. Your friend plays as a guest.")).toBeVisible();
  await page.getByLabel("Your balls", { exact: true }).fill("5");
  await says("All friends must have bay numbers and ball counts");
  await page.getByLabel("Your balls", { exact: true }).fill("3");
  await page.getByLabel("Friend 1", { exact: true }).fill("Ana");
  await page.getByLabel("Balls for Ana", { exact: true }).fill("5");
  await page.getByRole("button", { name: "Split evenly" }).click();
  await expect(page.getByLabel("Balls for Ana", { exact: true })).toHaveValue("2");
  await proceed(page).click();
  await expect(page).toHaveURL("/app?step=3");
  await expect(page.getByText("You 3, Ana 2")).toBeVisible();
});

test("an active session leads from steps 1 and 2 to the game and blocks step 3; one without balls is offered to be resumed [2.40-41 2.82]", async ({
  page,
}) => {
  await registered(page);
  await atPackages(page);
  await page.getByText("Jackpot Five").click();
  await page.getByLabel("Bay number", { exact: true }).fill("12");
  await proceed(page).click();
  const pay = page.getByRole("button", { name: "Pay $3" });
  await expect(pay).toBeVisible();
  // On another device, say.
  const sessionId = await playing(page, 3, 1);
  await page.goto("/app?step=3");
  await expect(page.getByText("Active Session in Progress")).toBeVisible();
  await expect(page.getByText("You already have an active session.", { exact: false })).toBeVisible();
  await expect(pay).toBeDisabled();
  await expect(page.getByRole("link", { name: "Resume Active Session" })).toHaveAttribute(
    "href",
    `/game?session=${sessionId}`,
  );
  for (const path of ["/course", "/package", "/app?step=2"]) {
    await page.goto(path);
    await expect(page).toHaveURL(`/game?session=${sessionId}`);
  }
  await callsOf(page).call(playRoutes.recordShot, {
    body: { sessionId, targetHole: "missed", prizeClaim: false, prizeAmount: 0 },
  });
  await page.goto("/course");
  await expect(page.getByText("Active Session Found!")).toBeVisible();
  await page.getByRole("link", { name: "Resume Game" }).click();
  await expect(page).toHaveURL(`/game?session=${sessionId}`);
});
