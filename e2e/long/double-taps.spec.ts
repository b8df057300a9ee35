/** More places in which a second tap does nothing: the other things that a game opens, and a phone on its side. */
import { expect, test } from "../fixtures.ts";
import { GAPS, inGame, reviewAndEndTwice, tapTwice, tapTwiceWhileBusy } from "../taps.ts";
import { sessionOf } from "../offline-play.ts";
import { registered } from "../people.ts";

for (const [width, height] of [
  [390, 844],
  [844, 390],
] as const)
  test(`'Review Claim' that is tapped twice submits nothing, and 'End Session' ends nothing, at ${width} x ${height}`, ({
    page,
  }) => reviewAndEndTwice(page, width, height));

test("a flag that is tapped twice opens the claim for its own hole", async ({ page }) => {
  await registered(page);
  await inGame(page);
  const sheet = page.getByRole("dialog", { name: "Claim Your Prize" });
  for (const gap of GAPS)
    for (const [hole, name] of [
      ["left", /Left Hole/],
      ["middle", /Middle Hole/],
      ["right", /Right Hole/],
    ] as const) {
      await tapTwice(page, page.locator(`[data-hole=${hole}]`), gap);
      await expect(sheet.getByRole("radio", { checked: true })).toHaveAccessibleName(name);
      await page.waitForTimeout(600);
      await page.keyboard.press("Escape");
      await expect(sheet).toBeHidden();
    }
});

test("'Undo' that is tapped twice takes back one shot", async ({ page }) => {
  await registered(page);
  const id = await inGame(page);
  const shot = page.getByRole("button", { name: "Shot Taken" });
  for (const gap of GAPS) {
    for (let balls = 0; balls < 2; balls += 1) {
      await shot.click();
      await page.waitForTimeout(600);
    }
    const before: number = (await sessionOf(page, id)).attempts;
    await tapTwice(page, page.getByRole("button", { name: /^Undo/ }), gap);
    await page.waitForTimeout(1_000);
    expect((await sessionOf(page, id)).attempts, `${gap} ms`).toBe(before - 1);
  }
});

test("a mouse that is clicked twice submits nothing either, and one that is clicked again is taken at its word", async ({
  page,
}) => {
  // On a phone on its side 'Confirm' comes where 'Review Claim' was.
  await page.setViewportSize({ width: 844, height: 390 });
  await registered(page);
  const id = await inGame(page);
  const sheet = page.getByRole("dialog", { name: "Claim Your Prize" });
  const review = async () => {
    await page.getByRole("button", { name: "Claim Your Prize" }).click();
    await sheet.getByText("Left Hole").click();
    await page.waitForTimeout(600);
    const box = await sheet.getByRole("button", { name: "Review Claim" }).boundingBox();
    if (!box) throw new Error("It is not on the screen");
    return [box.x + box.width * 0.3, box.y + box.height / 2] as const;
  };
  const place = await review();
  await page.mouse.click(...place);
  await page.waitForTimeout(150);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.waitForTimeout(600);
  expect((await sessionOf(page, id)).claims).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  const again = await review();
  await page.mouse.click(...again);
  await page.waitForTimeout(150);
  await page.mouse.click(...again);
  await expect.poll(async () => (await sessionOf(page, id)).claims.length).toBe(1);
});

test("a flag that is tapped twice while the phone is busy opens the claim for its own hole, not for what then covers it", async ({
  page,
}) => {
  await registered(page);
  await inGame(page);
  const sheet = page.getByRole("dialog", { name: "Claim Your Prize" });
  for (const [hole, name] of [
    ["left", /Left Hole/],
    ["middle", /Middle Hole/],
    ["right", /Right Hole/],
  ] as const) {
    await tapTwiceWhileBusy(page, page.locator(`[data-hole=${hole}]`), 600);
    await page.waitForTimeout(300);
    await expect(sheet.getByRole("radio", { checked: true })).toHaveAccessibleName(name);
    // Somebody who has seen the sheet chooses in it, at the same place, too.
    const other = hole === "left" ? "Middle Hole" : "Left Hole";
    await page.waitForTimeout(500);
    await sheet.getByText(other).tap();
    await expect(sheet.getByRole("radio", { checked: true })).toHaveAccessibleName(other);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
  }
});
