/** After the loss of a passkey or a mailbox: removes passkeys, and moves an account to another address. */
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import { refuse } from "../contract.ts";
import { refuseProposal } from "../proposal-contract.ts";
import { MOVED_HOLD_HOURS } from "../rules.ts";
import type { AccountDeps } from "./deps.ts";
import { replaceEmail } from "./email.ts";
import { endSignIns } from "./ending.ts";
import { recoveredLetter } from "./letters.ts";
import { removeAll } from "./passkey-store.ts";
import type { ProposalDeeds } from "./proposals.ts";
import { findUserByEmail, lockPlayer, type UserRow } from "./store.ts";

type RecoveryDeps = Pick<AccountDeps, "clock" | "config" | "hub" | "mailer">;

interface By {
  /** The acting administrator; null for the operator at the server. */
  actorId: string | null;
  reason: string;
}

/** Removes a person's passkeys: they sign in by a mailed code again. @throws accounts.not_found */
export async function recover(deps: RecoveryDeps, tx: Db, personId: string, by: By): Promise<void> {
  const { id, email: to, name, language } = await lockPlayer(tx, personId);
  await removeAll(tx, id);
  await endSignIns(deps, tx, id);
  const detail = { reason: by.reason };
  await note(tx, { actorId: by.actorId, action: "account.recovered", subject: id, detail, at: deps.clock.now() });
  const reader = { to, name, language, productName: deps.config.productName };
  await deps.mailer.post(tx, recoveredLetter(reader, by.reason), id);
}

/**
 * Moves the account of a person whom an administrator has seen to another address. The first code mailed there proves
 * it. All its sessions end, and no payout is made for 72 hours.
 * @throws accounts.not_found; a taken address breaks the constraint `users_email`
 */
export async function moveEmail(deps: RecoveryDeps, tx: Db, personId: string, email: string, by: By): Promise<UserRow> {
  const now = deps.clock.now();
  const before = await lockPlayer(tx, personId);
  const payoutsHeldUntil = new Date(now.getTime() + MOVED_HOLD_HOURS * 3_600_000);
  const moved = await replaceEmail(deps, tx, before.id, email, { emailProvedAt: null, payoutsHeldUntil });
  await endSignIns(deps, tx, before.id);
  const detail = { before: before.email, after: email, reason: by.reason };
  await note(tx, { actorId: by.actorId, action: "account.email_moved", subject: before.id, detail, at: now });
  return moved;
}

/** The proposals that belong to accounts. */
export function recoveryDeeds(deps: RecoveryDeps): Pick<ProposalDeeds, "recover" | "move_email"> {
  return {
    recover: {
      summary: (_, subject) => ({
        en: `Take the passkeys of ${subject?.name} (${subject?.email}) off`,
        es: `Retirar las llaves de acceso de ${subject?.name} (${subject?.email})`,
      }),
      perform: async (tx, row, by) => recover(deps, tx, row.subjectId ?? "", { actorId: by, reason: row.reason ?? "" }),
    },
    move_email: {
      summary: ({ detail }, subject) => ({
        en: `Move ${subject?.name} from ${subject?.email} to ${String(detail["email"])}`,
        es: `Pasar a ${subject?.name} de ${subject?.email} a ${String(detail["email"])}`,
      }),
      perform: async (tx, row, by) => {
        const email = String(row.detail["email"]);
        const subject = await lockPlayer(tx, row.subjectId ?? "");
        if (subject.email !== row.detail["before"]) throw refuseProposal("proposals.overtaken");
        if (await findUserByEmail(tx, email)) throw refuse("accounts.email_taken");
        await moveEmail(deps, tx, subject.id, email, { actorId: by, reason: row.reason ?? "" });
      },
    },
  };
}
