/** What one administrator proposes and another does: nobody switches the second one off alone (rules, section 2). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { stepUpRoutes } from "#features/accounts/step-up-contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import type { Json, Player, TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { confirm, pay, provedPlayer, waitsOf, won } from "#test/server/claims/payouts-people.ts";
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

let app: TestApp;
let one: Player;
let other: Player;
beforeAll(async () => {
  ({ app, one, other } = await twoAdministrators());
});
afterAll(() => app.close());

const DAY = 86_400;

/** Removes the limit for claims from now on, as before anybody has set one. */
async function noLimit(): Promise<void> {
  // The audit demands that two people have approved it.
  await app.db.pool.query(
    `WITH approved AS (INSERT INTO proposals (kind, detail, proposed_by, proposed_at, expires_at, status, decided_at)
       VALUES ('approval_limit', '{"aboveCents": null}', $1, $2, $2, 'done', $2))
     INSERT INTO approval_limits (above_cents, set_by, set_at) VALUES (NULL, $1, $2)`,
    [one.id, app.clock.now()],
  );
  await app.clock.advance(60);
}
const givePasskey = (person: Player) =>
  app.db.pool.query(
    "INSERT INTO passkeys (id, user_id, public_key, counter, transports, label, created_at) VALUES ($1::text, $1::text::uuid, '', 0, '{}', 'Key', now())",
    [person.id],
  );
const passkeysOf = async (person: Player) =>
  (await app.db.pool.query("SELECT 1 FROM passkeys WHERE user_id = $1", [person.id])).rows.length;
const limit = (by: Player, amount: number | null) =>
  by.call(payoutRoutes.setApprovalLimit, { body: amount === null ? { none: true } : { amount } });
const limitNow = async () => (await bodyOf(one.call(payoutRoutes.getApprovalLimit))).amount;
const recover = (by: Player, person: Player) =>
  by.call(peopleRoutes.recoverPerson, { params: { id: person.id }, body: { reason: "The phone is gone" } });
const move = (by: Player, person: { id: string }, email: string) =>
  by.call(peopleRoutes.movePerson, { params: { id: person.id }, body: { email, reason: "Seen with a passport" } });
const giveRole = (by: Player, person: Player, role: "player" | "admin") =>
  by.call(staffRoutes.changeStaff, { params: { id: person.id }, body: { role } });

describe("the approval limit", () => {
  beforeEach(async () => {
    await noLimit();
  });

  test("needs one administrator to be set first or lowered, and two to be raised or lifted", async () => {
    expect((await limit(one, 500)).status).toBe(200);
    expect((await limit(one, 400)).status).toBe(200);
    for (const looser of [401, null]) {
      const proposed = await limit(one, looser);
      expect(proposed).toMatchObject({
        status: 202,
        body: { proposal: { kind: "approval_limit", status: "open", approvers: [{ name: "Sonja Second" }] } },
      });
      expect(await limitNow()).toBe(400);
      expect(codeOf(await approve(one, proposed))).toBe("proposals.own");
      expect(await limitNow()).toBe(400);
      await withdraw(one, proposed);
    }
    const lifted = await limit(one, null);
    expect(await approve(other, lifted)).toMatchObject({
      status: 200,
      body: { proposal: { status: "done", decidedBy: { name: "Sonja Second" } } },
    });
    expect(await limitNow()).toBeNull();
  });

  test("seen: 500, none, verify and pay $1,001, 500 again. The claim stays under the limit that it was made under", async () => {
    await limit(one, 500);
    const player = await provedPlayer(app, "Ada Winner");
    await limit(one, null);
    const claim = await won(one, player);
    await confirm(one, claim.id, "age_18");
    await confirm(one, claim.id, "tax_form");
    expect(await waitsOf(one, claim.id)).toEqual(["approval"]);
    expect(codeOf(await pay(one, claim.id))).toBe("claims.waits");
    // Even two of them do not free a claim that stands already.
    await approve(other, await limit(one, null));
    expect(await limitNow()).toBeNull();
    expect(await waitsOf(one, claim.id)).toEqual(["approval"]);
    expect(codeOf(await pay(one, claim.id))).toBe("claims.waits");
  });

  test("that was set meanwhile makes an older proposal void", async () => {
    await limit(one, 500);
    const raised = await limit(one, 900);
    expect((await limit(other, 100)).status).toBe(200);
    expect(codeOf(await approve(other, raised))).toBe("proposals.overtaken");
    expect(await limitNow()).toBe(100);
  });

  test("set by two at once: the looser one is only proposed", async () => {
    const both = await Promise.all([limit(one, 500), limit(other, 300)]);
    const statuses = both.map(({ status }) => status).toSorted((a, b) => a - b);
    expect([
      [200, 200],
      [200, 202],
    ]).toContainEqual(statuses);
    expect(await limitNow()).toBe(300);
  });
});

