/** Playwright's own build of an engine, as an `Engine`. */
import type { BrowserType } from "@playwright/test";
import type { Engine, Size } from "./engine.ts";

export async function openPlaywright(type: BrowserType, viewport: Size): Promise<Engine> {
  const browser = await type.launch();
  const context = await browser.newContext({ viewport, reducedMotion: "reduce" });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    tap: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    picture: async (file) => void (await page.screenshot({ path: file })),
    resize: (size) => page.setViewportSize(size),
    scheme: (colorScheme) => page.emulateMedia({ colorScheme }),
    errors: async () => errors,
    close: () => browser.close(),
  };
}
