/**
 * Rules, section 3: staff see the facts of their courses alone. What a member of staff of one course is answered does
 * not change when a player of that course plays, wins and is paid at another one.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import type { RouteDef, StreamDef } from "#platform/shared/route.ts";
import { buy, claim, freshApp, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { definedContracts, nameOf } from "#test/contracts.ts";
import { followStream } from "#test/stream.ts";

type Contract = RouteDef | StreamDef;

/** What a player did at a course, and what a stranger there would know it by. */
interface Deeds {
  courseId: number;
  session: string;
  order: { id: string; number: number };
  /** The claims: the first is pending, the second verified. */
  claims: string[];
  sighting: string;
}

let app: TestApp;
let url: string;
let staff: Player;
let admin: Player;
let golfer: Player;
let friend: Player;
let here: Deeds;
beforeAll(async () => {
  app = await freshApp();
  url = `http://127.0.0.1:${await app.listen()}`;
  [staff, admin] = [await app.signIn("staff@acebay.test"), await app.signIn("admin@acebay.test")];
  [golfer, friend] = [await app.player("Ada Twice"), await app.player("Frida Elsewhere")];
  const statements = { role: "staff" as const, courseIds: [1], statementCourseIds: [1] };
  await bodyOf(admin.call(staffRoutes.changeStaff, { params: { id: staff.id }, body: statements }));
  here = await deedsAt(1, 5, 7);
});
afterAll(() => app.close());

/** A refunded order, and a group's play with misses and two claims, of which one is verified. */
async function deedsAt(courseId: number, price: number, bayNumber: number): Promise<Deeds> {
  const groupData = {
    mainPlayer: { bayNumber, ballCount: 8 },
    friends: [{ userId: friend.userId, name: "Frida Elsewhere", bayNumber, ballCount: 2 }],
  };
  const { session, order } = (await buy(golfer, { sessionData: { courseId, bayNumber, groupData }, amount: price }))
    .body;
  const unplayed = (await buy(friend, { sessionData: { courseId, bayNumber }, amount: price, start: false })).body
    .order;
  await bodyOf(
    admin.call(paymentRoutes.refundOrder, { params: { id: unplayed.id }, body: { reason: "Rain", amount: price } }),
  );
  await shoot(golfer, session.id);
  const first = (await claim(golfer, session.id, "middle")).body.claim.id;
  const second = (await claim(golfer, session.id, "left")).body.claim.id;
  await admin.raw("PATCH", `/api/admin/prize-claims/${second}/verify`);
  const { sighting } = await bodyOf(
    admin.call(evidenceRoutes.recordSighting, {
      params: { id: first },
      body: { seen: true, note: `Near the wall of ${courseId}` },
    }),
  );
  await golfer.call(playRoutes.completeSession, { params: { id: session.id } });
  await app.jobs.runAll();
  return { courseId, session: session.id, order, claims: [first, second], sighting: sighting.id };
}

const isRead = (contract: Contract) => !("method" in contract) || contract.method === "GET";
/** All that staff may call: what players may not, and what anyone who is signed in may read. */
const contracts = definedContracts.filter(
  (contract) => contract.permission === "staff" || (contract.permission === "signedIn" && isRead(contract)),
);

/** A route's addresses for the deeds at a course. */
function pathsOf({ path }: Contract, deeds: Deeds): string[] {
  const ids = path.includes("prize-claims")
    ? deeds.claims
    : path.includes("sightings")
      ? [deeds.sighting]
      : path.includes("/sessions/")
        ? [deeds.session]
        : path.includes("/orders/")
          ? [deeds.order.id]
          : path.includes("users") || path.includes("players")
            ? [golfer.userId]
            : [String(deeds.courseId)];
  return ids.map((id) => path.replace("{of}", "range").replaceAll(/\{\w+\}/g, id));
}

