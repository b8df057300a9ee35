/**
 * The life of a proposal: one approval, an end, an audit trail, and the operator if there is no second administrator.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { proposalRoutes } from "#features/accounts/proposal-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import type { Player, TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import {
  administrator,
  approve,
  codeOf,
  demote,
  grant,
  operator,
  roleOf,
  twoAdministrators,
  withdraw,
} from "./two-people-calls.ts";
import { outboxOf } from "#test/demo.ts";

let app: TestApp;
let one: Player;
let other: Player;
beforeAll(async () => {
  ({ app, one, other } = await twoAdministrators());
});
afterAll(() => app.close());

const DAY = 86_400;

describe("a proposal", () => {
  test("is approved by exactly one of two at once, and cannot be withdrawn after that", async () => {
    const third = await administrator(app, "Tia Third");
    const person = await app.player("Ray Raced");
    const proposed = await grant(one, person);
    const replies = await Promise.all([approve(other, proposed), approve(third, proposed), withdraw(one, proposed)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => codeOf(reply) === "proposals.decided")).toHaveLength(2);
    await demote(app, person);
    await demote(app, third);
  });

  test("that says the same as one which waits is that one, also of two at once: the browser may send it again without an answer", async () => {
    const person = await app.player("Amy Again");
    const letters = async () => (await outboxOf(one)).filter(({ to }) => to === other.email).length;
    const before = await letters();
    const first = await grant(one, person);
    const again = await Promise.all([grant(one, person), grant(one, person)]);
    expect(again.map(({ body }) => body.proposal.id)).toEqual([first.body.proposal.id, first.body.proposal.id]);
    expect(await letters()).toBe(before + 1);
    // Another administrator's wish is their own; and one that is over no longer waits.
    const theirs = await grant(other, person);
    await withdraw(one, first);
    const anew = await grant(one, person);
    expect(new Set([first, theirs, anew].map(({ body }) => body.proposal.id)).size).toBe(3);
    await Promise.all([withdraw(one, theirs), withdraw(one, anew)]);
  });

  test("expires after a week, and ends with its proposer's role", async () => {
    const person = await app.player("Val Void");
    const old = await grant(one, person);
    await app.clock.advance(7 * DAY);
    expect(codeOf(await approve(other, old))).toBe("proposals.expired");
    const gone = await administrator(app, "Gus Gone");
    const proposed = await grant(gone, person);
    await demote(app, gone);
    expect(codeOf(await approve(other, proposed))).toBe("proposals.expired");
    expect(await roleOf(app, person)).toBe("player");
    const { proposals } = await bodyOf(one.call(proposalRoutes.listProposals));
    for (const { body } of [old, proposed])
      expect(proposals.find(({ id }) => id === body.proposal.id)).toMatchObject({ status: "expired", approvers: [] });
  });

  test("does not come back with its proposer's role", async () => {
    const person = await app.player("Val Void");
    const back = await administrator(app, "Bo Back");
    const proposed = await grant(back, person);
    await app.clock.advance(60);
    expect(
      (await one.call(staffRoutes.changeStaff, { params: { id: back.id }, body: { role: "player" } })).status,
    ).toBe(200);
    await app.db.pool.query("UPDATE users SET role = 'admin' WHERE id = $1", [back.id]);
    expect(codeOf(await approve(other, proposed))).toBe("proposals.expired");
    // The same again is another proposal, which waits.
    await app.clock.advance(60);
    const again = await grant(await app.signIn(back.email), person);
    expect(again.body.proposal).toMatchObject({ status: "open" });
    expect(again.body.proposal.id).not.toBe(proposed.body.proposal.id);
    await withdraw(one, again);
    await demote(app, back);
  });

  test("is listed while it waits, however many came since; those that are over are listed page by page, each once", async () => {
    const waiting = (await grant(one, await app.player("Wim Waiting"))).body.proposal.id;
    const at = app.clock.now();
    const days = (n: number) => new Date(at.getTime() + n * DAY * 1000);
    // One of three has expired.
    await app.owner.pool.query(
      `INSERT INTO proposals (kind, detail, proposed_by, proposed_at, expires_at, status, decided_by, decided_at)
       SELECT 'approval_limit', '{"aboveCents": 100, "beforeCents": null}'::jsonb, $1::uuid, $2::timestamptz, CASE WHEN n % 3 = 0 THEN $2::timestamptz ELSE $3::timestamptz END,
         CASE WHEN n % 3 = 0 THEN 'open' ELSE 'withdrawn' END, CASE WHEN n % 3 = 0 THEN NULL ELSE $1::uuid END, CASE WHEN n % 3 = 0 THEN NULL ELSE $2::timestamptz END
       FROM generate_series(1, 120) n`,
      [one.id, at, days(7)],
    );
    const pages: (readonly { id: number; status: string }[])[] = [];
    let cursor: number | null | undefined;
    do {
      const query = cursor === undefined ? {} : { cursor };
      const page = await bodyOf(one.call(proposalRoutes.listProposals, { query }));
      pages.push(page.proposals);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(pages[0]?.[0]).toMatchObject({ id: waiting, status: "open" });
    const [open, over] = [true, false].map((isOpen) =>
      pages.flat().filter(({ status }) => (status === "open") === isOpen),
    );
    const ofAdministrator =
      "EXISTS (SELECT FROM users u WHERE u.id = proposed_by AND u.role = 'admin' AND (u.worked_until IS NULL OR u.worked_until < proposed_at))";
    const idsOf = async (which: string) =>
      (await app.db.pool.query(`SELECT id FROM proposals WHERE ${which} ORDER BY id DESC`, [app.clock.now()])).rows;
    expect(open).toMatchObject(await idsOf(`status = 'open' AND expires_at > $1 AND ${ofAdministrator}`));
    expect(over).toMatchObject(await idsOf(`status <> 'open' OR expires_at <= $1 OR NOT ${ofAdministrator}`));
    expect(over?.filter(({ status }) => status === "expired").length).toBeGreaterThanOrEqual(40);
    await app.owner.pool.query("DELETE FROM proposals WHERE kind = 'approval_limit'");
    expect((await one.raw("GET", "/api/admin/proposals?cursor=x")).status).toBe(400);
  });

  test("is closed to players and staff, and an unknown one is not found", async () => {
    const staff = await app.signIn("staff@acebay.test");
    for (const who of [staff, await app.player()]) {
      expect((await who.call(proposalRoutes.listProposals)).status).toBe(403);
      expect((await who.call(proposalRoutes.approveProposal, { params: { id: 1 } })).status).toBe(403);
    }
    expect(codeOf(await one.call(proposalRoutes.approveProposal, { params: { id: 99999 } }))).toBe(
      "proposals.not_found",
    );
    expect((await one.call(proposalRoutes.approveProposal, { params: { id: "x" } })).status).toBe(400);
  });

  test("is mailed to each administrator in the language of their account", async () => {
    const person = await app.player("Eva Español");
    await app.db.pool.query("UPDATE users SET language = 'es' WHERE id = $1", [other.id]);
    const proposed = await grant(one, person);
    await approve(other, proposed);
    await app.db.pool.query("UPDATE users SET language = 'en' WHERE id = $1", [other.id]);
    const { id } = proposed.body.proposal;
    const letters = await outboxOf(one);
    const to = (email: string) => letters.filter((letter) => letter.to === email && letter.subject.includes(` ${id} `));
    expect(to(other.email).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([`Acebay: propuesta ${id} se propuso`, `Acebay: propuesta ${id} se aprobó`]),
    );
    const [letter] = to(other.email);
    for (const said of ["Hola, ", "Eva Español", "mira de inmediato en Administrar"])
      expect(letter?.text).toContain(said);
    expect(to(one.email).every(({ subject }) => subject.includes("proposal"))).toBe(true);
    await demote(app, person);
  });

  test("is mailed to all administrators at each step, and audited", async () => {
    const person = await app.player("Al Audited");
    const proposed = await grant(one, person);
    await approve(other, proposed);
    const letters = await outboxOf(one);
    for (const { email } of [one, other])
      for (const step of ["proposed", "approved"])
        expect(
          letters.some(
            ({ to, subject }) => to === email && subject.includes(`${proposed.body.proposal.id} was ${step}`),
          ),
        ).toBe(true);
    const { rows } = await app.db.pool.query(
      "SELECT action, actor_id FROM audit_trail WHERE subject = $1 ORDER BY id",
      [person.id],
    );
    expect(rows).toEqual([
      { action: "proposal.proposed", actor_id: one.id },
      { action: "staff.changed", actor_id: other.id },
      { action: "proposal.approved", actor_id: other.id },
    ]);
    await demote(app, person);
  });

  test("is approved by the operator at the server only where there is no second administrator", async () => {
    const person = await app.player("Olly Operator");
    const refused = await grant(one, person);
    await expect(operator(app, "approve", String(refused.body.proposal.id))).rejects.toThrow(/second administrator/);
    await withdraw(one, refused);
    await demote(app, other);
    const proposed = await grant(one, person);
    expect(proposed.body.proposal.approvers).toEqual([]);
    expect(await operator(app, "approve", String(proposed.body.proposal.id))).toMatch(/Done: Make Olly Operator/);
    expect(await roleOf(app, person)).toBe("admin");
    await expect(operator(app, "approve", String(proposed.body.proposal.id))).rejects.toThrow(/decided already/);
    await expect(operator(app, "approve", "all")).rejects.toThrow(/number/);
    const { rows } = await app.db.pool.query(
      "SELECT actor_id FROM audit_trail WHERE action = 'proposal.approved' AND subject = $1",
      [person.id],
    );
    expect(rows).toEqual([{ actor_id: null }]);
  });
});
