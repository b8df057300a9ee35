/** Helpers for journeys without a connection. */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { callsOf, playing } from "./people.ts";
import { playRoutes } from "#features/play/contract.ts";
import { bodyOf } from "#test/calls.ts";

/** A person with gloves taps no faster, and the page counts two taps within 400 ms as one. */
const BETWEEN_TAPS_MS = 450;

/** A game on the screen, with all files that it loads when the page is idle. */
export async function opened(page: Page, packageId = 4, price = 5): Promise<string> {
  const sessionId = await playing(page, packageId, price);
  await page.goto(`/game?session=${sessionId}`);
  await expect(page.getByRole("button", { name: "Shot Taken" })).toBeVisible();
  await keptOffline(page);
  await keptGame(page);
  return sessionId;
}

/** Waits until this device has kept the app's files, because a network lost earlier can interrupt them. */
export async function keptOffline(page: Page): Promise<void> {
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller);
}

/** Waits until this device has kept the game that it shows. */
export async function keptGame(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const [found] = await indexedDB.databases();
    if (!found?.name) return false;
    const keys = await new Promise<IDBValidKey[]>((done, failed) => {
      const opening = indexedDB.open(found.name ?? "");
      opening.addEventListener("error", () => failed(opening.error));
      opening.addEventListener("success", () => {
        const asking = opening.result.transaction("kept").objectStore("kept").getAllKeys();
        asking.addEventListener("success", () => done(asking.result));
        opening.result.close();
      });
    });
    return keys.some((key) => typeof key === "string" && key.startsWith("session "));
  });
}

export async function shoot(page: Page, times: number): Promise<void> {
  for (let shot = 0; shot < times; shot += 1) {
    await page.getByRole("button", { name: "Shot Taken" }).click();
    await page.waitForTimeout(BETWEEN_TAPS_MS);
  }
}

export async function claim(page: Page, hole: string): Promise<void> {
  await page.getByRole("button", { name: "Claim Your Prize" }).click();
  const sheet = page.getByRole("dialog", { name: "Claim Your Prize" });
  await sheet.getByText(hole).click();
  await sheet.getByRole("button", { name: "Review Claim" }).click();
  await sheet.getByRole("button", { name: "Confirm" }).click();
  await expect(sheet).toBeHidden();
}

export async function sessionOf(page: Page, id: string) {
  return (await bodyOf(callsOf(page).call(playRoutes.getSession, { params: { id } }))).session;
}

/** The bodies of the shots that a context sends, in order. */
export function sentShots(context: BrowserContext): { shotId: string; secondsAgo?: number; prizeClaim: boolean }[] {
  const sent: { shotId: string; secondsAgo?: number; prizeClaim: boolean }[] = [];
  context.on("requestfinished", (request) => {
    if (/\/api\/(group-)?attempts$/.test(request.url())) sent.push(request.postDataJSON());
  });
  return sent;
}

/** The ids that the device keeps, in order. */
export async function keptIds(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        const opening = indexedDB.open("acebay");
        opening.onsuccess = () => {
          const all = opening.result.transaction("outbox").objectStore("outbox").getAll();
          all.onsuccess = () => {
            opening.result.close();
            done(all.result.map(({ id }: { id: string }) => id));
          };
        };
      }),
  );
}

/** Blocks the server only: the app's own files still load, as from its offline shell. */
export const blockServer = (context: BrowserContext) =>
  context.route(/\/(api\/|healthz)/, (route) => route.abort("connectionfailed"));
