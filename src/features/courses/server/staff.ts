/** The handlers of staff: every change of a role is one transaction with its line in the audit trail. */
import { refuseProposal } from "#features/accounts/proposal-contract.ts";
import { endSignIns } from "#features/accounts/server/ending.ts";
import { type ProposalDeed, type ProposalDeps, propose } from "#features/accounts/server/proposals.ts";
import { findUserByEmail, lockPlayer, lockUser, updateUser, type UserRow } from "#features/accounts/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller, Handlers } from "#platform/server/http/handlers.ts";
import type { Hub } from "#platform/server/live/hub.ts";
import type { RequestOf } from "#platform/shared/route.ts";
import { refuseStaff, type staffRoutes } from "../staff-contract.ts";
import { assign, toDetail, toMember } from "./assign.ts";
import { invite } from "./invitations.ts";
import * as store from "./staff-store.ts";

type StaffDeps = ProposalDeps & { hub: Hub };

export function staffHandlers(deps: StaffDeps): Handlers<typeof staffRoutes> {
  const { db, config } = deps;

  /** Proposes a new administrator: a second one must approve. */
  async function proposeAdmin(tx: Db, caller: Caller, person: UserRow) {
    if (person.id === caller.id) throw refuseStaff("staff.self");
    const detail = { from: person.role, email: person.email };
    return { proposal: await propose(deps, tx, caller, { kind: "grant_admin", subjectId: person.id, detail }) };
  }

  /** Invites an address without an account. @throws staff.not_registered when no name is given */
  async function inviteStranger(tx: Db, caller: Caller, body: RequestOf<typeof staffRoutes.addStaff>["body"]) {
    const { email, name, role, language = "en", courseIds = [], statementCourseIds = [] } = body;
    if (!name) throw refuseStaff("staff.not_registered");
    return invite(deps, tx, caller, { email, name, role, language, courseIds, statementCourseIds });
  }

  return {
    listStaff: async () => ({
      status: 200,
      body: { staff: (await store.listStaff(db)).map(toMember), timeZone: config.operatorTimeZone },
    }),

    addStaff: async ({ caller, body }) =>
      db.transaction(async (tx) => {
        const found = await findUserByEmail(tx, body.email);
        const person = found && (await lockUser(tx, found.id));
        if (!person || person.deletedAt) {
          const invitation = await inviteStranger(tx, caller, body);
          return { status: 200 as const, body: { invitation } };
        }
        if (person.role !== "player") throw refuseStaff("staff.works_already");
        if (body.role === "admin") {
          const proposed = await proposeAdmin(tx, caller, person);
          return { status: 202 as const, body: proposed };
        }
        const member = await assign(deps, tx, caller.id, person, body.role, body);
        if (!member) throw new Error("a person with a role is not listed");
        return { status: 201 as const, body: { member } };
      }),

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
