/** A fresh proof of who is there, before what matters most (rules, section 2). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { passkeyRoutes } from "#features/accounts/passkey-contract.ts";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { stepUpRoutes } from "#features/accounts/step-up-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { manageCourseRoutes, managePackageRoutes } from "#features/courses/manage-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { otherwiseRoutes } from "#features/payments/otherwise-contract.ts";
import type { RouteDef } from "#platform/shared/route.ts";
import { type Browser, freshApp, play, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { outboxOf } from "#test/demo.ts";

const OLD = 601;

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(() => app.close());

/** A player who has just registered, and proved nothing. */
async function registered(): Promise<Browser & { id: string; email: string }> {
  const browser = app.browser();
  const email = `${randomUUID()}@example.com`;
  const body = await bodyOf(
    browser.call(accountRoutes.register, { body: { name: "Robin", email, phone: "555 010 0100" } }),
  );
  return { ...browser, email, id: body.user.id };
}
async function stepUp(browser: Browser, email: string) {
  expect((await browser.call(stepUpRoutes.stepUp)).status).toBe(202);
  return browser.call(stepUpRoutes.stepUp, { body: { code: await app.mailedCode(email) } });
}
const needed = { status: 401, body: { error: { code: "accounts.step_up_needed" } } };

interface Operation {
  name: string;
  method: "GET" | "POST" | "PATCH";
  path: string;
  description: string;
}
/** Every bound call, as the API's own document lists it. */
async function operations(): Promise<Operation[]> {
  const { body } = await app.browser().raw("GET", "/api/openapi.json");
  return Object.entries(body.paths as Record<string, Record<string, { description: string }>>).flatMap(([path, of]) =>
    Object.entries(of).map(([method, { description }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase() as Operation["method"],
      path: path.replaceAll(/\{\w+\}/g, "no-such-thing"),
      description,
    })),
  );
}
const asksForProof = ({ description }: Operation) => description.includes("accounts.step_up_needed");

describe("which calls need it", () => {
  test("at the desk: every changing call except these, which move no money, terms or roles", async () => {
    const free = (await operations())
      .filter((one) => /Staff|Administrators/.test(one.description) && one.method !== "GET" && !asksForProof(one))
      .map(({ name }) => name)
      .toSorted();
    expect(free).toEqual(
      [
        // Verdicts, what was seen for them, and what a payout waits for.
        "PATCH /api/admin/prize-claims/{id}/verify",
        "PATCH /api/admin/prize-claims/{id}/reject",
        "POST /api/admin/prize-claims/{id}/confirm",
        "POST /api/admin/prize-claims/{id}/seen",
        // The bays.
        "POST /api/admin/sessions/{id}/pause",
        "POST /api/admin/sessions/{id}/resume",
        "POST /api/admin/sessions/{id}/extend",
        "POST /api/admin/sessions/{id}/move",
        // What golfers are shown, and whether a request was answered.
        "POST /api/admin/sponsors",
        "PATCH /api/admin/sponsors/{id}",
        "POST /api/admin/sponsors/{id}/logo",
        "POST /api/admin/sponsored-prizes",
        "PATCH /api/admin/sponsored-prizes/{id}",
        "PATCH /api/admin/course-requests/{id}",
        // The operator's own numbers in the exported journal.
        "POST /api/admin/journal-accounts",
        // It mails to addresses that were set with a proof.
        "POST /api/admin/settlements/{courseId}/send",
        // Notes about people, which change nothing of an account.
        "POST /api/admin/people/{id}/notes",
        "POST /api/admin/people/{id}/notes/{noteId}/remove",
        // Calls about proposals, which change nothing by themselves.
        "POST /api/admin/proposals/{id}/withdraw",
      ].toSorted(),
    );
  });

  test("for everybody: calls that take an account away or open it elsewhere", async () => {
    const mine = (await operations())
      .filter((one) => one.description.startsWith("Signed in.") && asksForProof(one))
      .map(({ name }) => name);
    expect(mine.toSorted()).toEqual([
      "GET /api/users/{id}/export",
      "POST /api/devices/end-others",
      "POST /api/devices/{id}/forget",
      "POST /api/users/{id}/delete",
    ]);
  });

  test("in the rules: the calls that they name", () => {
    const named: RouteDef[] = [
      passkeyRoutes.addPasskey,
      passkeyRoutes.removePasskey,
      profileRoutes.endOtherSessions,
      profileRoutes.exportUser,
      profileRoutes.deleteUser,
      claimRoutes.payClaim,
      claimRoutes.forfeitClaim,
      paymentRoutes.refundOrder,
      paymentRoutes.retryRefund,
      otherwiseRoutes.proposeOtherwise,
      payoutRoutes.setApprovalLimit,
      payoutRoutes.setPayoutThreshold,
      payoutRoutes.approvePayout,
      staffRoutes.addStaff,
      staffRoutes.changeStaff,
      peopleRoutes.signPersonOut,
      manageCourseRoutes.createCourse,
      manageCourseRoutes.changeCourse,
      managePackageRoutes.createPackage,
      managePackageRoutes.changePackage,
    ];
    expect(named.filter(({ stepUp: asked }) => asked !== true)).toEqual([]);
  });
});

