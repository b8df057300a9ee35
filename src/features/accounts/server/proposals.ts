/**
 * Proposals: an administrator proposes a change, and another one approves it. Neither may have granted the other a
 * role, or recovered the other's account, within 30 days. If there is nobody else, the operator at the server approves.
 */
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller, Handlers } from "#platform/server/http/handlers.ts";
import type { KeyInUse } from "#platform/server/http/idempotency.ts";
import type { Language } from "#platform/shared/language.ts";
import { type Proposal, type ProposalKind, type proposalRoutes, refuseProposal } from "../proposal-contract.ts";
import { INDEPENDENT_DAYS, PROPOSAL_DAYS } from "../rules.ts";
import type { AccountDeps } from "./deps.ts";
import { proposalLetter } from "./proposal-letter.ts";
import * as store from "./proposal-store.ts";

const DAY_MS = 86_400_000;
const PAGE = 50;

/** What a kind of proposal does. The room to which it belongs provides it. */
export interface ProposalDeed {
  /** A sentence for those who decide, in each language. @param subject the person whom it is about */
  summary(row: store.ProposalRow, subject: store.Who | undefined): Readonly<Record<Language, string>>;
  /** Asks other services first, outside the transaction. */
  prepare?(row: store.ProposalRow): Promise<void>;
  /**
   * Makes the change, in the transaction of the approval.
   * @throws proposals.overtaken when what it would change has changed
   */
  perform(tx: Db, row: store.ProposalRow, by: string | null): Promise<void>;
}
export type ProposalDeeds = Readonly<Record<ProposalKind, ProposalDeed>>;

export type ProposalDeps = Pick<AccountDeps, "db" | "clock" | "config" | "mailer"> & { deeds: ProposalDeeds };

interface Wish {
  kind: ProposalKind;
  subjectId?: string;
  detail?: Readonly<Record<string, unknown>>;
  reason?: string | undefined;
}

/**
 * Makes a proposal in the given transaction, and writes to all administrators.
 * @param key the call's, where its repetition must not propose twice: `proposalMade` answers it
 */
export async function propose(
  deps: ProposalDeps,
  tx: Db,
  caller: Pick<Caller, "id">,
  wish: Wish,
  key?: KeyInUse,
): Promise<Proposal> {
  const now = deps.clock.now();
  const said = {
    kind: wish.kind,
    subjectId: wish.subjectId ?? null,
    detail: wish.detail ?? {},
    reason: wish.reason ?? null,
    proposedBy: caller.id,
  };
  // The browser sends it again when no answer came. With a key, two that say the same are two.
  const same = key ? undefined : await store.lockSame(tx, said, now);
  if (same) return view(deps, tx, same);
  const row = await store.insert(tx, {
    ...said,
    proposedAt: now,
    expiresAt: new Date(now.getTime() + PROPOSAL_DAYS * DAY_MS),
  });
  await key?.keep(tx, `${PROPOSED}${row.id}`);
  return settle(deps, tx, row, caller.id, "proposed");
}

const PROPOSED = "proposal ";

/** The proposal that an earlier run of the same call has made, as it is now; undefined where it has made none. */
export async function proposalMade(deps: ProposalDeps, key: KeyInUse | undefined): Promise<Proposal | undefined> {
  if (!key?.made?.startsWith(PROPOSED)) return undefined;
  const row = await store.find(deps.db, Number(key.made.slice(PROPOSED.length)));
  return row && view(deps, deps.db, row);
}

/**
 * Approves a proposal and makes its change, once.
 * @param by the second administrator; null for the operator at the server, when there is none
 * @throws proposals.not_found, proposals.decided, proposals.expired, proposals.own, proposals.about_you,
 * proposals.not_independent, proposals.overtaken
 */
export async function approve(deps: ProposalDeps, id: number, by: string | null): Promise<Proposal> {
  const asked = await store.find(deps.db, id);
  if (asked?.status === "open") await deps.deeds[asked.kind].prepare?.(asked);
  return deps.db.transaction(async (tx) => {
    const row = await open(deps, tx, id);
    const approvers = await approversOf(deps, tx, row);
    if (by !== null && !approvers.some((one) => one.id === by)) {
      if (by === row.proposedBy) throw refuseProposal("proposals.own");
      throw refuseProposal(by === row.subjectId ? "proposals.about_you" : "proposals.not_independent");
    }
    if (by === null && approvers.length > 0)
      throw refuseProposal("proposals.own", {
        message: `There is a second administrator who can approve this: ${approvers.map(({ email }) => email).join(", ")}`,
      });
    await deps.deeds[row.kind].perform(tx, row, by);
    const decision = { status: "done", decidedBy: by, decidedAt: deps.clock.now() } as const;
    return settle(deps, tx, await store.decide(tx, row.id, decision), by, "approved");
  });
}

