/** The demo's data: three courses, their packages, sponsors and prizes, and the demo accounts. */
import { randomBytes, randomUUID } from "node:crypto";
import { playerIdFrom } from "#features/accounts/rules.ts";
import { users } from "#features/accounts/server/tables.ts";
import type { Hole } from "#features/courses/contract.ts";
import { houseTerms } from "#features/courses/terms-rules.ts";
import { courses, packages, sponsoredPrizes, sponsors, staffCourses } from "#features/courses/server/tables.ts";
import { noteTerms } from "#features/courses/server/terms-store.ts";
import { openPot } from "#features/ledger/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";

export const demoAccounts = [
  { email: "player@acebay.test", name: "Pat Fairway", role: "player" },
  { email: "staff@acebay.test", name: "Sam Rangehand", role: "staff" },
  { email: "admin@acebay.test", name: "Alex Greenkeeper", role: "admin" },
] as const;

const florida = { timeZone: "America/New_York", bayCount: 100 };
const demoCourses = [
  {
    ...florida,
    id: 1,
    name: "Palmetto Pines Driving Range",
    address: "4100 Pine Ridge Rd, Naples, FL 34119",
    latitude: 26.2126,
    longitude: -81.7345,
    priceFactorBp: 10_000,
  },
  {
    ...florida,
    id: 2,
    name: "Bayshore Golf Park",
    address: "2200 Bay St, Sarasota, FL 34237",
    latitude: 27.3398,
    longitude: -82.5177,
    priceFactorBp: 12_000,
  },
  {
    ...florida,
    id: 3,
    name: "Coral Lakes Golf Center",
    address: "8800 Lake Worth Rd, Lake Worth, FL 33467",
    latitude: 26.6188,
    longitude: -80.2017,
    priceFactorBp: 15_000,
  },
];

const demoPackages = [
  {
    id: 1,
    name: "Starter Bucket",
    nameEs: "Cubo de inicio",
    description: "5 balls at the left and right holes",
    descriptionEs: "5 bolas a los hoyos izquierdo y derecho",
    priceCents: 300,
    ballCount: 5,
    packageType: "sponsored",
    isPopular: true,
  },
  {
    id: 2,
    name: "Quick Three",
    nameEs: "Tres rápidas",
    description: "3 balls at the left and right holes",
    descriptionEs: "3 bolas a los hoyos izquierdo y derecho",
    priceCents: 200,
    ballCount: 3,
    packageType: "sponsored",
    isPopular: false,
  },
  {
    id: 3,
    name: "One Swing",
    nameEs: "Un solo swing",
    description: "1 ball at the left and right holes",
    descriptionEs: "1 bola a los hoyos izquierdo y derecho",
    priceCents: 100,
    ballCount: 1,
    packageType: "sponsored",
    isPopular: false,
  },
  {
    id: 4,
    name: "Jackpot Ten",
    nameEs: "Diez al premio mayor",
    description: "10 balls at all three holes, the jackpot among them",
    descriptionEs: "10 bolas a los tres hoyos, con el del premio mayor",
    priceCents: 500,
    ballCount: 10,
    packageType: "jackpot",
    isPopular: true,
  },
  {
    id: 5,
    name: "Jackpot Five",
    nameEs: "Cinco al premio mayor",
    description: "5 balls at all three holes, the jackpot among them",
    descriptionEs: "5 bolas a los tres hoyos, con el del premio mayor",
    priceCents: 300,
    ballCount: 5,
    packageType: "jackpot",
    isPopular: false,
  },
  {
    id: 6,
    name: "Jackpot Twenty",
    nameEs: "Veinte al premio mayor",
    description: "20 balls at all three holes, the jackpot among them",
    descriptionEs: "20 bolas a los tres hoyos, con el del premio mayor",
    priceCents: 900,
    ballCount: 20,
    packageType: "jackpot",
    isPopular: false,
  },
] as const;

