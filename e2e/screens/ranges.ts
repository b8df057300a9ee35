/** The daily screens of staff and administrators: bays, claims with their evidence, payouts. */
import type { Page } from "@playwright/test";
import { callsOf, registered } from "../people.ts";
import { at, loadingAndFailed, LONG_NAME, pay, proved, shot } from "./reach.ts";
import { everyLook, furtherLooks, inEnglish, onWall } from "./looks.ts";
import { fail, hold, type Studio } from "./studio.ts";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { bodyOf, given } from "#test/calls.ts";

const every = inEnglish(everyLook);
const further = inEnglish(furtherLooks);
const wall = [...every, ...onWall];

const dialog = (page: Page) => page.locator("dialog[open]").waitFor();

/** With a server that nobody has used yet. */
export async function ranges(studio: Studio): Promise<void> {
  const page = await studio.desk("admin@acebay.test");
  await bays(studio, page);
  await claims(studio, page);
  await payouts(studio, page);
  await page.context().close();
}

async function bays({ visitor, take }: Studio, page: Page): Promise<void> {
  await take(page, "Bays", "empty", every, at("/admin/bays?course=1"));
  const players: Page[] = [];
  const sit = async (name: string, sessionData: object): Promise<string> => {
    const player = await visitor();
    players.push(player);
    await registered(player, name);
    return (await pay(player, 5, { packageId: 4, ...sessionData })).session.id;
  };
  await sit("Ada Albatross", { bayNumber: 4 });
  const held = await sit(LONG_NAME, { bayNumber: 7 });
  await sit("山田 花子", { bayNumber: 7 });
  await sit("Bo Buyer", {
    groupData: {
      mainPlayer: { bayNumber: 12, ballCount: 4 },
      friends: [
        { name: "Fran Friend", bayNumber: 13, ballCount: 3 },
        { name: "Ginger Guest", bayNumber: 14, ballCount: 3 },
      ],
    },
  });
  await callsOf(page).call(bayRoutes.pauseSession, { params: { id: held }, body: { reason: "Lightning" } });
  const winner = await visitor();
  await proved(winner, await visitor(), LONG_NAME);
  const { session } = await pay(winner, 5, { packageId: 4, bayNumber: 21 });
  await shot(winner, session.id);
  await shot(winner, session.id, "left");
  const { id: seen } = given((await shot(winner, session.id, "right")).claim);
  await shot(winner, session.id);
  await shot(winner, session.id, "middle");
  await sighting(page, seen);
  const free = await visitor();
  const { id } = await registered(free, "Gus Green");
  const freeShot = { userId: id, courseId: 1, bayNumber: 30, teeTime: "23:30" };
  const body = await bodyOf(callsOf(free).call(playRoutes.startFreeShot, { body: freeShot }));
  await shot(free, body.session.id, "middle");

  await take(page, "Bays", "players, paused, shared, claims", [...everyLook, ...onWall], at("/admin/bays?course=1"));
  await take(page, "Bays", "refunds today", every, at("/admin/bays/refunds?course=1"));
  await take(page, "Bays", "nobody found", further, async () => {
    await at("/admin/bays?course=1")(page);
    await page.getByLabel("Find a name or bay").fill("nobody");
  });
  await take(page, "Bays", "a bay", every, () => bay(page, 7));
  await take(page, "Bays", "pause all dialog", further, async () => {
    await at("/admin/bays?course=1")(page);
    await page.getByRole("button", { name: "Pause all" }).click();
    await dialog(page);
  });
  await take(page, "Bays", "other claims", further, async () => {
    await at("/admin/bays?course=1")(page);
    await page.getByRole("button", { name: /^Other claims/ }).click();
    await dialog(page);
  });
  for (const step of ["Pause", "Extend", "Move"])
    await take(page, "Bays", `${step.toLowerCase()} dialog`, step === "Move" ? every : further, async () => {
      await bay(page, 12);
      await page.getByRole("listitem", { name: "Bo Buyer, bay 12" }).getByRole("button", { name: step }).click();
      await page.locator("dialog[open] button[type=submit]").click();
      await page.locator("dialog[open] [aria-invalid=true]").first().waitFor();
    });
  await take(page, "Bays", "what was seen", every, async () => {
    await at("/admin/bays?course=1")(page);
    await page.getByRole("button", { name: "Not seen" }).first().click();
    await dialog(page);
  });
  await loadingAndFailed(take, page, further, [
    "Bays",
    "/admin/bays?course=1",
    /\/api\/admin\/courses\/1\/(bays|claims)/,
  ]);
  for (const player of [...players, winner, free]) await player.context().close();
}

