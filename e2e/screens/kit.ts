/** The ui kit, part by part (kit/). Look here first after a change of a part. */
import { kitParts, kitPath, startKit } from "../kit.ts";
import { type Look } from "./looks.ts";
import { openStudio, type Run } from "./studio.ts";

const looks: readonly Look[] = [
  { size: "390x844", theme: "light", language: "en" },
  { size: "390x844", theme: "dark", language: "en" },
  { size: "1280x800", theme: "light", language: "en" },
  { size: "390x844", theme: "light", language: "es" },
];

export async function kit(run: Run): Promise<void> {
  const served = await startKit();
  try {
    const studio = openStudio(run, served.url);
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