const demoSponsors: {
  courseId: number;
  hole: Hole;
  name: string;
  website: string;
  phone: string;
  prizeName: string;
  prizeNameEs: string;
  prizeDescription: string;
  prizeDescriptionEs: string;
  prizeValueCents: number;
}[] = [
  {
    courseId: 1,
    hole: "left",
    name: "Gulfside Golf Shop",
    website: "https://gulfside-golf.example/",
    phone: "+1 239 555 0141",
    prizeName: "Gulfside Fitted Wedge",
    prizeNameEs: "Wedge Gulfside a tu medida",
    prizeDescription: "A wedge, fitted to your swing in the shop",
    prizeDescriptionEs: "Un wedge ajustado en la tienda a tu swing",
    prizeValueCents: 14_900,
  },
  {
    courseId: 1,
    hole: "right",
    name: "Pelican Grill",
    website: "https://pelican-grill.example/",
    phone: "+1 239 555 0162",
    prizeName: "Dinner for Two at Pelican Grill",
    prizeNameEs: "Cena para dos en Pelican Grill",
    prizeDescription: "Two mains and a shared dessert by the water",
    prizeDescriptionEs: "Dos platos fuertes y un postre para compartir junto al agua",
    prizeValueCents: 8_000,
  },
  {
    courseId: 2,
    hole: "left",
    name: "Suncoast Cycles",
    website: "https://suncoast-cycles.example/",
    phone: "+1 941 555 0118",
    prizeName: "Suncoast Day Rental",
    prizeNameEs: "Un día en bici con Suncoast",
    prizeDescription: "Two bikes for a day on the Legacy Trail",
    prizeDescriptionEs: "Dos bicicletas por un día en el Legacy Trail",
    prizeValueCents: 9_000,
  },
  {
    courseId: 2,
    hole: "right",
    name: "Sarasota Roasters",
    website: "https://sarasota-roasters.example/",
    phone: "+1 941 555 0177",
    prizeName: "A Month of Coffee",
    prizeNameEs: "Un mes de café",
    prizeDescription: "A bag of beans each week for four weeks",
    prizeDescriptionEs: "Una bolsa de café en grano cada semana durante cuatro semanas",
    prizeValueCents: 7_200,
  },
];

/** Fills an empty database; one that has a course already stays as it is. */
export async function seedDemo(db: Db, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.sql.execute(sql`SELECT pg_advisory_xact_lock(7306423)`);
    const existing = await tx.sql.select({ id: courses.id }).from(courses).limit(1);
    if (existing.length > 0) return;
    await tx.sql.insert(courses).values(demoCourses);
    await tx.sql.insert(packages).values([...demoPackages]);
    const added = await tx.sql.insert(sponsors).values(demoSponsors).returning();
    await tx.sql
      .insert(sponsoredPrizes)
      .values(
        added.flatMap(({ id, courseId, hole, prizeName, prizeNameEs, prizeValueCents: valueCents }) =>
          hole === "middle" ? [] : [{ courseId, sponsorId: id, hole, prizeName, prizeNameEs, valueCents }],
        ),
      );
    // Ids that are given do not advance the sequences.
    for (const table of ["courses", "packages"])
      await tx.sql.execute(sql`SELECT nextval(pg_get_serial_sequence(${table}, 'id')) FROM generate_series(1, 100)`);
    await noteTerms(tx, now);
    for (const { id } of demoCourses) await openPot(tx, id, houseTerms.baseJackpotCents, now);
    for (const demo of demoAccounts) {
      const id = randomUUID();
      await tx.sql.insert(users).values({
        ...demo,
        id,
        playerId: playerIdFrom([...randomBytes(9)]),
        phone: "+1 555 010 0199",
        emailProvedAt: now,
        createdAt: now,
      });
      if (demo.role === "staff") await tx.sql.insert(staffCourses).values({ userId: id, courseId: 1 });
    }
  });
}