async function ask(contract: Contract, path: string): Promise<{ status: number; body: unknown }> {
  if ("method" in contract) {
    const { status, body } = await staff.raw(contract.method, path, contract.method === "GET" ? undefined : {});
    // A refusal carries the id of its call.
    return { status, body: body?.error?.code ?? body };
  }
  const stream = await followStream(url, path, staff);
  try {
    return { status: stream.status, body: stream.status === 200 ? (await stream.next()).data : undefined };
  } finally {
    stream.end();
  }
}

async function answersAt(deeds: Deeds): Promise<Map<string, { status: number; body: unknown }>> {
  // Files are limited by the minute, and the clock stands still.
  await app.db.pool.query("DELETE FROM calls");
  const answers = new Map<string, { status: number; body: unknown }>();
  for (const contract of contracts.filter(isRead))
    for (const path of pathsOf(contract, deeds))
      answers.set(`${nameOf(contract)} (${path})`, await ask(contract, path));
  return answers;
}

describe("a player of course 1 who also plays, wins and is refunded at course 2", () => {
  let before: Map<string, { status: number; body: unknown }>;
  let there: Deeds;
  beforeAll(async () => {
    before = await answersAt(here);
    there = await deedsAt(2, 6, 93);
  });

  test("changes no answer to the staff of course 1", async () => {
    const after = await answersAt(here);
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [name, answer] of after) expect([name, answer]).toEqual([name, before.get(name)]);
    const read = [...after].filter(([, { status }]) => status === 200).map(([name]) => name);
    // The evidence, the lists, the boards and the reports are among what was compared.
    for (const path of [
      "evidence",
      "prize-claims (",
      "summary",
      "claims.csv",
      "bays (",
      "bays/events",
      "claims/events",
    ])
      expect(
        read.filter((name) => name.includes(path)),
        path,
      ).not.toEqual([]);
    for (const path of ["/claims (", "refunds-today", "course-report/{courseId} (", "download (", "range/1"])
      expect(
        read.filter((name) => name.includes(path)),
        path,
      ).not.toEqual([]);
  });

  test("is in no answer to them that is asked for by its ids", async () => {
    await app.db.pool.query("DELETE FROM calls");
    const secrets = [there.session, there.order.id, ...there.claims, there.sighting, "Near the wall of 2"];
    for (const contract of contracts)
      for (const path of pathsOf(contract, there)) {
        const { status, body } = await ask(contract, path);
        const said = JSON.stringify(body) ?? "";
        expect([nameOf(contract), path, secrets.filter((secret) => said.includes(secret))]).toEqual([
          nameOf(contract),
          path,
          [],
        ]);
        if (/prize-claims\/|sightings|\/sessions\/|courses\/\{/.test(contract.path) && contract.path.includes("{"))
          expect([nameOf(contract), status]).toEqual([nameOf(contract), expect.not.toBeOneOf([200, 201])]);
      }
  });

  test("is in the evidence that administrators read, and staff of both courses", async () => {
    const read = async (person: Player) => {
      const { earlierClaims, signals } = await bodyOf(
        person.call(evidenceRoutes.getEvidence, { params: { id: here.claims[0] ?? "" } }),
      );
      const counted = signals.find(({ kind }) => kind === "player_claims")?.sentence;
      return { claims: earlierClaims.map(({ id }) => id).toSorted(), counted };
    };
    const [, other = ""] = here.claims;
    expect(await read(staff)).toEqual({
      claims: [other],
      counted: "2 claims by this player at your courses in 30 days, this one included.",
    });
    expect(await read(admin)).toEqual({
      claims: [other, ...there.claims].toSorted(),
      counted: "4 claims by this player in 30 days, this one included.",
    });
    await bodyOf(admin.call(staffRoutes.changeStaff, { params: { id: staff.id }, body: { courseIds: [1, 2] } }));
    expect(await read(staff)).toEqual({
      claims: [other, ...there.claims].toSorted(),
      counted: "4 claims by this player at your courses in 30 days, this one included.",
    });
  });
});
