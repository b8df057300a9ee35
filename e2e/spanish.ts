/** Looks for English on screens that should be in Spanish. */
import { expect, type Page } from "@playwright/test";
import { callsOf, expectAccessible } from "./people.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { bodyOf } from "#test/calls.ts";

/** Words that no Spanish sentence of ours has. What the operator named in one language (courses) is taken out before. */
const english =
  /\b(?:the|your|you|and|of|with|for|is|are|to|at|from|balls?|course|bay|pay|paid|start|session|payment|back|continue|choose|select|price|order|close|step|loading|account|name|email|phone|free|number|card|receipt|claims?|today|ago|minutes?|package|friend|jackpot|please|again|sign|welcome|create|under review|just now|yesterday)\b/gi;

/** All that is shown or read out now. */
function shownOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.body;
    const spoken = [...root.querySelectorAll("[aria-label], [placeholder], [title], [alt]")].flatMap((element) =>
      ["aria-label", "placeholder", "title", "alt"].map((name) => element.getAttribute(name) ?? ""),
    );
    const texts: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (parent?.checkVisibility() && !parent.closest("script, style, noscript"))
        texts.push(walker.currentNode.textContent ?? "");
    }
    return [document.title, ...root.innerText.split("\n"), ...spoken, ...texts].map((text) => text.trim());
  });
}

/** The lines with an English word, of all that is shown or read out now, less what the operator wrote. */
export async function englishOn(page: Page): Promise<string[]> {
  const { courses } = await bodyOf(callsOf(page).call(courseRoutes.listCourses));
  const named: string[] = [
    ...courses.flatMap((course: { name: string; address: string }) => [course.name, course.address]),
    "Apple Pay",
    "English",
  ];
  const lines = new Set(
    (await shownOn(page)).map((line) => named.reduce((text, name) => (name ? text.replaceAll(name, "") : text), line)),
  );
  return [...lines].filter((line) => line.match(english));
}

export async function expectSpanish(page: Page): Promise<void> {
  expect(await englishOn(page)).toEqual([]);
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expectAccessible(page);
}

/** A sentence that only repeats its argument also repeats a number. */
type Entry = string | ((...told: never[]) => string | number);
interface Table {
  readonly en: Readonly<Record<string, Entry>>;
  readonly es: Readonly<Record<string, Entry>>;
}

/** Stands for any argument of a sentence. */
const TOLD = "\u0001";

function madeOf(entry: Entry | undefined, told: unknown): string {
  const made = typeof entry === "function" ? entry(...(Array<unknown>(entry.length).fill(told) as never[])) : entry;
  return String(made ?? "").trim();
}

/** What the English sentences of the tables look like, where the Spanish ones differ. */
export function englishOf(tables: readonly Table[]): RegExp[] {
  return tables.flatMap(({ en, es }) =>
    Object.entries(en).flatMap(([key, entry]) =>
      [TOLD, 1].flatMap((told) => {
        const sentence = madeOf(entry, told);
        if (!/[A-Za-z]{2}/.test(sentence) || sentence === madeOf(es[key], told)) return [];
        const parts = sentence.split(TOLD).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
        return [new RegExp(`^${parts.join(".+")}$`)];
      }),
    ),
  );
}

/** The lines that are an English sentence of the tables. */
export async function sentencesOn(page: Page, of: readonly RegExp[]): Promise<string[]> {
  const lines = new Set(await shownOn(page));
  return [...lines].filter((line) => of.some((sentence) => sentence.test(line)));
}