test("a call is refused in this order: 401, 403, a missing proof, 400; the body is checked last", async () => {
  const admin = await app.signedIn("admin@acebay.test");
  const staff = await app.signedIn("staff@acebay.test");
  const player = await app.signedIn((await registered()).email);
  await app.clock.advance(OLD);
  const asking = (await operations()).filter(asksForProof);
  expect(asking.length).toBeGreaterThan(15);
  for (const one of asking) {
    const call = (who: Browser) => who.raw(one.method, one.path, one.method === "GET" ? undefined : { reason: [] });
    expect([one.name, (await call(app.browser())).body.error.code]).toEqual([one.name, "request.signed_out"]);
    if (one.description.startsWith("Administrators"))
      for (const who of [staff, player])
        expect([one.name, (await call(who)).body.error.code]).toEqual([one.name, "request.forbidden"]);
    expect([one.name, (await call(admin)).body.error.code]).toEqual([one.name, "accounts.step_up_needed"]);
  }
  expect((await admin.raw("POST", "/api/admin/staff", {})).status).toBe(401);
  expect((await stepUp(admin, "admin@acebay.test")).status).toBe(200);
  expect((await admin.raw("POST", "/api/admin/staff", {})).status).toBe(400);
});

describe("a proof", () => {
  test("is given by a sign-in by code, and is valid for ten minutes", async () => {
    const { email } = await registered();
    const player = await app.signedIn(email);
    await app.clock.advance(OLD - 1);
    expect((await player.call(profileRoutes.endOtherSessions)).status).toBe(200);
    await app.clock.advance(1);
    expect(await player.call(profileRoutes.endOtherSessions)).toMatchObject(needed);
  });

  test("is not given by a registration or by a sign-in on a known device", async () => {
    const player = await registered();
    expect(await player.call(profileRoutes.exportUser, { params: { id: player.id } })).toMatchObject(needed);
    await player.call(accountRoutes.logout);
    expect((await player.call(accountRoutes.login, { body: { email: player.email } })).status).toBe(200);
    expect(await player.call(profileRoutes.deleteUser, { params: { id: player.id } })).toMatchObject(needed);
    expect((await player.call(accountRoutes.me)).status).toBe(200);
  });

  test("belongs to the session that gave it", async () => {
    const { email } = await registered();
    const phone = await app.signedIn(email);
    const laptop = await app.signedIn(email);
    await app.clock.advance(OLD);
    expect((await stepUp(phone, email)).status).toBe(200);
    expect(await laptop.call(profileRoutes.endOtherSessions)).toMatchObject(needed);
    expect((await bodyOf(phone.call(profileRoutes.endOtherSessions))).ended).toBe(1);
  });

  test("is given by a code for this purpose alone, in the browser that asked for it", async () => {
    const { email } = await registered();
    const phone = await app.signedIn(email);
    const laptop = await app.signedIn(email);
    await phone.call(stepUpRoutes.stepUp);
    const code = await app.mailedCode(email);
    expect((await laptop.call(stepUpRoutes.stepUp, { body: { code } })).status).toBe(401);
    const stranger = app.browser();
    expect((await stranger.call(accountRoutes.login, { body: { email, code } })).status).toBe(401);
    expect((await phone.call(stepUpRoutes.stepUp, { body: { code } })).status).toBe(200);
    expect((await phone.call(stepUpRoutes.stepUp, { body: { code } })).status).toBe(401);
    expect((await phone.call(stepUpRoutes.stepUp, { body: { code: "12" } })).status).toBe(400);
    expect((await app.browser().call(stepUpRoutes.stepUp, { body: { code } })).status).toBe(401);
  });

  test("also proves the address the first time, which ends other people's sessions and devices of the account", async () => {
    const owner = await registered();
    await owner.call(accountRoutes.logout);
    const other = app.browser();
    for (const [name, value] of owner.cookies) other.cookies.set(name, value);
    // The device's cookie in two hands: both sign in by the email alone.
    for (const who of [owner, other]) await who.call(accountRoutes.login, { body: { email: owner.email } });
    await stepUp(owner, owner.email);
    expect((await owner.call(accountRoutes.me)).status).toBe(200);
    expect((await other.call(accountRoutes.me)).status).toBe(401);
    const { rows } = await app.db.pool.query("SELECT email_proved_at FROM users WHERE id = $1", [owner.id]);
    expect(rows[0].email_proved_at).not.toBeNull();
  });
});

