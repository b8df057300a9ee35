/** Runs axe on a page. Its source runs in the page, and returns only violations. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

// Each page runs it once; the builder for Playwright took five times as long.
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WCAG 2.2 A and AA, as far as a program can tell. */
export const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

export interface Violation {
  /** The rule's name. */
  id: string;
  nodes: { html: string; target: string; why: string }[];
}

/**
 * Scans a page once what moves on it has come to rest.
 * @param tags of the rules; without them all rules that axe has
 */
export async function violationsOn(page: Page, tags?: readonly string[]): Promise<Violation[]> {
  // While something fades in or out, its contrast is too low. When one fade has ended, another element may begin to
  // fade.
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
    do {
      await Promise.allSettled(moving().map(({ finished }) => finished));
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    } while (moving().length > 0);
  });
  for (const frame of page.frames())
    if (await frame.evaluate(() => window.axe === undefined)) await frame.evaluate(`${source};undefined`);
  return page.evaluate(
    async (runOnly) => {
      const options = { resultTypes: ["violations" as const], ...(runOnly && { runOnly }) };
      const found = await window.axe?.run(document, options);
      if (!found) throw new Error("The page was left while it was looked at");
      const onlySizes = { resultTypes: ["violations" as const], runOnly: ["target-size"] };
      // A bar at the window's edge hides a part of what scrolls below it. In the middle nothing does.
      const isTooSmall = async (target: string) => {
        const scrolled: [Element, number][] = [];
        for (let one = document.querySelector(target); one; one = one.parentElement)
          scrolled.push([one, one.scrollTop]);
        document.querySelector(target)?.scrollIntoView({ block: "center" });
        const again = await window.axe?.run(document, onlySizes);
        for (const [one, top] of scrolled) one.scrollTop = top;
        return again?.violations.some(({ nodes }) => nodes.some((node) => node.target.join(" ") === target)) ?? true;
      };
      for (const violation of found.violations.filter(({ id }) => id === "target-size")) {
        const small: typeof violation.nodes = [];
        for (const node of violation.nodes) if (await isTooSmall(node.target.join(" "))) small.push(node);
        violation.nodes = small;
      }
      const kept = found.violations.filter(({ nodes }) => nodes.length > 0);
      return kept.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html, target, failureSummary }) => ({
          html,
          target: target.join(" "),
          why: failureSummary ?? "",
        })),
      }));
    },
    tags && [...tags],
  );
}
