/** The operator's commands: each is one transaction with a line in the audit trail, which names no actor. */
import type { AccountDeps } from "#features/accounts/server/deps.ts";
import { endSignIns } from "#features/accounts/server/ending.ts";
import { approve } from "#features/accounts/server/proposals.ts";
import { recover } from "#features/accounts/server/recovery.ts";
import { signOut } from "#features/accounts/server/people.ts";
import { deletedSince, listSignIns } from "#features/accounts/server/profile-store.ts";
import { administrators } from "#features/accounts/server/proposal-store.ts";
import { findUserByEmail, lockPlayer, updateUser, type UserRow } from "#features/accounts/server/store.ts";
import { assign } from "#features/courses/server/assign.ts";
import { listStaff } from "#features/courses/server/staff-store.ts";
import { duePayments } from "#features/receipts/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import { Refusal } from "#platform/shared/refusal.ts";
import { twoPeople } from "./two-people.ts";
import { changePushKeys } from "#platform/server/push/push.ts";
import { hastenNotices } from "#platform/server/push/due.ts";
import { hastenLetters } from "#platform/server/mail/outbox.ts";
import { isPassing, shortage, whyPassing } from "#platform/server/db/errors.ts";
import type { Db } from "#platform/server/db/database.ts";

export type OperatorDeps = Pick<AccountDeps, "db" | "clock" | "config" | "hub" | "mailer">;

/** Why a command did nothing, as the operator reads it. */
export class CommandRefused extends Error {}

interface Command {
  /** The arguments that the command needs, as the usage names them. */
  words: readonly string[];
  /** The argument that may be left out. */
  more?: string;
  /** Its last argument is a text, which may be of several words. */
  endsInText?: boolean;
  about: string;
  /** @returns what was done, in a sentence */
  run: (deps: OperatorDeps, words: readonly string[]) => Promise<string>;
}

/** Whether a command has all that it needs, and nothing that it does not have, such as `--help`. */
export function isCalledRight({ words, more, endsInText = false }: Command, given: readonly string[]): boolean {
  const most = endsInText ? Infinity : words.length + (more === undefined ? 0 : 1);
  return given.length >= words.length && given.length <= most && !given.some((word) => /^-./.test(word));
}

/** @throws CommandRefused when nobody is registered with this address */
async function registered(db: Db, email = ""): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new CommandRefused(`Nobody is registered as ${email}. Register that account first.`);
  return user;
}

