import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { commands } from "#main/server/admin-commands.ts";
import { readConfig } from "#platform/server/config.ts";
import { createHub } from "#platform/server/live/hub.ts";
import { freshApp, type Player, SECRET, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const list = async () => (await bodyOf(admin.call(staffRoutes.listStaff))).staff;
const trail = async (subject: string) =>
  (await app.db.pool.query("SELECT detail FROM audit_trail WHERE subject = $1 ORDER BY id", [subject])).rows.map(
    ({ detail }) => detail,
  );

test("the list has administrators and staff with their courses", async () => {
  expect(await list()).toEqual([
    expect.objectContaining({ email: "admin@acebay.test", role: "admin", courses: [] }),
    expect.objectContaining({
      email: "staff@acebay.test",
      role: "staff",
      courses: [expect.objectContaining({ id: 1 })],
    }),
  ]);
});

async function approveAsOperator(proposalId: number): Promise<void> {
  const config = readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: SECRET });
  const deps = { db: app.db, clock: app.clock, config, hub: createHub(), mailer: app.mailer };
  await commands.get("approve")?.run(deps, [String(proposalId)]);
}

describe("a new member of staff", () => {
  test("needs a code from then on, sees only the named courses, and is in the trail", async () => {
    const person = await app.player("Kim Newstaff");
    const added = await bodyOf(
      admin.call(staffRoutes.addStaff, {
        body: {
          email: person.email.toUpperCase(),
          role: "staff",
          courseIds: [2, 3, 2],
        },
      }),
      201,
    );

    expect(added.member).toMatchObject({ name: "Kim Newstaff", role: "staff", passkeys: 0 });
    expect(added.member.courses.map(({ id }) => id).toSorted((one, two) => one - two)).toEqual([2, 3]);
    expect((await person.call(accountRoutes.me)).status).toBe(401);
    expect((await person.call(accountRoutes.login, { body: { email: person.email } })).status).toBe(202);
    const back = await app.signIn(person.email);
    expect((await back.call(claimRoutes.listClaims)).status).toBe(200);
    expect((await back.call(staffRoutes.listStaff)).status).toBe(403);
    expect(await trail(person.id)).toEqual([
      { before: { role: "player", courseIds: [] }, after: { role: "staff", courseIds: [2, 3] } },
    ]);
  });

  test.each([
    [{ email: "nobody@example.com", role: "admin" }, 404, /Write their name, too/],
    [{ email: "staff@acebay.test", role: "admin" }, 409, /works here already/],
    [{ email: "player@acebay.test", role: "staff" }, 400, /at least one course/],
    [{ email: "player@acebay.test", role: "staff", courseIds: [99] }, 400, /no such course/],
    [{ email: "player@acebay.test", role: "owner" }, 400, /staff or admin/],
    [{ role: "admin" }, 400, /Email is required/],
  ])("%j is refused", async (body, status, message) => {
    const before = await list();
    const reply = await admin.raw("POST", "/api/admin/staff", body);
    expect(reply.status).toBe(status);
    expect(reply.body.error?.message).toMatch(message);
    expect(await list()).toEqual(before);
  });
});

describe("a changed role", () => {
  test("ends the person's sign-ins; changed courses do not", async () => {
    const person = await app.player("Lee Changed");
    await admin.call(staffRoutes.addStaff, { body: { email: person.email, role: "staff", courseIds: [1] } });
    const signedIn = await app.signIn(person.email);
    const moved = await bodyOf(
      admin.call(staffRoutes.changeStaff, { params: { id: person.id }, body: { courseIds: [3] } }),
      200,
    );
    expect(moved.member?.courses.map(({ id }) => id)).toEqual([3]);
    expect((await signedIn.call(accountRoutes.me)).status).toBe(200);
    // Made an administrator by two: here the operator is the second one.
    const { proposal } = await bodyOf(
      admin.call(staffRoutes.changeStaff, { params: { id: person.id }, body: { role: "admin" } }),
      202,
    );
    expect((await signedIn.call(accountRoutes.me)).status).toBe(200);
    await approveAsOperator(proposal.id);
    expect(await list()).toContainEqual(expect.objectContaining({ id: person.id, role: "admin" }));
    expect((await signedIn.call(accountRoutes.me)).status).toBe(401);
    const gone = await bodyOf(
      admin.call(staffRoutes.changeStaff, { params: { id: person.id }, body: { role: "player" } }),
      200,
    );
    expect(gone.member).toBeNull();
    expect(
      (await admin.call(staffRoutes.changeStaff, { params: { id: person.id }, body: { role: "staff" } })).status,
    ).toBe(404);
  });

  test("is refused for oneself, so that an administrator is always left", async () => {
    const own = await admin.call(staffRoutes.changeStaff, { params: { id: admin.id }, body: { role: "player" } });
    expect(own.status).toBe(409);
    expect(own.body.error?.code).toBe("staff.self");
    expect((await bodyOf(admin.call(accountRoutes.me))).user.role).toBe("admin");
  });

  test("is refused to players, staff and visitors", async () => {
    const staff = await app.signIn("staff@acebay.test");
    const player = await app.player();
    for (const [who, status] of [
      [app.browser(), 401],
      [player, 403],
      [staff, 403],
    ] as const) {
      expect((await who.call(staffRoutes.listStaff)).status).toBe(status);
      expect((await who.call(staffRoutes.addStaff, { body: { email: player.email, role: "admin" } })).status).toBe(
        status,
      );
      expect(
        (await who.call(staffRoutes.changeStaff, { params: { id: admin.id }, body: { role: "player" } })).status,
      ).toBe(status);
    }
  });
});
