/** Claims decided per minute, by keys alone. */
import type { Page } from "@playwright/test";

/** The time of a person by the keystroke-level model (Card, Moran, Newell): seconds for a key, and for a thought. */
const KEY_S = 0.28;
const THOUGHT_S = 1.35;

export interface Decided {
  claims: number;
  /** Claims that asked a second time: cash, or no sighting. */
  secondSteps: number;
  keys: number;
  /** From a key until the next claim is shown with its buttons: seconds of all claims together. */
  machineSeconds: number;
  /** Of one claim, in milliseconds. */
  worstMs: number;
}

/**
 * Verifies every pending claim: `v`, Enter where a second step asks, and the next claim opens by itself.
 * @param page signed in as an administrator
 */
export async function decideAll(page: Page, pending: number): Promise<Decided> {
  await page.goto("/admin/prize-verification");
  await page.getByLabel(`Pending ${pending}`).waitFor({ state: "attached" });
  await page.locator("[data-row]").first().waitFor();
  await page.keyboard.press("v");
  const decided: Decided = { claims: 0, secondSteps: 0, keys: 0, machineSeconds: 0, worstMs: 0 };
  let open: string | undefined = await readyClaim(page, "");
  while (open !== undefined) {
    const began = performance.now();
    await page.keyboard.press("v");
    decided.keys++;
    if (await asksAgain(page, open)) {
      decided.secondSteps++;
      decided.keys++;
      await page.keyboard.press("Enter");
    }
    decided.claims++;
    const next: string | undefined = decided.claims < pending ? await readyClaim(page, open) : undefined;
    if (next === undefined) await page.getByLabel("Pending 0").waitFor({ state: "attached" });
    const taken = performance.now() - began;
    decided.machineSeconds += taken / 1000;
    decided.worstMs = Math.max(decided.worstMs, taken);
    open = next;
  }
  return decided;
}

/** Another claim than `before` whose Verify can be pressed. @returns its id */
async function readyClaim(page: Page, before: string): Promise<string> {
  const ready = await page.waitForFunction((last) => {
    const row = document.querySelector<HTMLElement>("[data-row][aria-current]")?.dataset["row"];
    const verify = document.querySelector<HTMLButtonElement>("[data-panel] [data-action=verify]");
    return row !== undefined && row !== last && verify?.disabled === false && verify.ariaDisabled !== "true" && row;
  }, before);
  return String(await ready.jsonValue());
}

/** Whether a second step opened; false once the claim is under way or decided. */
async function asksAgain(page: Page, claim: string): Promise<boolean> {
  const asked = await page.waitForFunction((id) => {
    if (document.querySelector("dialog[open]")) return "asked";
    const row = document.querySelector<HTMLElement>("[data-row][aria-current]")?.dataset["row"];
    const verify = document.querySelector<HTMLButtonElement>("[data-panel] [data-action=verify]");
    return (row !== id || !verify || verify.disabled || verify.ariaDisabled === "true") && "under way";
  }, claim);
  return (await asked.jsonValue()) === "asked";
}

/** With a person: a thought to read the claim, one for the sentence of a second step, and the keys. */
export function perMinute({ claims, secondSteps, keys, machineSeconds }: Decided) {
  const human = claims * THOUGHT_S + secondSteps * THOUGHT_S + keys * KEY_S;
  return {
    machine: (60 * claims) / machineSeconds,
    withPerson: (60 * claims) / (machineSeconds + human),
    /** Seconds that a person may think about a claim, keys included, and still decide 20 a minute. */
    leftAtTwenty: 3 - machineSeconds / claims,
  };
}
