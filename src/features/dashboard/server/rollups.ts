/**
 * The rollups' keeper: folds what has changed before anyone reads. A fold works the changed days out anew from their
 * own rows, so folding and rebuilding are the same work, on few days or on all.
 */
import type { Db } from "#platform/server/db/database.ts";
import type { Clock } from "#platform/shared/clock.ts";
import * as store from "./rollup-store.ts";

/** A rebuild goes through the days in lots of this size. */
const LOT = 500;

export interface Folded {
  /** Everything that was done up to this moment is in the rollups. */
  asOf: Date;
  versions: store.Versions;
}

export interface Rollups {
  /** Folds what is not folded yet. Calls at the same time share a fold that began after each of them. */
  fold(): Promise<Folded>;
}

/** @param timeZone the operator's: other than at the last fold, all is rebuilt in it */
export function createRollups({ db, clock, timeZone }: { db: Db; clock: Clock; timeZone: string }): Rollups {
  let running: Promise<Folded> | undefined;
  let next: Promise<Folded> | undefined;
  const start = (): Promise<Folded> => {
    next = undefined;
    const asOf = clock.now();
    running = foldChanges(db, timeZone)
      .then((versions) => ({ asOf, versions }))
      .finally(() => (running = undefined));
    return running;
  };
  return {
    // One that is under way may have looked before the caller's change.
    fold: () => next ?? (running ? (next = running.then(start, start)) : start()),
  };
}

async function foldChanges(db: Db, timeZone: string): Promise<store.Versions> {
  const seen = await store.readState(db);
  if (seen.timeZone === timeZone && !seen.isDirty) return seen.versions;
  await db.transaction(async (tx) => {
    await store.lockFold(tx);
    if ((await store.readState(tx)).timeZone === timeZone) {
      const { due, moved } = await store.takeMarks(tx, timeZone);
      for (const courseId of moved) due.push(...(await store.forget(tx, timeZone, courseId)));
      await refold(tx, due, timeZone);
    } else await rebuildIn(tx, timeZone);
  });
  return (await store.readState(db)).versions;
}

/** Forgets every figure and works all of them out anew. @returns how many days of courses there were */
export async function rebuild(db: Db, timeZone: string): Promise<number> {
  return db.transaction(async (tx) => {
    await store.lockFold(tx);
    return rebuildIn(tx, timeZone);
  });
}

async function rebuildIn(tx: Db, timeZone: string): Promise<number> {
  const due = await store.forget(tx, timeZone);
  await refold(tx, due, timeZone);
  return due.length;
}

async function refold(tx: Db, due: readonly store.Due[], timeZone: string): Promise<void> {
  for (const part of store.parts) {
    const ofPart = due.filter((one) => one.part === part);
    for (let at = 0; at < ofPart.length; at += LOT) await store.refold(tx, part, ofPart.slice(at, at + LOT), timeZone);
  }
  await store.saveState(tx, timeZone, new Set(due.map(({ part }) => part)));
}