describe("an administrator", () => {
  test("is made by two, also out of staff", async () => {
    const person = await app.player("Kim Candidate");
    const proposed = await grant(one, person);
    expect(proposed.status).toBe(202);
    expect(await roleOf(app, person)).toBe("player");
    expect(codeOf(await approve(one, proposed))).toBe("proposals.own");
    expect((await approve(other, proposed)).status).toBe(200);
    expect(await roleOf(app, person)).toBe("admin");
    expect((await person.call(accountRoutes.me)).status).toBe(401);
    await demote(app, person);

    await one.call(staffRoutes.addStaff, { body: { email: person.email, role: "staff", courseIds: [1] } });
    const raised = await giveRole(one, person, "admin");
    expect(raised.status).toBe(202);
    expect(await roleOf(app, person)).toBe("staff");
    // Somebody changed the role meanwhile: the proposal was for another one.
    await giveRole(one, person, "player");
    expect(codeOf(await approve(other, raised))).toBe("proposals.overtaken");
    expect(await roleOf(app, person)).toBe("player");
  });

  test("is made for the address that was read: the proposal is void once the account has moved to another", async () => {
    const person = await provedPlayer(app, "Kit Candidate");
    const proposed = await grant(one, person);
    expect((await move(one, person, `mine-${person.id}@example.com`)).status).toBe(200);
    expect(codeOf(await approve(other, proposed))).toBe("proposals.overtaken");
    expect(await roleOf(app, person)).toBe("player");
  });

  test("cannot approve anything for 30 days for those who proposed or approved the role", async () => {
    const puppet = await app.player("Pat Puppet");
    await approve(other, await grant(one, puppet));
    const [signedIn, looser] = [await app.signIn(puppet.email), await raise()];
    for (const by of [one, other]) {
      const proposed = await by.call(payoutRoutes.setApprovalLimit, { body: { amount: looser() } });
      expect(proposed.status).toBe(202);
      expect(codeOf(await approve(signedIn, proposed))).toBe("proposals.not_independent");
      await withdraw(by, proposed);
    }
    // Nor do they approve and pay one prize.
    const claim = await won(one, await provedPlayer(app, "Bo Winner"));
    await confirm(one, claim.id, "age_18");
    await confirm(one, claim.id, "tax_form");
    expect((await signedIn.call(payoutRoutes.approvePayout, { params: { id: claim.id } })).status).toBe(200);
    expect(codeOf(await pay(one, claim.id))).toBe("payouts.not_independent");

    await app.clock.advance(30 * DAY + 1);
    const later = await one.call(payoutRoutes.setApprovalLimit, { body: { amount: looser() } });
    expect((await approve(signedIn, later)).status).toBe(200);
    await demote(app, puppet);
  });

  /** Sets a low limit. @returns a higher one at each call */
  async function raise(): Promise<() => number> {
    await noLimit();
    await limit(one, 10);
    let amount = 10;
    return () => (amount += 1);
  }
});

