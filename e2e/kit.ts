/** The page of the ui kit (kit/) for a test or for pictures: built into a folder of its own and served. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { build, preview } from "vite";
import { freePort } from "../test/ports.ts";

const configFile = fileURLToPath(new URL("../kit/vite.config.ts", import.meta.url));

export async function startKit(): Promise<{ url: string; stop: () => Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), "acebay-kit-"));
  await build({ configFile, logLevel: "error", build: { outDir, emptyOutDir: true } });
  const port = await freePort();
  const served = await preview({
    configFile,
    logLevel: "error",
    build: { outDir },
    preview: { host: "127.0.0.1", port, strictPort: true },
  });
  const stop = async () => {
    await served.close();
    rmSync(outDir, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** The parts of the page with their states. A part shown `alone` has a window for each state. */
export async function kitParts(page: Page): Promise<{ name: string; alone: boolean; states: string[] }[]> {
  await page.goto("/");
  await page.locator("section[id]").first().waitFor();
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("section[id]")].map((section) => ({
      name: section.id,
      alone: section.dataset["alone"] !== undefined,
      states: [...section.querySelectorAll<HTMLElement>("[data-state]")].map(({ dataset }) => dataset["state"] ?? ""),
    })),
  );
}

/** The address of one part, or of one state of it. */
export function kitPath(part: string, state?: string): string {
  return `/?${new URLSearchParams({ part, ...(state !== undefined && { state }) })}`;
}
