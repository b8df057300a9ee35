/**
 * Closing a course for good: one administrator proposes it, another one's approval does it, in one transaction. The
 * course's row is locked first, for which everything that begins there waits, then all its accounts; what stands
 * against it is read under these locks.
 */
import { randomUUID } from "node:crypto";
import type { Proposal } from "#features/accounts/proposal-contract.ts";
import { refuseProposal } from "#features/accounts/proposal-contract.ts";
import { type ProposalDeed, type ProposalDeps, propose } from "#features/accounts/server/proposals.ts";
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { insertClosing, readClosings } from "#features/courses/server/closing-store.ts";
import { lockManaged, save } from "#features/courses/server/manage-store.ts";
import { findAnyCourse, listCourses } from "#features/courses/server/store.ts";
import { account, moved } from "#features/ledger/rules.ts";
import { heldBy, lockCourseBooks, post } from "#features/ledger/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { formatCents, toDollars } from "#platform/shared/money.ts";
import { type ClosingState, refuseClosing } from "../closing-contract.ts";
import { dividePot, obstaclesOf } from "../closing-rules.ts";
import * as store from "./closing-store.ts";

interface Wish {
  courseId: number;
  intoCourseId: number | null;
  recipient: string | null;
}

/** The proposal, which the second administrator approves to the cent. */
interface Plan extends Wish {
  course: string;
  /** The name of the course that gets the rest. */
  into: string | null;
  toHouseCents: number;
  restCents: number;
}

/** @throws courses.not_found */
export async function readClosingState(db: Db, courseId: number, now: Date): Promise<ClosingState> {
  const course = await findAnyCourse(db, courseId);
  if (!course) throw refuseCourse("courses.not_found");
  const { closing } = await readClosings(db, courseId);
  const pot = await heldBy(db, account.pot(courseId));
  const { toHouse, rest } = dividePot(pot, await store.readBase(db, courseId));
  return {
    course: { id: courseId, name: course.name, timeZone: course.timeZone },
    closing,
    pot: toDollars(pot),
    toHouse: toDollars(toHouse),
    rest: toDollars(rest),
    receivers: await receiversOf(db, courseId),
    obstacles: closing ? [] : obstaclesOf(await store.listObstacles(db, courseId, now)),
    proposed: closing ? null : await store.findProposed(db, courseId, now),
  };
}

/** @throws courses.not_found, books.closed_for_good, books.closing_blocked, books.no_receiver, books.no_recipient */
export async function proposeClosing(
  deps: ProposalDeps,
  caller: Caller,
  wish: Wish,
  reason: string,
): Promise<Proposal> {
  return deps.db.transaction(async (tx) => {
    const plan = await lockPlan(tx, wish, deps.clock.now());
    return propose(deps, tx, caller, { kind: "close_course", detail: { ...plan }, reason });
  });
}

export function closeCourseDeed({ clock }: { clock: Clock }): ProposalDeed {
  return {
    summary: ({ detail }) => {
      const { course, into, recipient, toHouseCents, restCents } = detail as unknown as Plan;
      const [toHouse, rest] = [formatCents(toHouseCents), formatCents(restCents)];
      const receiver = into === null ? `${recipient}, from the bank` : `the jackpot of ${into}`;
      const spanishReceiver = into === null ? `${recipient}, desde el banco` : `el premio mayor de ${into}`;
      return {
        en: `Close ${course} for good: of its jackpot ${toHouse} back to the house${restCents > 0 ? `, ${rest} to ${receiver}` : ""}`,
        es: `Cerrar ${course} para siempre: de su premio mayor ${toHouse} de vuelta a la casa${restCents > 0 ? `, ${rest} para ${spanishReceiver}` : ""}`,
      };
    },
    perform: async (tx, row, by) => {
      const proposed = row.detail as unknown as Plan; // Written by `proposeClosing`.
      const plan = await lockPlan(tx, proposed, clock.now());
      // After the locks: no transfer of the course that came before it is dated later.
      const at = clock.now();
      const { courseId, intoCourseId, recipient, toHouseCents, restCents } = plan;
      if (toHouseCents !== proposed.toHouseCents || restCents !== proposed.restCents)
        throw refuseProposal("proposals.overtaken");
      const id = randomUUID();
      const rest = { toHouseCents, restCents, intoCourseId, recipient };
      await save(tx, "course", courseId, { closedAt: at });
      await insertClosing(tx, { id, courseId, ...rest, proposalId: row.id, closedAt: at });
      const detail = { ...rest, proposal: row.id };
      await note(tx, { actorId: by, action: "course.closed_for_good", subject: `course:${courseId}`, detail, at });
      await bookClosing(tx, id, plan, at);
    },
  };
}

