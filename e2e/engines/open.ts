/** The engines besides Chromium. `npm run test:long` names Debian's (scripts/engines.mjs); otherwise Playwright's are used. */
import { firefox, webkit } from "@playwright/test";
import type { Engine, Size } from "./engine.ts";
import { openFirefox } from "./firefox.ts";
import { openPlaywright } from "./playwright.ts";
import { openWebKit } from "./webkit.ts";

export const engines = ["webkit", "firefox"] as const;
export type EngineName = (typeof engines)[number];

/** A new browser that shares nothing with any other. */
export async function openEngine(name: EngineName, size: Size): Promise<Engine> {
  if (name === "firefox") {
    const binary = process.env["ACEBAY_FIREFOX"];
    return binary === undefined ? openPlaywright(firefox, size) : openFirefox(binary, size);
  }
  const driver = process.env["ACEBAY_WEBKIT_DRIVER"];
  return driver === undefined ? openPlaywright(webkit, size) : openWebKit(driver, size);
}
