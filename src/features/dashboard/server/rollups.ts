/**
 * Folds what has changed before anybody reads. A fold computes the changed days again from their own rows, so folding
 * and rebuilding are the same work, on few days or on all.
 */
import type { Db } from "#platform/server/db/database.ts";
import { shareRuns } from "#platform/server/work/shared-runs.ts";
import type { Clock } from "#platform/shared/clock.ts";
import * as store from "./rollup-store.ts";

/** A rebuild takes this many days at a time. */
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
  return {
    fold: shareRuns(async () => {
      const asOf = clock.now();
      return { asOf, versions: await foldChanges(db, timeZone) };
    }),
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

/** Deletes every figure and computes all of them again. @returns how many days of courses there were */
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