describe("passkeys", () => {
  test("of another administrator are removed by two; a mailed code then works, and the owner is told", async () => {
    const colleague = await administrator(app, "Lee Lost");
    await givePasskey(colleague);
    const proposed = await recover(one, colleague);
    expect(proposed.status).toBe(202);
    expect(await passkeysOf(colleague)).toBe(1);
    expect(codeOf(await approve(one, proposed))).toBe("proposals.own");
    expect(codeOf(await approve(await signedInStill(colleague), proposed))).toBe("proposals.about_you");
    expect((await approve(other, proposed)).status).toBe(200);
    expect(await passkeysOf(colleague)).toBe(0);
    expect((await colleague.call(accountRoutes.me)).status).toBe(401);
    const letters: Json[] = (await one.raw("GET", "/dev/outbox.json")).body;
    expect(letters.some(({ to, subject }) => to === colleague.email && /passkeys were taken off/.test(subject))).toBe(
      true,
    );
    // The colleague whose passkeys they removed cannot approve for them.
    const back = await app.signIn(colleague.email);
    const helped = await recover(one, await withPasskey("Max More"));
    expect(codeOf(await approve(back, helped))).toBe("proposals.not_independent");
    await demote(app, colleague);
  });

  test("cannot be removed by a proposal of their owner, or where there are none", async () => {
    expect(codeOf(await recover(one, one))).toBe("accounts.no_passkeys");
    expect(codeOf(await recover(one, other))).toBe("accounts.no_passkeys");
  });

  test("are the only way to sign in for their owner: no code is mailed, and an earlier one does not work", async () => {
    const colleague = await administrator(app, "Ann Keyholder");
    const browser = app.browser();
    await browser.call(accountRoutes.login, { body: { email: colleague.email } });
    const code = await app.mailedCode(colleague.email);
    await givePasskey(colleague);
    expect(codeOf(await browser.call(accountRoutes.login, { body: { email: colleague.email, code } }))).toBe(
      "accounts.passkey_only",
    );
    expect(codeOf(await app.browser().call(accountRoutes.login, { body: { email: colleague.email } }))).toBe(
      "accounts.passkey_only",
    );
    expect(codeOf(await colleague.call(stepUpRoutes.stepUp, { body: { code: "123456" } }))).toBe(
      "accounts.passkey_only",
    );
    const asked = await colleague.call(stepUpRoutes.stepUp, { body: {}, headers: { host: "localhost:3000" } });
    expect(asked).toMatchObject({ status: 202, body: { passkey: { options: { rpId: "localhost" } } } });
    expect(await operator(app, "recover", colleague.email)).toMatch(/no passkey any more/);
    expect(await app.signIn(colleague.email)).toBeDefined();
    await demote(app, colleague);
  });

  async function withPasskey(name: string): Promise<Player> {
    const person = await provedPlayer(app, name);
    await app.db.pool.query("UPDATE users SET role = 'staff' WHERE id = $1", [person.id]);
    await givePasskey(person);
    return person;
  }
  /** In a session from before the passkey. */
  const signedInStill = async (person: Player) => person;
});

describe("an address", () => {
  test("of a player who lost the mailbox is changed by one administrator at once: signed out, told, no payout for 72 hours", async () => {
    await noLimit();
    const player = await provedPlayer(app, "Mo Moved");
    const claim = await won(one, player);
    await confirm(one, claim.id, "age_18");
    await confirm(one, claim.id, "tax_form");
    const next = `moved-${player.id}@example.com`;
    expect(await move(one, player, next)).toMatchObject({
      status: 200,
      body: { person: { email: next, sessions: [] } },
    });
    expect((await player.call(accountRoutes.me)).status).toBe(401);
    const letters: Json[] = (await one.raw("GET", "/dev/outbox.json")).body;
    expect(letters.some(({ to, text }) => to === player.email && text.includes(next))).toBe(true);
    const again = await app.signIn(next);
    expect((await bodyOf(again.call(accountRoutes.me))).user.id).toBe(player.id);
    expect(await waitsOf(one, claim.id)).toEqual(["moved_address"]);
    expect(codeOf(await pay(one, claim.id))).toBe("claims.waits");
    await app.clock.advance(72 * 3600 + 1);
    expect((await pay(one, claim.id)).status).toBe(200);
  });

  test("of staff and administrators is changed by two, because one could otherwise act as another", async () => {
    const colleague = await administrator(app, "Cat Colleague");
    const mine = `mine-${colleague.id}@example.com`;
    const proposed = await move(one, colleague, mine);
    expect(proposed.status).toBe(202);
    expect((await app.browser().call(accountRoutes.login, { body: { email: mine } })).status).toBe(404);
    expect(codeOf(await approve(one, proposed))).toBe("proposals.own");
    expect((await approve(other, proposed)).status).toBe(200);
    const back = await app.signIn(mine);
    const looser = await recover(one, back);
    expect(codeOf(looser)).toBe("accounts.no_passkeys");
    await demote(app, colleague);
  });

  test("of former staff is changed by two for 30 days, because one could otherwise remove the role first", async () => {
    const colleague = await administrator(app, "Fay Former");
    expect((await giveRole(one, colleague, "player")).status).toBe(200);
    const mine = `former-${colleague.id}@example.com`;
    const proposed = await move(one, colleague, mine);
    expect(proposed.status).toBe(202);
    expect((await approve(other, proposed)).status).toBe(200);
    await app.clock.advance(30 * DAY + 1);
    expect((await move(one, colleague, `player-${colleague.id}@example.com`)).status).toBe(200);
  });

  test("is not changed to a taken one, for nobody, or for oneself", async () => {
    const player = await app.player();
    expect(codeOf(await move(one, player, "player@acebay.test"))).toBe("accounts.email_taken");
    expect(codeOf(await move(one, one, "new@example.com"))).toBe("accounts.move_own");
    expect((await move(one, { id: "nobody" }, "a@b.co")).status).toBe(404);
    expect((await one.raw("POST", `/api/admin/people/${player.id}/email`, { email: "a@b.co" })).status).toBe(400);
  });
});
