/** Every screen of the desk on a tablet in portrait, 820 px wide. */
import { deskScreens, filled, settled } from "../desk-screens.ts";
import { expect, test } from "../fixtures.ts";
import { signedIn } from "../people.ts";

test("at 820 px no screen of the desk scrolls sideways, and no control is cut or out of reach", async ({
  page,
  browser,
  serverOf,
}, { file }) => {
  test.setTimeout(180_000);
  const server = await serverOf(file);
  const world = await filled(page, browser, server);
  const admin = await signedIn(browser, server.url, "admin@acebay.test", { width: 820, height: 1180 });
  const wrong: string[] = [];
  for (const path of Object.values(deskScreens(world)).flat()) {
    await settled(admin, path);
    const found = await admin.evaluate(() => {
      const nameOf = (one: Element) =>
        `${one.tagName} '${(one.ariaLabel ?? one.textContent ?? "").trim().slice(0, 40)}'`;
      /** A row that scrolls sideways by itself shows its controls when it is moved. */
      const scrolls = (one: Element | null): boolean =>
        one !== null &&
        one !== document.documentElement &&
        ((/auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth) ||
          scrolls(one.parentElement));
      const controls = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")].filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          // What only a screen reader finds, such as the box below a drawn one, is a pixel wide.
          one.getBoundingClientRect().width > 2 &&
          one.getBoundingClientRect().bottom > 0,
      );
      const cut = controls.filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return (left < -1 || right > innerWidth + 1) && !scrolls(one.parentElement);
      });
      const over = document.documentElement.scrollWidth - innerWidth;
      return [
        ...(over > 0 ? [`scrolls sideways by ${over} px`] : []),
        ...(controls.length < 5 ? [`has ${controls.length} controls`] : []),
        ...cut.map((one) => `cuts ${nameOf(one)}`),
      ];
    });
    wrong.push(...found.map((what) => `${path}: ${what}`));
  }
  expect(wrong).toEqual([]);
});