/**
 * Empties the pot. No transfer moves the accounts of two courses, so that each course's months are complete: the
 * rest goes to another pot by way of the house, in two transfers.
 */
async function bookClosing(tx: Db, factId: string, plan: Plan, at: Date): Promise<void> {
  const { courseId, intoCourseId, toHouseCents, restCents } = plan;
  const { pot, houseFunding, bank } = account;
  const of = { courseId, factId, at };
  await post(tx, { kind: "close_pot_house", ...of, postings: moved(toHouseCents, pot(courseId), houseFunding) });
  if (intoCourseId === null)
    return post(tx, { kind: "close_pot_bank", ...of, postings: moved(restCents, pot(courseId), bank) });
  await post(tx, { kind: "close_pot_out", ...of, postings: moved(restCents, pot(courseId), houseFunding) });
  const postings = moved(restCents, houseFunding, pot(intoCourseId));
  await post(tx, { kind: "close_pot_in", ...of, courseId: intoCourseId, postings });
}

/**
 * Locks the course, the one that gets the rest, and all that the closing moves, and computes it.
 * @throws as `proposeClosing`
 */
async function lockPlan(tx: Db, wish: Wish, now: Date): Promise<Plan> {
  const { courseId } = wish;
  const receiverId = wish.intoCourseId ?? courseId;
  const rows = new Map<number, Awaited<ReturnType<typeof lockManaged<"course">>>>();
  // By their numbers, so that two closings into one another wait for each other in one order.
  for (const id of [courseId, receiverId].toSorted((a, b) => a - b))
    if (!rows.has(id)) rows.set(id, await lockManaged(tx, "course", id));
  const course = rows.get(courseId);
  if (!course) throw refuseCourse("courses.not_found");
  if (course.closedAt) throw refuseClosing("books.closed_for_good");
  const balances = await lockCourseBooks(tx, courseId, [account.bank, account.houseFunding, account.pot(receiverId)]);
  const obstacles = obstaclesOf(await store.listObstacles(tx, courseId, now));
  if (obstacles.length > 0)
    throw refuseClosing("books.closing_blocked", {
      message: `${course.name} cannot be closed yet: ${obstacles.map(({ words }) => words).join("; ")}.`,
    });
  const pot = -(balances.get(account.pot(courseId)) ?? 0) || 0;
  const { toHouse, rest } = dividePot(pot, await store.readBase(tx, courseId));
  const given = { courseId, course: course.name, toHouseCents: toHouse, restCents: rest };
  if (rest === 0) return { ...given, intoCourseId: null, into: null, recipient: null };
  const receiver = receiverId === courseId ? undefined : rows.get(receiverId);
  if (receiver?.active) return { ...given, intoCourseId: receiver.id, into: receiver.name, recipient: null };
  if (wish.intoCourseId !== null || (await receiversOf(tx, courseId)).length > 0)
    throw refuseClosing("books.no_receiver");
  if (wish.recipient === null) throw refuseClosing("books.no_recipient");
  return { ...given, intoCourseId: null, into: null, recipient: wish.recipient };
}

async function receiversOf(db: Db, courseId: number): Promise<{ id: number; name: string }[]> {
  return (await listCourses(db)).filter(({ id }) => id !== courseId).map(({ id, name }) => ({ id, name }));
}
