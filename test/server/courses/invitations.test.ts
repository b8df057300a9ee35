/** People are invited to work here before they have an account. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { proposalRoutes } from "#features/accounts/proposal-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { type Invitation, invitationRoutes } from "#features/courses/invitation-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { type Browser, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { secondApp } from "#test/second.ts";
import { codeOf } from "#test/server/accounts/two-people-calls.ts";

const DAY = 86_400;

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ env: { PUBLIC_URL: "https://play.example.com" } });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const newEmail = () => `${randomUUID()}@example.com`;
type Wish = NonNullable<Parameters<typeof admin.call<typeof staffRoutes.addStaff>>[1]>["body"];
const inviting = (wish: Partial<Wish> = {}) =>
  admin.call(staffRoutes.addStaff, {
    body: { email: newEmail(), name: "Kim Newcomer", role: "staff", courseIds: [2, 3], ...wish },
  });

async function invited(wish: Partial<Wish> = {}): Promise<Invitation> {
  return (await bodyOf(inviting(wish), 200)).invitation;
}

const list = async () => (await bodyOf(admin.call(invitationRoutes.listInvitations))).invitations;
const ask = (person: Browser, email: string) => person.call(accountRoutes.login, { body: { email } });

async function signIn(email: string, typed = email) {
  const person = app.browser();
  expect((await ask(person, typed)).status).toBe(202);
  const code = await app.mailedCode(email);
  const { user } = await bodyOf(person.call(accountRoutes.login, { body: { email: typed, code } }), 200);
  return { person, user: user as { id: string; role: string; name: string } };
}

const lettersTo = async (email: string) =>
  (
    await app.db.pool.query<{ subject: string; body: string }>(
      "SELECT subject, body FROM mails WHERE lower(recipient) = $1 ORDER BY id",
      [email],
    )
  ).rows;

const trailOf = async (subject: string) =>
  (
    await app.db.pool.query<{ action: string; detail: unknown }>(
      "SELECT action, detail FROM audit_trail WHERE subject = $1 ORDER BY id",
      [subject],
    )
  ).rows;

describe("an invitation", () => {
  test("is void once an administrator has given or taken the person's role by hand", async () => {
    const email = newEmail();
    await invited({ email });
    expect((await ask(app.browser(), email)).status).toBe(202);
    const added = await bodyOf(
      admin.call(staffRoutes.addStaff, { body: { email, role: "staff", courseIds: [2] } }),
      201,
    );
    if (!("member" in added)) throw new Error("nobody was added");
    const params = { id: added.member.id };
    await bodyOf(admin.call(staffRoutes.changeStaff, { params, body: { role: "player" } }));
    expect((await signIn(email)).user.role).toBe("player");
    expect((await list()).map((one) => one.email)).not.toContain(email);
  });

  test("is mailed and listed, and gives role and courses with the first code, in one step", async () => {
    const email = newEmail();
    const { id } = await invited({ email, statementCourseIds: [3] });
    expect(await list()).toContainEqual(
      expect.objectContaining({ id, email, name: "Kim Newcomer", role: "staff", isOpen: true }),
    );
    const [letter] = await lettersTo(email);
    expect(letter?.subject).toBe("You are invited to work with Acebay");
    expect(letter?.body).toContain("Hello Kim Newcomer,");
    expect(letter?.body).toContain("https://play.example.com/login");
    expect(letter?.body).toContain("valid for 7 days");

    const { person, user } = await signIn(email, email.toUpperCase());
    expect(user).toMatchObject({ name: "Kim Newcomer", role: "staff" });
    expect((await person.call(claimRoutes.listClaims)).status).toBe(200);
    expect((await person.call(staffRoutes.listStaff)).status).toBe(403);
    const { staff } = await bodyOf(admin.call(staffRoutes.listStaff));
    const courses = staff.find((one) => one.id === user.id)?.courses ?? [];
    expect(
      courses.map((course) => [course.id, course.statements]).toSorted(([one], [other]) => Number(one) - Number(other)),
    ).toEqual([
      [2, false],
      [3, true],
    ]);
    expect((await list()).map((one) => one.id)).not.toContain(id);
    const rights = { role: "staff", courseIds: [2, 3], statementCourseIds: [3] };
    expect(await trailOf(id)).toEqual([{ action: "staff.invited", detail: { after: rights } }]);
    expect(await trailOf(user.id)).toEqual([
      { action: "staff.changed", detail: { before: { role: "player", courseIds: [] }, after: rights } },
    ]);
  });

  test("is written in Spanish when it is asked for, and so is the code", async () => {
    const { email } = await invited({ language: "es" });
    const [letter] = await lettersTo(email);
    expect(letter?.subject).toBe("Te invitamos a trabajar con Acebay");
    await ask(app.browser(), email);
    expect((await lettersTo(email)).at(-1)?.subject).toMatch(/es tu código/);
  });

  test("is for its address alone: another one is given nothing, and a wrong code neither", async () => {
    const { email } = await invited();
    const other = await app.player();
    expect((await bodyOf(other.call(accountRoutes.me))).user.role).toBe("player");
    expect(codeOf(await ask(app.browser(), `x${email}`))).toBe("accounts.unknown_email");
    const person = app.browser();
    await ask(person, email);
    const right = await app.mailedCode(email);
    const wrong = right === "000000" ? "000001" : "000000";
    expect((await person.call(accountRoutes.login, { body: { email, code: wrong } })).status).toBe(401);
    expect((await person.call(accountRoutes.me)).status).toBe(401);
    // The code works in the browser that asked for it, and nowhere else.
    expect((await app.browser().call(accountRoutes.login, { body: { email, code: right } })).status).toBe(401);
    expect(await list()).toContainEqual(expect.objectContaining({ email, isOpen: true }));
  });

  test("is not used by a registration, which proves no address", async () => {
    const { email } = await invited();
    const body = { name: "A stranger", email, phone: "555 010 0100" };
    expect(codeOf(await app.browser().call(accountRoutes.register, { body }))).toBe("accounts.invited");
    expect((await signIn(email)).user).toMatchObject({ name: "Kim Newcomer", role: "staff" });
  });

  test("gives the role to an account that came to the address meanwhile, by a code and not by its device", async () => {
    const email = newEmail();
    const person = await app.player("Pat Player", email);
    await app.db.pool.query(
      `INSERT INTO staff_invitations SELECT $1, $2, 'Pat', 'en', 'staff', '{1}', '{}', id, $3, $3::timestamptz + interval '7 days'
       FROM users WHERE email = 'admin@acebay.test'`,
      [randomUUID(), email, app.clock.now()],
    );
    await person.call(accountRoutes.logout);
    expect((await ask(person, email)).status).toBe(202);
    const code = await app.mailedCode(email);
    const { user } = await bodyOf(person.call(accountRoutes.login, { body: { email, code } }), 200);
    expect(user).toMatchObject({ id: person.id, name: "Pat Player", role: "staff" });
  });

  test("of an administrator gives no role by itself: a second one must approve", async () => {
    const { email } = await invited({ role: "admin", courseIds: undefined });
    const { user, person } = await signIn(email);
    expect(user.role).toBe("player");
    const { proposals } = await bodyOf(admin.call(proposalRoutes.listProposals));
    expect(proposals[0]).toMatchObject({ kind: "grant_admin", status: "open" });
    expect(proposals[0]?.summary).toContain(email);
    expect((await person.call(staffRoutes.listStaff)).status).toBe(403);
  });
});

describe("an end", () => {
  test("after 7 days nobody is known by it, and 'Send again' makes it valid for another 7", async () => {
    const { id, email } = await invited();
    await app.clock.advance(7 * DAY - 60);
    expect((await list()).find((one) => one.id === id)?.isOpen).toBe(true);
    await app.clock.advance(60);
    admin = await app.signIn("admin@acebay.test");
    expect((await list()).find((one) => one.id === id)?.isOpen).toBe(false);
    expect(codeOf(await ask(app.browser(), email))).toBe("accounts.unknown_email");
    const again = await bodyOf(admin.call(invitationRoutes.sendInvitationAgain, { params: { id } }), 200);
    expect(again.invitation.isOpen).toBe(true);
    expect(await lettersTo(email)).toHaveLength(2);
    expect((await signIn(email)).user.role).toBe("staff");
    expect((await trailOf(id)).map(({ action }) => action)).toEqual(["staff.invited", "staff.invitation_sent_again"]);
  });

  test("an expired one is replaced by a new one, and deleted 30 days later by itself", async () => {
    const { id, email } = await invited();
    await app.clock.advance(8 * DAY);
    admin = await app.signIn("admin@acebay.test");
    const next = await invited({ email });
    expect((await list()).map((one) => one.id)).not.toContain(id);
    await app.clock.advance(38 * DAY);
    await app.jobs.runAll();
    admin = await app.signIn("admin@acebay.test");
    expect((await list()).map((one) => one.id)).not.toContain(next.id);
  });

  test("taken back, it gives nothing, also to somebody who has asked for the code before", async () => {
    const { id, email } = await invited();
    const person = app.browser();
    await ask(person, email);
    await bodyOf(admin.call(invitationRoutes.takeInvitationBack, { params: { id } }), 204);
    const code = await app.mailedCode(email);
    const { user } = await bodyOf(person.call(accountRoutes.login, { body: { email, code } }), 200);
    expect(user.role).toBe("player");
    for (const route of [invitationRoutes.takeInvitationBack, invitationRoutes.sendInvitationAgain])
      expect(codeOf(await admin.call(route, { params: { id } }))).toBe("staff.invitation_gone");
    expect((await trailOf(id)).map(({ action }) => action)).toEqual(["staff.invited", "staff.invitation_taken_back"]);
  });

  test("when its administrator has lost the role, it gives none, until another one sends it again", async () => {
    const { id, email } = await invited();
    const other = await app.player("Former Chief");
    await app.db.pool.query("UPDATE staff_invitations SET invited_by = $2 WHERE id = $1", [id, other.id]);
    expect((await list()).find((one) => one.id === id)?.isOpen).toBe(false);
    expect(codeOf(await ask(app.browser(), email))).toBe("accounts.unknown_email");
    await bodyOf(admin.call(invitationRoutes.sendInvitationAgain, { params: { id } }), 200);
    expect((await signIn(email)).user.role).toBe("staff");
  });
});

describe("at once", () => {
  test("two invitations of an address are one", async () => {
    const email = newEmail();
    const replies = await Promise.all([inviting({ email }), inviting({ email: email.toUpperCase() })]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.map(codeOf)).toContain("staff.invited_already");
    expect(await lettersTo(email)).toHaveLength(1);
    expect((await list()).filter((one) => one.email.toLowerCase() === email)).toHaveLength(1);
  });

  test("two first sign-ins, at two processes, make one account, and one of the codes gives the role", async () => {
    const { email } = await invited();
    const second = await secondApp(app);
    try {
      const people = [app.browser(), second.browser()];
      expect((await Promise.all(people.map((person) => ask(person, email)))).map(({ status }) => status)).toEqual([
        202, 202,
      ]);
      const subjects = (await lettersTo(email)).map(({ subject }) => subject);
      const codes = subjects.filter((subject) => /^\d{6} /.test(subject)).map((subject) => subject.slice(0, 6));
      expect(codes).toHaveLength(2);
      const tries = people.flatMap((person) =>
        codes.map((code) => person.call(accountRoutes.login, { body: { email, code } })),
      );
      const admitted = (await Promise.all(tries)).filter(({ status }) => status === 200);
      expect(admitted).toHaveLength(1);
      const { rows } = await app.db.pool.query("SELECT role FROM users WHERE email = $1", [email]);
      expect(rows).toEqual([{ role: "staff" }]);
      const { rows: lines } = await app.db.pool.query(
        "SELECT count(*)::int AS n FROM audit_trail a JOIN users u ON u.id::text = a.subject WHERE u.email = $1",
        [email],
      );
      expect(lines).toEqual([{ n: 1 }]);
    } finally {
      await second.close();
    }
  });

  test("an invitation outlives its process: another one, started later, admits the person", async () => {
    const { email } = await invited();
    const person = app.browser();
    await ask(person, email);
    const later = await secondApp(app, { env: { PUBLIC_URL: "https://play.example.com" } });
    try {
      const code = await app.mailedCode(email);
      const reply = await later.browser(person).call(accountRoutes.login, { body: { email, code } });
      expect((await bodyOf(Promise.resolve(reply), 200)).user).toMatchObject({ role: "staff" });
    } finally {
      await later.close();
    }
  });
});

describe("what is refused, and how", () => {
  test.each([
    [{ name: "" }, 404, /Write their name, too/],
    [{ name: "x".repeat(101) }, 400, /under 100 characters/],
    [{ email: "no address" }, 400, /Valid email is required/],
    [{ courseIds: [] }, 400, /at least one course/],
    [{ courseIds: [77] }, 400, /no such course/],
    [{ language: "fr" as never }, 400, /en or es/],
    [{ role: "boss" as never }, 400, /staff or admin/],
  ])("%o", async (wish, status, message) => {
    const reply = await inviting(wish);
    expect(reply.status).toBe(status);
    expect(JSON.stringify(reply.body)).toMatch(message);
  });

  test("without a fresh proof nothing is sent again or taken back, and staff and players read no invitation", async () => {
    const { id } = await invited();
    const plain = await app.signedIn("admin@acebay.test");
    await app.clock.advance(16 * 60);
    for (const route of [invitationRoutes.takeInvitationBack, invitationRoutes.sendInvitationAgain])
      expect(codeOf(await plain.call(route, { params: { id } }))).toBe("accounts.step_up_needed");
    for (const person of [await app.signedIn("staff@acebay.test"), await app.player()])
      expect((await person.call(invitationRoutes.listInvitations)).status).toBe(403);
  });
});
