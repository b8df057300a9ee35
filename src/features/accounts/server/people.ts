/** What administrators do for accounts. Every step is in the audit trail and is mailed to the person. */
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { refuse } from "../contract.ts";
import type { FoundPerson, peopleRoutes, Person } from "../people-contract.ts";
import { formatPlayerId, hasWorked, parsePlayerId } from "../rules.ts";
import type { AccountDeps } from "./deps.ts";
import { endSignIns } from "./ending.ts";
import { signedOutLetter } from "./letters.ts";
import { replacing } from "./email.ts";
import { lockPerson, notesOf } from "./notes.ts";
import { listOf } from "./passkey-store.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import { addDays, instantOf } from "#platform/shared/days.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { findPeople, listPeople } from "./people-store.ts";
import { listSignIns } from "./profile-store.ts";
import { type ProposalDeps, propose } from "./proposals.ts";
import { moveEmail } from "./recovery.ts";
import * as store from "./store.ts";

/** People that a search answers at most. */
const FOUND = 20;
/** People on a page of the list. */
const PAGE = 100;

export function peopleHandlers(deps: AccountDeps & ProposalDeps): Handlers<typeof peopleRoutes> {
  const { db, clock } = deps;

  async function view(user: store.UserRow): Promise<Person> {
    const signIns = await listSignIns(db, user.id, clock.now());
    return {
      ...toFound(user),
      phone: user.phone,
      emailProved: user.emailProvedAt !== null,
      passkeys: (await listOf(db, user.id)).length,
      createdAt: user.createdAt.toISOString(),
      termsVersion: user.termsVersion,
      deletedAt: user.deletedAt?.toISOString() ?? null,
      sessions: signIns.map(({ device, createdAt, expiresAt }) => ({
        device,
        startedAt: createdAt.toISOString(),
        endsAt: expiresAt.toISOString(),
      })),
    };
  }

  return {
    findPeople: async ({ query }) => {
      const found = await findPeople(db, query.q, FOUND + 1);
      const people = found.slice(0, FOUND).map(toFound);
      return { status: 200, body: { people, more: found.length > FOUND } };
    },

    listPeople: async ({ query: { q, role, source, from, to, sort = "name", cursor } }) => {
      if (cursor !== undefined && !isUuid(cursor))
        throw refuseRequest("request.invalid", { message: "This page's cursor is not valid" });
      const { operatorTimeZone: timeZone } = deps.config;
      const found = await listPeople(db, {
        text: q,
        role,
        source,
        sort,
        beyond: cursor,
        limit: PAGE + 1,
        from: from === undefined ? undefined : instantOf(from, 0, 0, timeZone),
        until: to === undefined ? undefined : instantOf(addDays(to, 1), 0, 0, timeZone),
      });
      const page = found.slice(0, PAGE);
      return {
        status: 200,
        body: {
          people: page.map((user) => ({ ...toFound(user), createdAt: user.createdAt.toISOString() })),
          nextCursor: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
          timeZone,
        },
      };
    },

    getPerson: async ({ params }) => {
      const playerId = parsePlayerId(params.id);
      const found = playerId ? await store.findUserByPlayerId(db, playerId) : await store.findUser(db, params.id);
      if (!found) throw refuse("accounts.not_found");
      const [seen, notes] = [await view(found), await notesOf(db, found.id)];
      return { status: 200, body: { person: seen, notes, timeZone: deps.config.operatorTimeZone } };
    },

    signPersonOut: async ({ caller, params, body }) => {
      const { user, ended } = await db.transaction(async (tx) => {
        const person = await lockPerson(tx, params.id);
        const count = await signOut(deps, tx, person, { actorId: caller.id, reason: body.reason });
        return { user: person, ended: count };
      });
      return { status: 200, body: { person: await view(user), ended } };
    },

    recoverPerson: async ({ caller, params, body }) => {
      const proposed = await db.transaction(async (tx) => {
        const person = await lockPerson(tx, params.id);
        if (person.id === caller.id || (await listOf(tx, person.id)).length === 0) throw refuse("accounts.no_passkeys");
        return propose(deps, tx, caller, { kind: "recover", subjectId: person.id, reason: body.reason });
      });
      return { status: 202, body: { proposal: proposed } };
    },

    movePerson: async ({ caller, params, body }) => {
      const { email, reason } = body;
      const outcome = await replacing(db, async (tx) => {
        const person = await lockPerson(tx, params.id);
        if (person.id === caller.id) throw refuse("accounts.move_own");
        if (await store.findUserByEmail(tx, email)) throw refuse("accounts.email_taken");
        // With a colleague's mailbox one administrator could act as two, also after the role was taken away for it.
        if (!hasWorked(person, clock.now()))
          return moveEmail(deps, tx, person.id, email, { actorId: caller.id, reason });
        const detail = { email, before: person.email };
        return propose(deps, tx, caller, { kind: "move_email", subjectId: person.id, detail, reason });
      });
      return "kind" in outcome
        ? { status: 202, body: { proposal: outcome } }
        : { status: 200, body: { person: await view(outcome) } };
    },
  };
}

function toFound({ id, playerId, name, email, role }: store.UserRow): FoundPerson {
  return { id, userId: formatPlayerId(playerId), name, email, role };
}

/**
 * Ends a person's sessions and tells them why.
 * @param by the administrator; null for the operator at the server
 */
export async function signOut(
  deps: Pick<AccountDeps, "clock" | "hub" | "mailer" | "config">,
  tx: Db,
  person: store.UserRow,
  by: { actorId: string | null; reason: string },
): Promise<number> {
  const ended = await endSignIns(deps, tx, person.id);
  await note(tx, {
    actorId: by.actorId,
    action: "account.signed_out",
    subject: person.id,
    detail: { reason: by.reason, sessions: ended },
    at: deps.clock.now(),
  });
  const { email: to, name, language } = person;
  await deps.mailer.post(
    tx,
    signedOutLetter({ to, name, language, productName: deps.config.productName }, by.reason),
    person.id,
  );
  return ended;
}
