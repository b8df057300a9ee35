/** Every screen of the desk on a tablet in portrait, 820 px wide. */
import { deskScreens, filled, settled } from "../desk-screens.ts";
import { expect, test } from "../fixtures.ts";
import { signedIn } from "../people.ts";

/** Not the page's `innerWidth`, which grows with what is too wide. */
const WIDTH = 820;
const MAP = ".leaflet-container";

test("at 820 px no screen of the desk scrolls sideways, and no control and no text is cut", async ({
  page,
  browser,
  serverOf,
}, { file }) => {
  test.setTimeout(180_000);
  const server = await serverOf(file);
  const world = await filled(page, browser, server);
  const admin = await signedIn(browser, server.url, "admin@acebay.test", { width: WIDTH, height: 1180 });
  const wrong: string[] = [];
  for (const path of Object.values(deskScreens(world)).flat()) {
    await settled(admin, path);
    const found = await admin.evaluate(
      ([width, map]) => {
        const nameOf = (one: Element) =>
          `${one.tagName} '${(one.ariaLabel ?? one.textContent ?? "").trim().slice(0, 40)}'`;
        /** A row that scrolls sideways by itself shows its controls when it is moved. */
        const scrolls = (one: Element | null): boolean =>
          one !== null &&
          one !== document.documentElement &&
          ((/auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth) ||
            // A map shows a part of its picture.
            one.matches(map) ||
            scrolls(one.parentElement));
        const isSeen = (one: Element) =>
          one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          // What only a screen reader finds, such as the box below a drawn one, is a pixel wide.
          one.getBoundingClientRect().width > 2 &&
          one.getBoundingClientRect().bottom > 0;
        const isOutside = ({ left, right }: DOMRect) => left < -1 || right > width + 1;
        const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isSeen);
        const controls = all("a[href], button, input, select, textarea, summary");
        const isText = (one: Element) =>
          [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
        const blocks = all("main *").filter((one) => isText(one) && getComputedStyle(one).display !== "inline");
        const cut = [...new Set([...controls, ...blocks])].filter(
          (one) => isOutside(one.getBoundingClientRect()) && !scrolls(one.parentElement),
        );
        const over = document.documentElement.scrollWidth - width;
        return [
          ...(over > 0 ? [`scrolls sideways by ${over} px`] : []),
          ...(controls.length < 5 ? [`has ${controls.length} controls`] : []),
          ...cut.map((one) => `cuts ${nameOf(one)}`),
        ];
      },
      [WIDTH, MAP] as const,
    );
    wrong.push(...found.map((what) => `${path}: ${what}`));
  }
  expect(wrong).toEqual([]);
});
