/** Giving a person a role and courses, in a transaction with its line in the audit trail. */
import { removeAll } from "#features/accounts/server/passkey-store.ts";
import type { AccountDeps } from "#features/accounts/server/deps.ts";
import { endSignIns } from "#features/accounts/server/ending.ts";
import { updateUser, type UserRow } from "#features/accounts/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import { refuseStaff, type StaffMember } from "../staff-contract.ts";
import { forgetInvitations } from "./person-store.ts";
import * as store from "./staff-store.ts";

/** Courses in a call; without them, a person keeps those of before. */
interface Asked {
  courseIds?: readonly number[] | undefined;
  statementCourseIds?: readonly number[] | undefined;
}

/**
 * Gives a person, whose row is locked, a role and its courses.
 * @param by the administrator; null for the operator at the server
 * @returns the person as the list of staff has them; null for a player
 * @throws staff.self, staff.no_course, staff.unknown_course
 */
export async function assign(
  { clock, hub }: Pick<AccountDeps, "clock" | "hub">,
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
  // What an administrator gives or takes now is the last word: an older invitation would give back what is taken later.
  await forgetInvitations(tx, [person.email, ...person.formerEmails]);
  if (role !== person.role) {
    // Also an administrator who becomes staff: what they proposed or approved ends with the role (`isAdminSince`).
    await updateUser(tx, person.id, { role, ...(isLess(role, person.role) ? { workedUntil: clock.now() } : {}) });
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

/** Whether a role is taken away. */
const isLess = (role: UserRow["role"], before: UserRow["role"]) => role === "player" || before === "admin";

const idsOf = (served: readonly store.Served[]) => served.map(({ courseId }) => courseId);
const statementsOf = (served: readonly store.Served[]) => idsOf(served.filter(({ statements }) => statements));

/** A person's rights in the audit trail. */
export const toDetail = (role: UserRow["role"], served: readonly store.Served[]) => ({
  role,
  courseIds: idsOf(served),
  ...(served.some(({ statements }) => statements) && { statementCourseIds: statementsOf(served) }),
});

export function toMember({ last_sign_in_at: lastSignIn, ...row }: store.StaffRow): StaffMember {
  return { ...row, lastSignInAt: lastSignIn === null ? null : new Date(lastSignIn).toISOString() };
}
