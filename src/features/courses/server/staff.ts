/** The handlers of staff: every change of a role is one transaction with its line in the audit trail. */
import { removeAll } from "#features/accounts/server/passkey-store.ts";
import { endSignIns } from "#features/accounts/server/ending.ts";
import { findUserByEmail, lockUser, updateUser, type UserRow } from "#features/accounts/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller, Handlers } from "#platform/server/http/handlers.ts";
import type { Hub } from "#platform/server/live/hub.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuseStaff, type StaffMember, type staffRoutes } from "../staff-contract.ts";
import * as store from "./staff-store.ts";

interface StaffDeps {
  db: Db;
  clock: Clock;
  hub: Hub;
}

export function staffHandlers(deps: StaffDeps): Handlers<typeof staffRoutes> {
  const { db, clock } = deps;

  /** Gives a person, whose row is locked, a role and its courses. */
  async function assign(tx: Db, caller: Caller, person: UserRow, role: UserRow["role"], courseIds: readonly number[]) {
    if (person.id === caller.id) throw refuseStaff("staff.self");
    const wanted = role === "staff" ? [...new Set(courseIds)].toSorted((one, other) => one - other) : [];
    if (role === "staff" && wanted.length === 0) throw refuseStaff("staff.no_course");
    if ((await store.countCourses(tx, wanted)) !== wanted.length) throw refuseStaff("staff.unknown_course");
    const before = await store.replaceCourses(tx, person.id, wanted);
    if (role !== person.role) {
      await updateUser(tx, person.id, { role });
      // Whoever has a role proves it at each sign-in; whoever lost it must not go on with the old one.
      await endSignIns(deps, tx, person.id);
      if (role === "player") await removeAll(tx, person.id);
    }
    await note(tx, {
      actorId: caller.id,
      action: "staff.changed",
      subject: person.id,
      detail: { before: { role: person.role, courseIds: before }, after: { role, courseIds: wanted } },
      at: clock.now(),
    });
    const [row] = await store.listStaff(tx, person.id);
    return row ? toMember(row) : null;
  }

  return {
    listStaff: async () => ({ status: 200, body: { staff: (await store.listStaff(db)).map(toMember) } }),

    addStaff: async ({ caller, body }) => {
      const member = await db.transaction(async (tx) => {
        const found = await findUserByEmail(tx, body.email);
        const person = found && (await lockUser(tx, found.id));
        if (!person || person.deletedAt) throw refuseStaff("staff.not_registered");
        if (person.role !== "player") throw refuseStaff("staff.works_already");
        return assign(tx, caller, person, body.role, body.courseIds ?? []);
      });
      if (!member) throw new Error("a person with a role is not listed");
      return { status: 201, body: { member } };
    },

    changeStaff: async ({ caller, params, body }) => {
      const member = await db.transaction(async (tx) => {
        const person = isUuid(params.id) ? await lockUser(tx, params.id) : undefined;
        if (!person || person.deletedAt || person.role === "player") throw refuseStaff("staff.not_found");
        const courseIds = body.courseIds ?? (await store.coursesOf(tx, person.id));
        return assign(tx, caller, person, body.role ?? person.role, courseIds);
      });
      return { status: 200, body: { member } };
    },
  };
}

function toMember({ last_sign_in_at: lastSignIn, ...row }: store.StaffRow): StaffMember {
  return { ...row, lastSignInAt: lastSignIn === null ? null : new Date(lastSignIn).toISOString() };
}
