/** The ui kit, part by part: each state shows something, and axe finds nothing, in both themes and in both languages. */
import type { Page } from "@playwright/test";
import { violationsOn, WCAG } from "../axe.ts";
// Playwright runs tests with other fixtures at the end, when nothing else runs at the same time.
import { expect, test } from "../fixtures.ts";
import { kitParts, kitPath, startKit } from "../kit.ts";

let kit: Awaited<ReturnType<typeof startKit>>;
test.describe.configure({ timeout: 120_000 });
test.beforeAll(async () => {
  kit = await startKit();
});
test.afterAll(() => kit.stop());

/**
 * @param themes only colours differ between the two
 * @returns what axe has found, by theme, rule and place
 */
async function violations(page: Page, themes: readonly ("light" | "dark")[]): Promise<string[]> {
  const found: string[] = [];
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    for (const { id, nodes } of await violationsOn(page, theme === "light" ? WCAG : ["cat.color"]))
      found.push(...nodes.map(({ target }) => `${theme}, ${id}: ${target}`));
  }
  return found;
}

// Another language changes no colour, so the dark theme is looked at once.
for (const [language, themes] of [
  ["en", ["light", "dark"]],
  ["es", ["light"]],
] as const)
  test(`every part of the kit in every state, ${language}`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: kit.url, reducedMotion: "reduce" });
    await context.addInitScript((chosen) => localStorage.setItem("language", JSON.stringify(chosen)), language);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    const parts = await kitParts(page);
    expect(parts.length).toBeGreaterThan(40);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    for (const { name, states } of parts) {
      const shown = page.locator(`#${name} [data-state] > :not(figcaption)`);
      await expect(shown, name).toHaveCount(states.length);
      for (const part of await shown.all()) await expect(part, name).toBeVisible();
    }
    expect(await violations(page, themes)).toEqual([]);
    for (const { name, alone, states } of parts)
      for (const state of alone ? states : []) {
        await page.goto(kitPath(name, state));
        await expect(page.locator("#root > :first-child"), `${name}, ${state}`).toBeVisible();
        expect(await violations(page, themes), `${name}, ${state}`).toEqual([]);
      }
    expect(errors).toEqual([]);
    await context.close();
  });
