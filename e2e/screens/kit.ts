/** The ui kit, part by part (kit/). Look here first after a change of a part. */
import type { Browser } from "@playwright/test";
import { kitParts, kitPath, startKit } from "../kit.ts";
import { type Look, openStudio, type Studio } from "./studio.ts";

const looks: readonly Look[] = [
  { width: 390, theme: "light", language: "en" },
  { width: 390, theme: "dark", language: "en" },
  { width: 1280, theme: "light", language: "en" },
  { width: 390, theme: "light", language: "es" },
];

/** @param whole the studio for the pictures */
export async function kit(browser: Browser, folder: string, whole: Studio): Promise<void> {
  const served = await startKit();
  try {
    const studio = openStudio(browser, served.url, folder, whole);
    const page = await studio.visitor();
    for (const { name, alone, states } of await kitParts(page))
      for (const state of alone ? states : [undefined])
        await studio.take(page, `kit ${name}`, state ?? "every state", looks, async () => {
          await page.goto(kitPath(name, state));
        });
  } finally {
    await served.stop();
  }
}