export function proposalHandlers(deps: ProposalDeps): Handlers<typeof proposalRoutes> {
  const { db, clock } = deps;
  return {
    listProposals: async ({ query: { cursor } }) => {
      const now = clock.now();
      const waiting = cursor === undefined ? await store.listWaiting(db, now) : [];
      const found = await store.listOver(db, now, cursor, PAGE + 1);
      const over = found.slice(0, PAGE);
      const nextCursor = found.length > PAGE ? (over.at(-1)?.id ?? null) : null;
      const proposals = [];
      // One after the other: a call that asks for many connections at once waits for itself.
      for (const row of [...waiting, ...over]) proposals.push(await view(deps, db, row));
      return { status: 200, body: { proposals, nextCursor, timeZone: deps.config.operatorTimeZone } };
    },

    approveProposal: async ({ caller, params }) => ({
      status: 200,
      body: { proposal: await approve(deps, params.id, caller.id) },
    }),

    withdrawProposal: async ({ caller, params }) => {
      const proposal = await db.transaction(async (tx) => {
        const row = await open(deps, tx, params.id);
        const decision = { status: "withdrawn", decidedBy: caller.id, decidedAt: clock.now() } as const;
        return settle(deps, tx, await store.decide(tx, row.id, decision), caller.id, "withdrawn");
      });
      return { status: 200, body: { proposal } };
    },
  };
}

/** Whether two administrators may act as two: neither has granted or recovered the other within 30 days. */
export async function areIndependent(db: Db, one: string, other: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - INDEPENDENT_DAYS * DAY_MS);
  const [byOne, byOther] = await Promise.all([store.helpedSince(db, one, since), store.helpedSince(db, other, since)]);
  return !byOne.includes(other) && !byOther.includes(one);
}

/** An open proposal, locked, so that the second of two decisions is refused. */
async function open({ clock }: ProposalDeps, tx: Db, id: number): Promise<store.ProposalRow> {
  const row = await store.lock(tx, id);
  if (!row) throw refuseProposal("proposals.not_found");
  if (row.status !== "open") throw refuseProposal("proposals.decided");
  if (!isWaiting(row, clock.now())) throw refuseProposal("proposals.expired");
  return row;
}

/** An open proposal is void after its time, and once its proposer has lost the role. */
const isWaiting = (row: store.ProposalRow, now: Date) => row.status === "open" && row.stands && row.expiresAt > now;

async function approversOf({ clock }: ProposalDeps, db: Db, row: store.ProposalRow): Promise<store.Who[]> {
  const since = new Date(clock.now().getTime() - INDEPENDENT_DAYS * DAY_MS);
  const helped = await store.helpedSince(db, row.proposedBy, since);
  const excluded = [row.proposedBy, row.subjectId, ...helped];
  return (await store.administrators(db)).filter(({ id }) => !excluded.includes(id));
}

/** The end of each step: the audit trail, and a letter to all administrators. */
async function settle(
  deps: ProposalDeps,
  tx: Db,
  row: store.ProposalRow,
  actorId: string | null,
  step: "proposed" | "approved" | "withdrawn",
): Promise<Proposal> {
  const shown = await view(deps, tx, row);
  await note(tx, {
    actorId,
    action: `proposal.${step}`,
    subject: row.subjectId ?? (row.kind === "approval_limit" ? "payouts" : "books"),
    detail: { proposal: row.id, kind: row.kind, ...row.detail, ...(row.reason === null ? {} : { reason: row.reason }) },
    at: deps.clock.now(),
  });
  const actor = actorId === null ? null : ((await store.nameOf(tx, actorId))?.name ?? "");
  for (const reader of await store.administrators(tx)) {
    const letter = proposalLetter(reader, deps.config.productName, { ...shown, step, actor });
    await deps.mailer.post(tx, letter, reader.id);
  }
  return shown;
}

async function view(deps: ProposalDeps, db: Db, row: store.ProposalRow): Promise<Proposal> {
  const subject = row.subjectId === null ? undefined : await store.nameOf(db, row.subjectId);
  const status = row.status === "open" && !isWaiting(row, deps.clock.now()) ? "expired" : row.status;
  const summary = deps.deeds[row.kind].summary(row, subject);
  const named = async (id: string) => ({ id, name: (await store.nameOf(db, id))?.name ?? "" });
  return {
    id: row.id,
    kind: row.kind,
    summary: summary.en,
    spanish: summary.es,
    reason: row.reason,
    proposedBy: await named(row.proposedBy),
    proposedAt: row.proposedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    status,
    decidedBy: row.decidedBy === null ? null : await named(row.decidedBy),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    approvers: status === "open" ? (await approversOf(deps, db, row)).map(({ id, name }) => ({ id, name })) : [],
  };
}
