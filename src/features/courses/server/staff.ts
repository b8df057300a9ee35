/** The handlers of staff: every change of a role is one transaction with its line in the audit trail. */
import { removeAll } from "#features/accounts/server/passkey-store.ts";
import { refuseProposal } from "#features/accounts/proposal-contract.ts";
import { endSignIns } from "#features/accounts/server/ending.ts";
import { type ProposalDeed, type ProposalDeps, propose } from "#features/accounts/server/proposals.ts";
import { findUserByEmail, lockPlayer, lockUser, updateUser, type UserRow } from "#features/accounts/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller, Handlers } from "#platform/server/http/handlers.ts";
import type { Hub } from "#platform/server/live/hub.ts";
import { refuseStaff, type StaffMember, type staffRoutes } from "../staff-contract.ts";
import * as store from "./staff-store.ts";

type StaffDeps = ProposalDeps & { hub: Hub };

/** The courses that a call gives; without them, a person keeps the present ones. */
interface Asked {
  courseIds?: readonly number[] | undefined;
  statementCourseIds?: readonly number[] | undefined;
}

export function staffHandlers(deps: StaffDeps): Handlers<typeof staffRoutes> {
  const { db } = deps;

  /** Proposes a new administrator: a second one must approve. */
  async function proposeAdmin(tx: Db, caller: Caller, person: UserRow) {
    if (person.id === caller.id) throw refuseStaff("staff.self");
    const detail = { from: person.role, email: person.email };
    return { proposal: await propose(deps, tx, caller, { kind: "grant_admin", subjectId: person.id, detail }) };
  }

  return {
    listStaff: async () => ({ status: 200, body: { staff: (await store.listStaff(db)).map(toMember) } }),

    addStaff: async ({ caller, body }) => {
      const outcome = await db.transaction(async (tx) => {
        const found = await findUserByEmail(tx, body.email);
        const person = found && (await lockUser(tx, found.id));
        if (!person || person.deletedAt) throw refuseStaff("staff.not_registered");
        if (person.role !== "player") throw refuseStaff("staff.works_already");
        if (body.role === "admin") return proposeAdmin(tx, caller, person);
        const member = await assign(deps, tx, caller.id, person, body.role, body);
        if (!member) throw new Error("a person with a role is not listed");
        return { member };
      });
      return "proposal" in outcome ? { status: 202, body: outcome } : { status: 201, body: outcome };
    },

    changeStaff: async ({ caller, params, body }) => {
      const outcome = await db.transaction(async (tx) => {
        const person = isUuid(params.id) ? await lockUser(tx, params.id) : undefined;
        if (!person || person.deletedAt || person.role === "player") throw refuseStaff("staff.not_found");
        if (body.role === "admin" && person.role !== "admin") return proposeAdmin(tx, caller, person);
        return { member: await assign(deps, tx, caller.id, person, body.role ?? person.role, body) };
      });
      return "proposal" in outcome ? { status: 202, body: outcome } : { status: 200, body: outcome };
    },
  };
}

/**
 * Gives a person, whose row is locked, a role and its courses.
 * @param by the administrator; null for the operator at the server
 * @returns the person as the list of staff has them; null for a player
 * @throws staff.self, staff.no_course, staff.unknown_course
 */
export async function assign(
  { clock, hub }: Pick<StaffDeps, "clock" | "hub">,
  tx: Db,
  by: string | null,
  person: UserRow,
  role: UserRow["role"],
  asked: Asked = {},
): Promise<StaffMember | null> {
  if (person.id === by) throw refuseStaff("staff.self");
  const had = await store.coursesOf(tx, person.id);
  const ids = role === "staff" ? new Set(asked.courseIds ?? idsOf(had)) : [];
  const reading = asked.statementCourseIds ?? statementsOf(had);
  const wanted = [...ids]
    .toSorted((one, other) => one - other)
    .map((courseId) => ({ courseId, statements: reading.includes(courseId) }));
  if (role === "staff" && wanted.length === 0) throw refuseStaff("staff.no_course");
  if ((await store.countCourses(tx, idsOf(wanted))) !== wanted.length) throw refuseStaff("staff.unknown_course");
  const before = await store.replaceCourses(tx, person.id, wanted);
  if (role !== person.role) {
    await updateUser(tx, person.id, { role, ...(role === "player" ? { workedUntil: clock.now() } : {}) });
    // A person with a role needs a proof at each sign-in, and a person who lost it must not keep the old session.
    await endSignIns({ clock, hub }, tx, person.id);
    if (role === "player") await removeAll(tx, person.id);
  }
  await note(tx, {
    actorId: by,
    action: "staff.changed",
    subject: person.id,
    detail: { before: toDetail(person.role, before), after: toDetail(role, wanted) },
    at: clock.now(),
  });
  const [row] = await store.listStaff(tx, person.id);
  return row ? toMember(row) : null;
}

/** Makes a person an administrator, once a second one has approved it. */
export function grantAdminDeed({ clock, hub }: Pick<StaffDeps, "clock" | "hub">): ProposalDeed {
  return {
    summary: (_, subject) => ({
      en: `Make ${subject?.name} (${subject?.email}) an administrator`,
      es: `Nombrar administrador a ${subject?.name} (${subject?.email})`,
    }),
    perform: async (tx, row, by) => {
      const person = await lockPlayer(tx, row.subjectId ?? "");
      // The approver has read the address: an account with another address is no longer the one that was proposed.
      if (person.role !== row.detail["from"] || person.email !== row.detail["email"])
        throw refuseProposal("proposals.overtaken");
      const before = await store.replaceCourses(tx, person.id, []);
      await updateUser(tx, person.id, { role: "admin" });
      await endSignIns({ clock, hub }, tx, person.id);
      const detail = { before: toDetail(person.role, before), after: toDetail("admin", []) };
      await note(tx, { actorId: by, action: "staff.changed", subject: person.id, detail, at: clock.now() });
    },
  };
}

const idsOf = (served: readonly store.Served[]) => served.map(({ courseId }) => courseId);
const statementsOf = (served: readonly store.Served[]) => idsOf(served.filter(({ statements }) => statements));

/** A person's rights in the audit trail. */
const toDetail = (role: UserRow["role"], served: readonly store.Served[]) => ({
  role,
  courseIds: idsOf(served),
  ...(served.some(({ statements }) => statements) && { statementCourseIds: statementsOf(served) }),
});

function toMember({ last_sign_in_at: lastSignIn, ...row }: store.StaffRow): StaffMember {
  return { ...row, lastSignInAt: lastSignIn === null ? null : new Date(lastSignIn).toISOString() };
}
