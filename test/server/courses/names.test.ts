/** Names in two languages: written by administrators, answered in both, and kept with what was bought and claimed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { managePackageRoutes } from "#features/courses/manage-contract.ts";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import { receiptRoutes } from "#features/receipts/contract.ts";
import { buy, claim, freshApp, type Json, orderOf, packs, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { outboxOf } from "#test/demo.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const changePackage = (id: number, body: object) =>
  admin.call(managePackageRoutes.changePackage, { params: { id }, body });
const offered = async (id: number) =>
  (await bodyOf(app.browser().call(courseRoutes.listPackages))).packages.find((offer) => offer.id === id);
const lettersTo = async (to: string): Promise<string> =>
  JSON.stringify((await outboxOf(app.browser())).filter((mail: { to: string }) => mail.to === to));

/** A golfer whose letters are in Spanish. */
async function spanishGolfer(): Promise<Player> {
  const golfer = await app.player("Rosa Jugadora");
  await bodyOf(golfer.call(accountRoutes.updateUser, { params: { id: golfer.id }, body: { language: "es" } }));
  return golfer;
}

test("a package has its Spanish as administrators write it, none where it is blank, and the free shot has its own", async () => {
  const { package: made } = await bodyOf(
    admin.call(managePackageRoutes.createPackage, {
      body: { name: "Seven", description: "Seven balls", price: 4, ballCount: 7, packageType: "jackpot" },
    }),
    201,
  );
  expect(made).toMatchObject({ nameEs: null, descriptionEs: null });
  expect(await offered(made.id)).not.toHaveProperty("nameEs");
  await bodyOf(changePackage(made.id, { nameEs: " Siete ", descriptionEs: "Siete bolas" }));
  expect(await offered(made.id)).toMatchObject({ name: "Seven", nameEs: "Siete", descriptionEs: "Siete bolas" });
  // What is not sent stays; a blank takes the Spanish away, and never the English.
  await bodyOf(changePackage(made.id, { price: 4.5 }));
  expect(await offered(made.id)).toMatchObject({ nameEs: "Siete" });
  const { package: bare } = await bodyOf(changePackage(made.id, { nameEs: "" }));
  expect(bare).toMatchObject({ name: "Seven", nameEs: null, descriptionEs: "Siete bolas" });
  expect((await changePackage(made.id, { name: " " })).status).toBe(400);
  expect((await changePackage(made.id, { nameEs: "x".repeat(81) })).status).toBe(400);
  expect(await offered(-1)).toMatchObject({ name: "FREE TEE TIME SHOT", nameEs: "TIRO GRATIS" });
});

test("sponsors and their prizes have theirs", async () => {
  const sponsors = await bodyOf(admin.call(manageSponsorRoutes.listManagedSponsors));
  const sponsor = sponsors.sponsors.find(({ prizeName }) => prizeName.startsWith("Gulfside"));
  const body = { prizeNameEs: "Wedge nuevo", prizeDescriptionEs: "Muy nuevo" };
  await bodyOf(admin.call(manageSponsorRoutes.changeSponsor, { params: { id: sponsor?.id ?? 0 }, body }));
  const shown = (await bodyOf(app.browser().call(courseRoutes.listSponsors, { params: { id: 1 } }))).sponsors;
  expect(shown.left).toMatchObject([{ prizeName: "Gulfside Fitted Wedge", ...body }]);
  const { prizes } = await bodyOf(admin.call(manageSponsorRoutes.listManagedPrizes));
  const prize = prizes.find(({ prizeName }) => prizeName.startsWith("Suncoast"));
  const change = (prizeNameEs: string) =>
    bodyOf(admin.call(manageSponsorRoutes.changePrize, { params: { id: prize?.id ?? 0 }, body: { prizeNameEs } }));
  const played = async () =>
    (await bodyOf(app.browser().call(courseRoutes.listSponsoredPrizes, { query: { courseId: 2 } }))).prizes[0];
  await change("Un día en bicicleta");
  expect(await played()).toMatchObject({ prize_name: "Suncoast Day Rental", prize_name_es: "Un día en bicicleta" });
  await change("");
  expect(await played()).not.toHaveProperty("prize_name_es");
});

test("an order and its receipt keep both names of the day, and a reader's letters have their own", async () => {
  const [reader, other] = [await spanishGolfer(), await app.player()];
  const ids = [];
  for (const golfer of [reader, other]) ids.push((await buy(golfer, { pack: packs.jackpot })).body.order.id);
  await app.jobs.runAll();
  await bodyOf(changePackage(4, { name: "Big Ten", nameEs: "Diez grande" }));
  const kept = { packageName: "Jackpot Ten", packageNameEs: "Diez al premio mayor" };
  expect(await orderOf(reader, firstOf(ids))).toMatchObject(kept);
  const { receipt } = await bodyOf(reader.call(receiptRoutes.getReceipt, { params: { id: firstOf(ids) } }));
  expect(receipt).toMatchObject(kept);
  expect(await lettersTo(reader.email)).toContain("Diez al premio mayor, 10 bolas");
  expect(await lettersTo(other.email)).toContain("Jackpot Ten, 10 balls");
  for (const id of ids)
    expect(
      (await admin.call(paymentRoutes.refundOrder, { params: { id }, body: { reason: "rain", amount: 1 } })).status,
    ).toBe(200);
  expect(await lettersTo(reader.email)).toContain("por Diez al premio mayor (pedido");
  expect(await lettersTo(other.email)).toContain("for Jackpot Ten (order");
});

test("a claim keeps both names of its prize, also of a hole without a prize of its own", async () => {
  const won = async (courseId: number): Promise<[Player, Json]> => {
    const golfer = await spanishGolfer();
    const amount = courseId === 1 ? 3 : 4.5;
    const { session } = (await buy(golfer, { pack: packs.sponsored, amount, sessionData: { courseId } })).body;
    await shoot(golfer, session.id);
    await claim(golfer, session.id, "right");
    const { claims } = await bodyOf(golfer.call(claimRoutes.listMyClaims, { params: { id: golfer.id } }));
    return [golfer, claims[0]];
  };
  const [golfer, dinner] = await won(1);
  expect(dinner).toMatchObject({
    prizeDescription: "Dinner for Two at Pelican Grill",
    prizeDescriptionEs: "Cena para dos en Pelican Grill",
  });
  expect(await lettersTo(golfer.email)).toContain("Premio: Cena para dos en Pelican Grill");
  const [elsewhere, pass] = await won(3);
  expect(pass).toMatchObject({
    prizeDescription: "TopGolf Bay Pass (1 Hour)",
    prizeDescriptionEs: "Pase de bahía en TopGolf (1 hora)",
  });
  expect(await lettersTo(elsewhere.email)).toContain("Premio: Pase de bahía en TopGolf (1 hora)");
});
