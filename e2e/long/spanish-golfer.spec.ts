/** What happens to golfers less often, in Spanish: a group, the free shot, refunds, decided claims, the deletion. */
import type { Page } from "@playwright/test";
import { CLOSED_CARD, refunded, verified } from "../desk/deeds.ts";
import { expect, test } from "../fixtures.ts";
import {
  atSettings,
  callsOf,
  claimPrize,
  expectToast,
  live,
  mailedCode,
  newestOrder,
  playing,
  registered,
  signedIn,
} from "../people.ts";
import { expectSpanish } from "../spanish.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { bodyOf, given } from "#test/calls.ts";

test.use({ locale: "es-MX", viewport: { width: 390, height: 844 } });
// Every screen is scanned by axe.
test.setTimeout(120_000);

test("a group plays, claims and ends in Spanish, on both phones", async ({ page, browser, app }) => {
  const friendPage = await (await browser.newContext({ baseURL: app.url, locale: "es-MX" })).newPage();
  const friend = await registered(friendPage, "Paco Amigo");
  await registered(page, "Rosa Jugadora");
  const sessionId = await playing(page, 4, 5, {
    mainPlayer: { bayNumber: 7, ballCount: 6 },
    friends: [
      { userId: friend.userId, bayNumber: 8, ballCount: 2 },
      { name: "Ana", bayNumber: 9, ballCount: 2 },
    ],
  });
  for (const phone of [page, friendPage]) {
    await phone.goto("/game");
    await live(phone);
    await expect(phone.getByRole("button", { name: /^Tiro hecho/ }).first()).toBeVisible();
    await expectSpanish(phone);
  }
  await page.getByRole("button", { name: "Tiro hecho por Ana" }).click();
  await expect(page.getByRole("button", { name: "Deshacer" })).toBeVisible();
  await expectSpanish(page);
  await page.getByRole("button", { name: "Reclama tu premio" }).click();
  await expect(page.getByText("¿Quién le dio?")).toBeVisible();
  await expectSpanish(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Terminar sesión" }).click();
  await expect(page.getByText("¿Terminar esta sesión?")).toBeVisible();
  await expectSpanish(page);
  await page.getByRole("button", { name: "Volver al juego" }).click();
  await callsOf(friendPage).call(playRoutes.recordShot, {
    body: { sessionId, targetHole: "left", prizeClaim: true },
  });
  await callsOf(page).call(playRoutes.completeSession, { params: { id: sessionId } });
  for (const phone of [page, friendPage]) {
    await phone.goto(`/game?session=${sessionId}`);
    await live(phone);
    await expectSpanish(phone);
    await phone.goto("/claims");
    await expectSpanish(phone);
  }
});

test("the free shot is chosen, explained, played and used up in Spanish", async ({ page }) => {
  await registered(page, "Rosa Jugadora");
  await page.goto("/bay?course=1&bay=7");
  await page.waitForURL("/package");
  await live(page);
  await page.getByText("TIRO GRATIS", { exact: true }).click();
  await page.getByRole("button", { name: "Continuar", exact: true }).click();
  await expect(page.getByText("Falta la hora de salida").first()).toBeVisible();
  await expectSpanish(page);
  await page.getByLabel("Tu hora de salida de hoy").fill("14:30");
  await page.getByRole("button", { name: "Continuar", exact: true }).click();
  await expect(page.getByText("GRATIS", { exact: true }).first()).toBeVisible();
  await expectSpanish(page);
  await page.getByRole("button", { name: "Empezar tu sesión" }).click();
  await page.waitForURL(/\/game/);
  await live(page);
  await expectSpanish(page);
  const claimed = { targetHole: "middle", prizeClaim: true } as const;
  const sessionId = given(new URL(page.url()).searchParams.get("session"));
  await callsOf(page).call(playRoutes.recordShot, { body: { sessionId, ...claimed } });
  await callsOf(page).call(playRoutes.completeSession, { params: { id: sessionId } });
  for (const path of [`/game?session=${sessionId}`, "/claims", "/package", "/profile", "/prizes"]) {
    await page.goto(path);
    await live(page);
    await expectSpanish(page);
  }
});

test("refunds, verdicts and the deletion of an account are read in Spanish", async ({ page, browser, app }) => {
  const { email } = await registered(page, "Rosa Jugadora");
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  const reason = "La tolva se atascó";
  /** Plays a session and claims one hole. @returns the claim and the order's id */
  const played = async (card?: string) => {
    const sessionId = await playing(page, 4, 5, undefined, card);
    const claim = await claimPrize(page, sessionId, "left");
    await callsOf(page).call(playRoutes.completeSession, { params: { id: sessionId } });
    return { claim, orderId: (await newestOrder(page)).id };
  };
  const reject = ({ id }: { id: string }) =>
    bodyOf(callsOf(admin).call(claimRoutes.rejectClaim, { params: { id }, body: { reason } }));
  const [won, partly, whole, refused] = [await played(), await played(), await played(), await played(CLOSED_CARD)];
  await verified(admin, won.claim.id);
  for (const { claim } of [partly, whole, refused]) await reject(claim);
  await refunded(admin, partly.orderId, { amount: 1, reason });
  for (const { orderId } of [whole, refused]) await refunded(admin, orderId, { reason });

  for (const path of ["/orders", ...[partly, whole, refused].map(({ orderId }) => `/orders/${orderId}/receipt`)]) {
    await page.goto(path);
    await expect(page.getByText(/[Rr]eembols/).first()).toBeVisible();
    await expectSpanish(page);
  }
  await page.goto("/claims");
  await expect(page.getByText(reason).first()).toBeVisible();
  await expectSpanish(page);

  await askDeletion(page, email);
  await expect(page.getByText("Tu cuenta no se eliminó")).toBeVisible();
  await expectSpanish(page);

  const other = await (await browser.newContext({ baseURL: app.url, locale: "es-MX" })).newPage();
  await askDeletion(other, (await registered(other, "Luz Jugadora")).email);
  await expectToast(other, "Cuenta eliminada");
  await expect(other).toHaveURL("/");
  await expectSpanish(other);
});

/** Goes through the sheets of a deletion up to its last button, with the mailed code. */
async function askDeletion(page: Page, email: string): Promise<void> {
  await atSettings(page);
  await expectSpanish(page);
  await page.getByRole("button", { name: "Eliminar mi cuenta" }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet).toBeVisible();
  await expectSpanish(page);
  await sheet.getByRole("button", { name: "Continuar" }).click();
  await expectSpanish(page);
  await sheet.getByRole("button", { name: "Eliminar para siempre" }).click();
  await expect(page.getByRole("heading", { name: "¿Eres tú?" })).toBeVisible();
  await expectSpanish(page);
  await page.getByLabel("Código", { exact: true }).fill(await mailedCode(page, email));
}
