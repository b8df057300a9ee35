/** What moves on the range when somebody hits a target, for people who have not asked their device for calm. */
import { expect, test } from "../fixtures.ts";
import { claim, opened } from "../offline-play.ts";
import { registered } from "../people.ts";

test.use({ serviceWorkers: "allow" });

test("a claimed ball drops into its flag's cup, that flag waves, and the jackpot's amount is set aside in gold", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await registered(page);
  await opened(page);
  const moving = (hole: string) =>
    page
      .locator(`[data-hole=${hole}] > g`)
      .evaluate((cloth) => cloth.getAnimations().some(({ playState }) => playState === "running"));
  for (const hole of ["left", "middle", "right"]) expect(await moving(hole), hole).toBe(false);
  await claim(page, "Middle Hole");
  await expect.poll(() => moving("middle")).toBe(true);
  for (const hole of ["left", "right"]) expect(await moving(hole), hole).toBe(false);

  // The ball's flight ends over the middle green's cup, where the ball disappears.
  const places = () =>
    page.evaluate(() => {
      const [sinking] = [...document.querySelectorAll("svg[role=img] g")].filter((one) =>
        one.getAnimations().some((move) => move instanceof CSSAnimation && move.animationName === "sink"),
      );
      const circle = sinking?.querySelector("circle");
      const cups = [...document.querySelectorAll("svg[role=img] ellipse[fill='#07301f']")];
      const centre = (one: Element | null | undefined) => {
        const box = one?.getBoundingClientRect();
        return box && [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
      };
      return { ball: centre(circle), opacity: sinking && getComputedStyle(sinking).opacity, cups: cups.map(centre) };
    });
  await expect.poll(async () => (await places()).opacity).toBe("0");
  const { ball: rest, cups } = await places();
  expect(cups).toContainEqual(rest);

  const amount = page.getByText("is reserved while we review it");
  const gold = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("p"));
    probe.style.cssText = "color: var(--gold-text); background-color: var(--gold-tint)";
    const { color, backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return { color, backgroundColor };
  });
  expect(gold.color).not.toBe(await page.evaluate(() => getComputedStyle(document.body).color));
  await expect(amount).toHaveCSS("color", gold.color);
  await expect(amount).toHaveCSS("background-color", gold.backgroundColor);
});