export const commands: ReadonlyMap<string, Command> = new Map([
  [
    "deletions",
    {
      words: ["SINCE"],
      about: "lists the ids of accounts that were deleted since a day, such as 2026-11-01, for npm run restore",
      run: async ({ db, clock }, [since = ""]) => {
        if (!/^\d{4}-\d\d-\d\d$/.test(since) || Number.isNaN(Date.parse(since)))
          throw new CommandRefused(`"${since}" is no day: write it as in 2026-11-01`);
        const ids = await deletedSince(db, new Date(since));
        const detail = { since, accounts: ids.length };
        const at = clock.now();
        // A database that takes no writes is asked for its deletions all the same, because it will be replaced.
        await note(db, { actorId: null, action: "deletions.listed", subject: "accounts", detail, at }).catch(
          (error: unknown) => {
            if (!isPassing(error)) throw error;
            console.error(`The audit trail has no line of it: ${shortage(error) ?? whyPassing(error)}`);
          },
        );
        return ids.join("\n");
      },
    },
  ],
  [
    "grant",
    {
      words: ["EMAIL"],
      about: "makes a registered account an administrator",
      run: async (deps, [email]) => {
        const user = await registered(deps.db, email);
        await deps.db.transaction(async (tx) => {
          await lockPlayer(tx, user.id);
          await updateUser(tx, user.id, { role: "admin" });
          // Administrators prove themselves at each sign-in; one by email alone must not become an administrator's.
          await endSignIns(deps, tx, user.id);
          const detail = { from: user.role, to: "admin" };
          const at = deps.clock.now();
          await note(tx, { actorId: null, action: "account.grant_admin", subject: user.id, detail, at });
        });
        return `${user.email} is an administrator now, and signs in with a mailed code.`;
      },
    },
  ],
  [
    "revoke",
    {
      words: ["EMAIL"],
      more: "[ROLE]",
      about: "takes the role of an administrator or a member of staff away; with admin or staff only that one",
      run: async (deps, [email, role]) => {
        const user = await registered(deps.db, email);
        const before = await deps.db.transaction(async (tx) => {
          const person = await lockPlayer(tx, user.id);
          if (person.role === "player") throw new CommandRefused(`${person.email} has no role.`);
          if (role !== undefined && role !== person.role)
            throw new CommandRefused(`${person.email} has the role ${person.role}, not ${role}. Nothing was changed.`);
          // Without an administrator nobody could grant a role at the desk or make a proposal.
          if (person.role === "admin" && (await administrators(tx)).length === 1)
            throw new CommandRefused(`${person.email} is the only administrator: grant another one first.`);
          await assign(deps, tx, null, person, "player");
          return person.role;
        });
        return `${user.email} has the role ${before} no more, was signed out, and has no passkey.`;
      },
    },
  ],
  [
    "list",
    {
      words: [],
      about: "lists the accounts that have a role, with their courses, passkeys and last sign-in",
      run: async ({ db, clock }) =>
        db.transaction(async (tx) => {
          const people = await listStaff(tx);
          const detail = { people: people.length };
          await note(tx, { actorId: null, action: "roles.listed", subject: "staff", detail, at: clock.now() });
          const lines = people.map(({ email, name, role, courses, passkeys, last_sign_in_at: last }) =>
            [
              email,
              name,
              courses.length > 0 ? `${role} of ${courses.map((course) => course.name).join(", ")}` : role,
              `${passkeys} passkey${passkeys === 1 ? "" : "s"}`,
              last === null ? "never signed in" : `last signed in ${new Date(last).toISOString()}`,
            ].join("; "),
          );
          return lines.length > 0 ? lines.join("\n") : "No account has a role: npm run admin -- grant EMAIL";
        }),
    },
  ],
  [
    "resend",
    {
      words: [],
      more: "[EMAIL]",
      about:
        "tries letters (receipts, too) and notifications that could not be sent again at once, of all or of one account",
      run: async ({ db, clock }, [email]) => {
        const user = email === undefined ? undefined : await registered(db, email);
        const at = clock.now();
        const { letters, notices } = await db.transaction(async (tx) => {
          const hastened = {
            letters: await hastenLetters(tx, at, user?.id),
            notices: await hastenNotices(tx, at, user?.id),
          };
          await note(tx, { actorId: null, action: "news.resent", subject: user?.id ?? "news", detail: hastened, at });
          return hastened;
        });
        const done = `Letters that are tried again: ${letters}; notifications: ${notices}. The server sends them within 5 seconds.`;
        const unnumbered = user ? 0 : (await duePayments(db, 1000)).length;
        return unnumbered === 0
          ? done
          : `${done}\nReceipts without a number yet: ${unnumbered}. The job "receipts" makes one within a second of the payment; if they stay, its error is in the log.`;
      },
    },
  ],
  [
    "sessions",
    {
      words: ["EMAIL"],
      about: "lists where an account is signed in",
      run: async ({ db, clock }, [email]) => {
        const user = await registered(db, email);
        const lines = await db.transaction(async (tx) => {
          const at = clock.now();
          const found = (await listSignIns(tx, user.id, at)).map(
            ({ device, createdAt, expiresAt }) =>
              `${device ?? "Unnamed device"}: since ${createdAt.toISOString()}, until ${expiresAt.toISOString()} without a call`,
          );
          const detail = { sessions: found.length };
          await note(tx, { actorId: null, action: "account.sessions_listed", subject: user.id, detail, at });
          return found;
        });
        return lines.length > 0 ? lines.join("\n") : `${user.email} is signed in nowhere.`;
      },
    },
  ],
  [
    "sign-out",
    {
      words: ["EMAIL", "REASON"],
      endsInText: true,
      about: "ends every session of an account and forgets its devices",
      run: async (deps, [email, ...reason]) => {
        const user = await registered(deps.db, email);
        const by = { actorId: null, reason: reason.join(" ") };
        const ended = await deps.db.transaction(async (tx) => signOut(deps, tx, await lockPlayer(tx, user.id), by));
        return `${user.email} was signed out of ${ended} session${ended === 1 ? "" : "s"}, and told so by mail.`;
      },
    },
  ],
  [
    "recover",
    {
      words: ["EMAIL"],
      more: "[REASON]",
      endsInText: true,
      about: "takes an account's passkeys off, so that a mailed code admits it again",
      run: async (deps, [email, ...reason]) => {
        const user = await registered(deps.db, email);
        const by = { actorId: null, reason: reason.join(" ") || "Recovered at the server" };
        await deps.db.transaction((tx) => recover(deps, tx, user.id, by));
        return `${user.email} has no passkey any more, was signed out, and told so by mail.`;
      },
    },
  ],
  [
    "new-push-keys",
    {
      words: [],
      about: "makes new keys for notifications; a browser takes them when its golfer opens the settings",
      run: async ({ db, clock }) => {
        const gone = await db.transaction(async (tx) => {
          const at = clock.now();
          const subscriptions = await changePushKeys(tx, at);
          const detail = { subscriptions };
          await note(tx, { actorId: null, action: "push.keys_changed", subject: "push", detail, at });
          return subscriptions;
        });
        return `There are new keys. ${gone} browser${gone === 1 ? " gets" : "s get"} no notifications until the golfer opens the settings there.`;
      },
    },
  ],
  [
    "approve",
    {
      words: ["ID"],
      about: "is the second administrator for a proposal, where there is none",
      run: async (deps, [id]) => {
        if (!/^\d{1,9}$/.test(id ?? "")) throw new CommandRefused("A proposal is named by its number.");
        try {
          const { summary } = await approve(twoPeople(deps), Number(id), null);
          return `Done: ${summary}. All administrators are told by mail.`;
        } catch (error) {
          if (error instanceof Refusal) throw new CommandRefused(error.message);
          throw error;
        }
      },
    },
  ],
]);
