/**
 * Invitations to work here, for people without an account. The letter has no secret: who proves the address by a mailed
 * code, as at every sign-in, gets the role in the same transaction.
 */
import { randomUUID } from "node:crypto";
import type { AdmitInvited } from "#features/accounts/server/invited.ts";
import {
  deleteInvitation,
  insertInvitation,
  type InvitationRow,
  renewInvitation,
  takeOpen,
} from "#features/accounts/server/invitation-store.ts";
import { type ProposalDeps, propose } from "#features/accounts/server/proposals.ts";
import { lockPlayer } from "#features/accounts/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller, Handlers } from "#platform/server/http/handlers.ts";
import type { Hub } from "#platform/server/live/hub.ts";
import type { AuditAction } from "#platform/shared/audit-actions.ts";
import { INVITED_DAYS, type Invitation, type invitationRoutes } from "../invitation-contract.ts";
import { refuseStaff } from "../staff-contract.ts";
import { invitationLetter } from "./invitation-letter.ts";
import { listInvitations } from "./invitation-list-store.ts";
import { assign } from "./assign.ts";
import { countCourses } from "./staff-store.ts";

type InvitationDeps = ProposalDeps & { hub: Hub };

const daysAfter = (now: Date) => new Date(now.getTime() + INVITED_DAYS * 86_400_000);

/** What an administrator typed for somebody without an account. */
type Wish = Pick<InvitationRow, "email" | "name" | "language" | "role" | "courseIds" | "statementCourseIds">;

/**
 * Invites an address, in the given transaction, and mails the invitation.
 * @throws staff.no_course, staff.unknown_course, staff.invited_already
 */
export async function invite(deps: InvitationDeps, tx: Db, caller: Caller, wish: Wish): Promise<Invitation> {
  const isStaff = wish.role === "staff";
  const courseIds = isStaff ? [...new Set(wish.courseIds)].toSorted((one, other) => one - other) : [];
  if (isStaff && courseIds.length === 0) throw refuseStaff("staff.no_course");
  if ((await countCourses(tx, courseIds)) !== courseIds.length) throw refuseStaff("staff.unknown_course");
  const now = deps.clock.now();
  const row = await insertInvitation(tx, {
    ...wish,
    courseIds,
    statementCourseIds: courseIds.filter((id) => wish.statementCourseIds.includes(id)),
    id: randomUUID(),
    invitedBy: caller.id,
    invitedAt: now,
    expiresAt: daysAfter(now),
  });
  if (!row) throw refuseStaff("staff.invited_already");
  return tell(deps, tx, row, "staff.invited");
}

/** Mails an invitation, and notes it. The trail is kept for good, so it has neither name nor address. */
async function tell(deps: InvitationDeps, tx: Db, row: InvitationRow, action: AuditAction): Promise<Invitation> {
  await noteOf(deps, tx, row.invitedBy, row, action);
  const [listed] = await viewsOf(tx, deps.clock.now(), row.id);
  if (!listed) throw new Error("an invitation is not listed");
  const { productName, publicUrl } = deps.config;
  const letter = invitationLetter(row, listed, { productName, publicUrl });
  // Not the administrator's: it would show the invited address in the export of their data.
  await deps.mailer.post(tx, letter, null);
  return listed;
}

async function noteOf(
  { clock }: InvitationDeps,
  tx: Db,
  actorId: string,
  { id, role, courseIds, statementCourseIds }: InvitationRow,
  action: AuditAction,
): Promise<void> {
  const detail = { after: { role, courseIds, ...(statementCourseIds.length > 0 && { statementCourseIds }) } };
  await note(tx, { actorId, action, subject: id, detail, at: clock.now() });
}

export function invitationHandlers(deps: InvitationDeps): Handlers<typeof invitationRoutes> {
  const { db, clock, config } = deps;
  return {
    listInvitations: async () => ({
      status: 200,
      body: { invitations: await viewsOf(db, clock.now()), timeZone: config.operatorTimeZone },
    }),

    sendInvitationAgain: async ({ caller, params }) => {
      const invitation = await db.transaction(async (tx) => {
        const now = clock.now();
        const change = { invitedBy: caller.id, invitedAt: now, expiresAt: daysAfter(now) };
        const row = await renewInvitation(tx, params.id, change);
        if (!row) throw refuseStaff("staff.invitation_gone");
        return tell(deps, tx, row, "staff.invitation_sent_again");
      });
      return { status: 200, body: { invitation } };
    },

    takeInvitationBack: async ({ caller, params }) => {
      await db.transaction(async (tx) => {
        const row = await deleteInvitation(tx, params.id);
        if (!row) throw refuseStaff("staff.invitation_gone");
        await noteOf(deps, tx, caller.id, row, "staff.invitation_taken_back");
      });
      return { status: 204, body: undefined };
    },
  };
}

/**
 * Gives a person who has just proved an address, and whose row is locked, what its invitation says, once. A new
 * administrator needs a second one's approval, as everywhere.
 */
export function admitInvited(deps: InvitationDeps): AdmitInvited {
  return async (tx, person) => {
    if (person.role !== "player") return person;
    const invitation = await takeOpen(tx, person.email, deps.clock.now());
    // An administrator who has lost the role meanwhile gives none, least of all to themselves.
    if (!invitation || invitation.invitedBy === person.id) return person;
    const { invitedBy, role, courseIds, statementCourseIds } = invitation;
    if (role === "admin") {
      const detail = { from: person.role, email: person.email };
      await propose(deps, tx, { id: invitedBy }, { kind: "grant_admin", subjectId: person.id, detail });
      return person;
    }
    await assign(deps, tx, invitedBy, person, role, { courseIds, statementCourseIds });
    return lockPlayer(tx, person.id);
  };
}

async function viewsOf(db: Db, now: Date, id?: string): Promise<Invitation[]> {
  const rows = await listInvitations(db, now, id);
  return rows.map(({ invited_by, invited_at, expires_at, is_open, ...row }) => ({
    ...row,
    invitedBy: invited_by,
    invitedAt: new Date(invited_at).toISOString(),
    expiresAt: new Date(expires_at).toISOString(),
    isOpen: is_open,
  }));
}