test("a stolen session does not prevent its owner from giving a proof", async () => {
  const { email } = await registered();
  const owner = await app.signedIn(email);
  const thief = app.browser();
  thief.cookies.set("acebay_session", owner.cookies.get("acebay_session") ?? "");
  const guess = async () => (await thief.call(stepUpRoutes.stepUp, { body: { code: "000000" } })).status;
  for (let n = 0; n < 60; n++) expect(await guess()).toBe(401);
  expect(await guess()).toBe(429);
  expect((await stepUp(owner, email)).status).toBe(200);
});

test("a refusal for a missing proof is not kept under an idempotency key: the same call goes through after the proof", async () => {
  const admin = await app.signedIn("admin@acebay.test");
  const golfer = await app.player();
  await play(golfer);
  const { orders } = await bodyOf(golfer.call(orderRoutes.listOrders));
  await app.clock.advance(OLD);
  const refund = () =>
    admin.call(paymentRoutes.refundOrder, {
      params: { id: firstOf(orders).id },
      body: { amount: 1, reason: "Rain" },
      headers: {
        "idempotency-key": "one-refund",
      },
    });
  expect(await refund()).toMatchObject(needed);
  await stepUp(admin, "admin@acebay.test");
  const first = await refund();
  expect(first.status).toBe(200);
  await app.clock.advance(OLD);
  expect(await refund()).toMatchObject(needed);
  await stepUp(admin, "admin@acebay.test");
  expect((await refund()).body).toEqual(first.body);
});

describe("a changed email", () => {
  const change = (who: Browser & { id?: string }, id: string, body: object) =>
    who.call(accountRoutes.updateUser, { params: { id }, body });

  test("of a proved address needs a proof, and nothing else of the profile does", async () => {
    const { email, id } = await registered();
    const player = await app.signedIn(email);
    await app.clock.advance(OLD);
    expect((await change(player, id, { name: "Robin Renamed", email })).status).toBe(200);
    const next = `${randomUUID()}@example.com`;
    expect(await change(player, id, { email: next })).toMatchObject(needed);
    // This refusal comes before any that would say something about the address.
    expect(await change(player, id, { email: "player@acebay.test" })).toMatchObject(needed);
    await stepUp(player, email);
    expect((await change(player, id, { email: next })).status).toBe(202);
    const other = await app.signedIn(email);
    await app.clock.advance(200);
    expect((await change(player, id, { email: next, code: await app.mailedCode(next) })).status).toBe(200);
    // Every other session ends, its device is known no more, and both addresses are told.
    expect((await other.call(accountRoutes.me)).status).toBe(401);
    expect((await other.call(accountRoutes.login, { body: { email: next } })).status).toBe(202);
    expect((await bodyOf(player.call(accountRoutes.me))).user.email).toBe(next);
    const letters = await outboxOf(player);
    for (const to of [email, next])
      expect(letters.some((letter) => letter.to === to && /email address was changed/.test(letter.subject))).toBe(true);
  });

  test("of an address that nobody has proved needs the new address's code alone", async () => {
    const player = await registered();
    const next = `${randomUUID()}@example.com`;
    expect((await change(player, player.id, { email: next })).status).toBe(202);
    expect((await change(player, player.id, { email: next, code: await app.mailedCode(next) })).status).toBe(200);
  });
});
