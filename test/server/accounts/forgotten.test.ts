/**
 * A deleted account leaves no personal data in rows, answers and files, except for the data that a page of decisions
 * names.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noteRoutes, peopleRoutes } from "#features/accounts/people-contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { requestRoutes } from "#features/courses/request-contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { auditNightly } from "#main/server/audit/nightly.ts";
import { buy, claim, freshApp, play, type Player, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { placesOf } from "#test/places.ts";
import { canary, groupWith, remove } from "./forgotten-people.ts";
import { proposalRoutes } from "#features/accounts/proposal-contract.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const WAITING = `
  SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;

const leave = (person: Player, id: string) => person.call(playRoutes.leaveGroup, { params: { id } });
const exportOf = (person: Player) => bodyOf(person.call(profileRoutes.exportUser, { params: { id: person.id } }));

test("a friend who leaves a group is no longer named in it, and a guest plays on without the name", async () => {
  const { golfer } = await canary(app, "Ottilie Leaver", "239 555 0177");
  const buyer = await app.player("Bo Buyer");
  const { main, seat } = await groupWith(buyer, golfer, "Otti");
  expect(main.groupData?.friends[1]?.name).toBe("Ottilie L.");
  expect((await leave(golfer, seat)).status).toBe(204);
  const seen = await bodyOf(buyer.call(playRoutes.getSession, { params: { id: main.id } }));
  expect(seen.session.groupData?.friends).toEqual([
    { name: "Gil", bayNumber: 3, ballCount: 3 },
    { name: "Friend 2", bayNumber: 2, ballCount: 3 },
  ]);
  expect((await claim(buyer, seat, "left")).body.claim.playerName).toBe("Friend 2");
});

test("a friend who left a group and deleted the account is named in no row, no answer and no file", async () => {
  const { golfer, traces } = await canary(app, "Xanthippe Quillfeather", "239 555 0178");
  const buyer = await app.player("Bea Buyer");
  const { order, main, seat } = await groupWith(buyer, golfer, "Xanthippe Quillfeather");
  // A claim of the friend's own, then one of the guest who plays on.
  const own = (await claim(buyer, seat, "left")).body.claim;
  await bodyOf(admin.call(claimRoutes.rejectClaim, { params: { id: own.id }, body: { reason: "Beside the hole" } }));
  await leave(golfer, seat);
  const guests = (await claim(buyer, seat, "right")).body.claim;
  const params = { id: main.id };
  await bodyOf(admin.call(bayRoutes.pauseSession, { params, body: { reason: "Lightning" } }));
  expect(await placesOf(app, "quillfeather")).toContain("public.orders.group_data");

  expect((await remove(golfer)).status).toBe(204);
  for (const trace of traces) expect([trace, await placesOf(app, trace)]).toEqual([trace, []]);

  const day = app.clock.now().toISOString().slice(0, 10);
  const answers: Record<string, unknown> = {
    session: await bodyOf(buyer.call(playRoutes.getSession, { params })),
    history: await bodyOf(buyer.call(playRoutes.listSessions, { params: { id: buyer.id } })),
    claims: await bodyOf(buyer.call(claimRoutes.listMyClaims, { params: { id: buyer.id } })),
    export: await exportOf(buyer),
    orderFile: await bodyOf(admin.call(orderSearchRoutes.getOrderFile, { params: { id: order.id } })),
    evidence: await bodyOf(admin.call(evidenceRoutes.getEvidence, { params: { id: guests.id } })),
    bays: await bodyOf(admin.call(bayRoutes.getBays, { params: { id: 1 } })),
    person: await bodyOf(admin.call(peopleRoutes.getPerson, { params: { id: golfer.id } })),
    sessions: await bodyOf(admin.call(recordRoutes.listPersonSessions, { params: { id: golfer.id } })),
    trail: await bodyOf(admin.call(recordRoutes.listAudit, {})),
  };
  const paths = [
    "activity",
    "live-sessions",
    "attention",
    ...["audit", "sessions", "orders"].map((file) => `export/${file}.csv`),
  ];
  for (const path of paths) {
    const { status, body } = await admin.raw("GET", `/api/admin/${path}?dateFilter=${day}`);
    expect([path, status]).toEqual([path, 200]);
    answers[path] = body;
  }
  for (const [what, answer] of Object.entries(answers)) {
    const text = JSON.stringify(answer).toLowerCase();
    // The page of the account itself has the player ID, which stays as the pseudonym of the money.
    const told = what === "person" ? traces.filter((trace) => trace !== golfer.userId) : traces;
    for (const trace of told) expect([what, text.includes(trace.toLowerCase())]).toEqual([what, false]);
  }
});

test("a kept answer stays the answer to its call, without the person who was named in it", async () => {
  const { golfer, traces } = await canary(app, "Ysolde Keptwell", "239 555 0179");
  const buyer = await app.player("Bob Buyer");
  const groupData = {
    mainPlayer: { bayNumber: 1, ballCount: 5 },
    friends: [{ userId: golfer.userId, bayNumber: 2, ballCount: 5 }],
  };
  const call = { sessionData: { bayNumber: undefined, groupData }, key: randomUUID() };
  const first = await buy(buyer, call);
  await bodyOf(buyer.call(playRoutes.completeSession, { params: { id: first.body.session.id } }));
  expect((await remove(golfer)).status).toBe(204);
  const again = await buy(buyer, call);
  expect(again.status).toBe(first.status);
  expect(again.body.session.id).toBe(first.body.session.id);
  expect(again.body.session.groupData.friends).toEqual([{ name: "Deleted player", bayNumber: 2, ballCount: 5 }]);
  const text = JSON.stringify(again.body).toLowerCase();
  for (const trace of traces) expect(text).not.toContain(trace.toLowerCase());
});

test("what administrators did for the person is kept where a page says so, and nowhere else", async () => {
  const { golfer, traces } = await canary(app, "Zebedee Moveswell", "239 555 0180");
  const proved = await app.signIn(golfer.email);
  const request = {
    name: "Zebedee Moveswell",
    email: golfer.email.toUpperCase(),
    courseName: "Home Range",
    courseLocation: "Naples",
    message: "Call Zebedee at 239 555 0180",
  };
  await bodyOf(app.browser().call(requestRoutes.requestCourse, { body: request }), 201);
  expect((await exportOf(proved)).records["courseRequests"]).toMatchObject([{ courseName: "Home Range" }]);
  const params = { id: golfer.id };
  await bodyOf(admin.call(noteRoutes.addPersonNote, { params, body: { text: "Zebedee likes bay 3" } }), 201);
  // As of somebody who worked at the desk: a passkey, and a proposal about the account.
  await app.db.pool.query(
    `INSERT INTO passkeys (id, user_id, public_key, counter, transports, label, created_at)
     VALUES ('a-key', $1, '', 0, '{}', 'Zebedee''s phone', $2)`,
    [golfer.id, app.clock.now()],
  );
  await app.db.pool.query("UPDATE users SET worked_until = $2 WHERE id = $1", [golfer.id, app.clock.now()]);
  const recover = { reason: "Lost the phone" };
  const proposed = await bodyOf(admin.call(peopleRoutes.recoverPerson, { params, body: recover }), 202);
  await admin.call(proposalRoutes.withdrawProposal, { params: { id: proposed.proposal.id } });
  const moved = { email: "zebedee.elsewhere@example.com", reason: "Seen at the desk" };
  const moving = await bodyOf(admin.call(peopleRoutes.movePerson, { params, body: moved }), 202);
  await admin.call(proposalRoutes.withdrawProposal, { params: { id: "proposal" in moving ? moving.proposal.id : 0 } });
  const bystander = { ...request, email: "somebody.else@example.com", name: "Else", message: "Hello" };
  await bodyOf(app.browser().call(requestRoutes.requestCourse, { body: bystander }), 201);

  expect((await remove(proved)).status).toBe(204);
  const page = readFileSync(
    new URL("../../../docs/decisions/0104-what-a-deleted-account-leaves.md", import.meta.url),
    "utf8",
  );
  for (const trace of [...traces, "elsewhere"]) {
    const places = await placesOf(app, trace);
    // The audit trail keeps for good what a proposal was about.
    expect(["public.audit_trail.detail", undefined]).toContain(places.shift());
    expect(places).toEqual([]);
  }
  expect(page).toContain("`audit_trail.detail`");
  expect(await placesOf(app, "Home Range")).toEqual(["public.course_requests.course_name"]);
  expect(await placesOf(app, "somebody.else")).toEqual(["public.course_requests.email"]);
});

test("findings of the nightly audit about the person's claim now name a deleted player", async () => {
  const { golfer, traces } = await canary(app, "Nocturne Auditwell", "239 555 0184");
  const session = await play(golfer);
  const { id } = (await claim(golfer, session.id, "left")).body.claim;
  await bodyOf(golfer.call(playRoutes.completeSession, { params: { id: session.id } }));
  await app.clock.advance(7 * 86_400);
  const later = await app.signIn("admin@acebay.test");
  await auditNightly({ db: app.db, clock: app.clock, timeZone: "America/New_York" });
  expect(await placesOf(app, "Auditwell")).toContain("public.audit_runs.warnings");
  await bodyOf(later.call(claimRoutes.rejectClaim, { params: { id }, body: { reason: "Beside the hole" } }));
  expect((await remove(await app.signIn(golfer.email))).status).toBe(204);
  for (const trace of traces) expect([trace, await placesOf(app, trace)]).toEqual([trace, []]);
  const { rows } = await app.db.pool.query("SELECT warnings FROM audit_runs");
  expect(JSON.stringify(rows)).toContain(`claim ${id} of Deleted player: undecided past`);
});

test("a letter that was written before the deletion and is posted after it is not kept", async () => {
  const { golfer } = await canary(app, "Late Letterman", "239 555 0181");
  expect((await remove(golfer)).status).toBe(204);
  const letter = { to: golfer.email, subject: "Your receipt", text: "Hello Late Letterman", html: "" };
  await app.db.transaction((tx) => app.mailer.post(tx, letter, golfer.id));
  expect(await placesOf(app, "letterman")).toEqual([]);
});

test("of letters that are posted together, only those to deleted accounts are not kept", async () => {
  const { golfer } = await canary(app, "Gone Companion", "239 555 0187");
  const { golfer: other } = await canary(app, "Staying Companion", "239 555 0188");
  expect((await remove(golfer)).status).toBe(204);
  const letters = [golfer, other, golfer].map(({ email, id }) => ({
    letter: { to: email, subject: "Your receipt", text: "Hello companions", html: "" },
    userId: id,
  }));
  await app.db.transaction((tx) => app.mailer.postAll(tx, letters));
  const { rows } = await app.db.pool.query("SELECT user_id FROM mails WHERE body = 'Hello companions'");
  expect(rows).toEqual([{ user_id: other.id }]);
});

test("a letter that is being posted while the account is deleted is not kept", async () => {
  const { golfer } = await canary(app, "Halfway Letterman", "239 555 0186");
  const letter = { to: golfer.email, subject: "Your receipt", text: "Hello Halfway Letterman", html: "" };
  let removed: Promise<{ status: number }> | undefined;
  await app.db.transaction(async (tx) => {
    await app.mailer.post(tx, letter, golfer.id);
    await tx.read("SELECT 1", []);
    removed = remove(golfer);
    await expect
      .poll(async () => (await app.owner.pool.query(WAITING)).rows[0]?.n, {
        message: "the deletion waits for the letter",
      })
      .toBeGreaterThan(0);
  });
  expect((await removed)?.status).toBe(204);
  expect(await placesOf(app, "halfway")).toEqual([]);
});

test("a friend who left before seats were renamed is found by the player ID in the order, also after the account was deleted", async () => {
  const [here, gone] = [
    await canary(app, "Una Remains", "239 555 0182"),
    await canary(app, "Orla Vanished", "239 555 0183"),
  ];
  const buyer = await app.player("Ben Buyer");
  const groups = [];
  for (const { golfer } of [here, gone]) {
    const group = await groupWith(buyer, golfer, "Typed");
    groups.push(group);
    await leave(golfer, group.seat);
    await claim(buyer, group.seat, "left");
    await bodyOf(buyer.call(playRoutes.completeSession, { params: { id: group.main.id } }));
  }
  // As in the earlier release: nothing points to the account, and the name is everywhere in the group.
  const seats = groups.map(({ seat }) => seat);
  await app.db.pool.query(`UPDATE sessions SET left_by = NULL, player_name = 'Orla V.' WHERE id = ANY($1)`, [seats]);
  await app.db.pool.query("UPDATE claims SET player_name = 'Orla V.' WHERE session_id = ANY($1)", [seats]);
  await app.db.pool.query(
    `UPDATE sessions SET group_data = jsonb_set(group_data, '{friends,1,name}', '"Orla V."') WHERE id = ANY($1)`,
    [groups.map(({ main }) => main.id)],
  );
  const { id } = firstOf(groups.slice(1)).main;
  const kept = await app.db.pool.query("SELECT key, body FROM idempotency_keys WHERE body -> 'session' ->> 'id' = $1", [
    id,
  ]);
  expect((await remove(gone.golfer)).status).toBe(204);
  for (const { key, body } of kept.rows)
    await app.db.pool.query("UPDATE idempotency_keys SET body = $2::jsonb WHERE key = $1", [key, JSON.stringify(body)]);
  expect(await placesOf(app, "Orla")).toContain("public.idempotency_keys.body");
  const file = readFileSync(new URL("../../../migrations/0084-left-groups.sql", import.meta.url), "utf8");
  await app.db.pool.query(file.slice(file.indexOf("UPDATE sessions s")));

  expect(await placesOf(app, "Orla")).toEqual([]);
  expect((await firstOf(groups.slice(1)).again()).body.session).toMatchObject({ id });
  expect(await placesOf(app, "Orla")).toEqual([]);
  expect(await placesOf(app, gone.golfer.userId.replaceAll("-", ""))).toEqual(["public.users.player_id"]);
  const { rows } = await app.db.pool.query("SELECT left_by, player_name FROM sessions WHERE id = ANY($1)", [seats]);
  const left = [here, gone].map(({ golfer }) => ({ left_by: golfer.id, player_name: "Friend 2" }));
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(expect.arrayContaining(left));
  expect((await remove(here.golfer)).status).toBe(204);
  expect(await placesOf(app, here.golfer.userId.replaceAll("-", ""))).toEqual(["public.users.player_id"]);
});