/** The bay that a tap on its tile opens. */
async function bay(page: Page, number: number): Promise<void> {
  await at("/admin/bays?course=1")(page);
  await page.getByRole("button", { name: new RegExp(`^Bay ${number}\\b`) }).click();
  await dialog(page);
}

/** Staff saw the ball, and photographed what the page shows now. */
async function sighting(page: Page, claimId: string): Promise<void> {
  await at("/admin/bays?course=1")(page);
  const photo = (await page.screenshot({ type: "jpeg", clip: { x: 0, y: 0, width: 390, height: 300 } })).toString(
    "base64",
  );
  const note = "Clear drop, second bounce, nobody else was hitting at the flag.";
  await callsOf(page).call(evidenceRoutes.recordSighting, {
    params: { id: claimId },
    body: { seen: true, note, photo },
  });
}

async function claims({ take }: Studio, page: Page): Promise<void> {
  const evidence = async () => {
    await at("/admin/prize-verification?status=all&search=Maximiliana&hole=right")(page);
    await page.locator("[data-open]").first().click();
    await page
      .getByRole("region", { name: /^Evidence for/ })
      .getByRole("table")
      .first()
      .waitFor();
  };
  await take(page, "Verification", "evidence", wall, evidence);
  await take(page, "Verification", "evidence loading", further, async () => {
    await hold(page, /\/evidence$/);
    await at("/admin/prize-verification?status=all")(page);
    await page.locator("[data-open]").first().click();
    await page.waitForTimeout(300);
  });
  await take(page, "Verification", "evidence failed", further, async () => {
    await fail(page, /\/evidence$/);
    await at("/admin/prize-verification?status=all")(page);
    await page.locator("[data-open]").first().click();
    await page.getByRole("alert").first().waitFor();
  });
  await take(
    page,
    "Verification",
    "filtered",
    every,
    at("/admin/prize-verification?course=1&hole=middle&sort=largest"),
  );
  await take(page, "Verification", "nothing fits", further, at("/admin/prize-verification?search=nobody"));
}

async function payouts({ take }: Studio, page: Page): Promise<void> {
  await callsOf(page).call(payoutRoutes.setApprovalLimit, { body: { amount: 500 } });
  for (const claim of await bodyOf(callsOf(page).call(claimRoutes.listClaims)))
    await callsOf(page).call(claimRoutes.verifyClaim, { params: { id: claim.id } });
  await take(page, "Payouts", "approval limit", wall, at("/admin/payouts"));
  for (const name of ["Record age", "Record tax form", "Forfeit"])
    await take(page, "Payouts", `${name.toLowerCase()} dialog`, further, async () => {
      await at("/admin/payouts")(page);
      await page.getByRole("button", { name }).first().click();
      await dialog(page);
    });
  await take(page, "Payouts", "hand over dialog", every, async () => {
    await at("/admin/payouts?status=ready")(page);
    await page
      .getByRole("button", { name: /^(Pay|Hand over)\b/ })
      .first()
      .click();
    await dialog(page);
  });
  await take(page, "Payouts", "wrong limit", further, async () => {
    await at("/admin/payouts")(page);
    await page.getByPlaceholder("1000.00").fill("much");
    await page.getByRole("button", { name: "Set limit" }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  });
  await take(page, "Bays", "claims decided", further, at("/admin/bays?course=1"));
}
