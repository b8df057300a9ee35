/**
 * Adds and changes anything managed: in one transaction with its line in the audit trail, and from the version that the
 * administrator has seen, so that the second of two changes is refused.
 */
import { note } from "#platform/server/audit-trail.ts";
import type { Config } from "#platform/server/config.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { KeyInUse } from "#platform/server/http/idempotency.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuseManage } from "../manage-contract.ts";
import { difference } from "../rules.ts";
import * as store from "./manage-store.ts";
import type { PlayPort } from "./ports.ts";
import { noteTerms } from "./terms-store.ts";

export interface ManageDeps {
  db: Db;
  clock: Clock;
  config: Pick<Config, "publicUrl" | "tax" | "operatorTimeZone">;
  play: PlayPort;
}

type Row<K extends store.ManagedKind> = (typeof store.managed)[K]["$inferSelect"];
type Draft<K extends store.ManagedKind> = (typeof store.managed)[K]["$inferInsert"];
type View = Readonly<Record<string, unknown>>;

/** Adds a row, once. `read` gives it as administrators see it; `also` makes the changes that come with it. */
export async function add<K extends store.ManagedKind, V extends View>(
  { db, clock }: Pick<ManageDeps, "db" | "clock">,
  by: { caller: Caller; key: KeyInUse | undefined },
  kind: K,
  draft: Draft<K>,
  read: (db: Db, id: number) => Promise<V>,
  also?: (tx: Db, id: number, now: Date) => Promise<void>,
): Promise<V> {
  if (by.key?.made !== undefined) return read(db, Number(by.key.made));
  return db.transaction(async (tx) => {
    const now = clock.now();
    const id = await store.insertManaged(tx, kind, draft);
    if (kind === "course" || kind === "package") await noteTerms(tx, now);
    await by.key?.keep(tx, String(id));
    await also?.(tx, id, now);
    const made = await read(tx, id);
    const { after } = difference({}, made);
    await note(tx, {
      actorId: by.caller.id,
      action: `${kind}.added`,
      subject: `${kind}:${id}`,
      detail: { before: null, after },
      at: now,
    });
    return made;
  });
}

/**
 * Changes a row from the version that the administrator has seen. `decide` gives the new values or refuses. A change
 * that changes nothing leaves no record.
 * @throws manage.not_found, manage.changed_meanwhile
 */
export async function change<K extends store.ManagedKind, V extends View>(
  { db, clock }: Pick<ManageDeps, "db" | "clock">,
  caller: Caller,
  of: { kind: K; id: number; version: number | undefined },
  read: (db: Db, id: number) => Promise<V>,
  decide: (tx: Db, row: Row<K>) => Promise<Partial<Row<K>>>,
): Promise<V> {
  const { kind, id } = of;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const row = await store.lockManaged(tx, kind, id);
    if (!row) throw refuseManage("manage.not_found");
    if (of.version !== undefined && row.version !== of.version) throw refuseManage("manage.changed_meanwhile");
    const wanted = await decide(tx, row);
    const before = await read(tx, id);
    const present: View = row;
    if (Object.entries(wanted).every(([field, value]) => present[field] === value)) return before;
    await store.save(tx, kind, id, wanted);
    if (kind === "course" || kind === "package") await noteTerms(tx, now);
    const after = await read(tx, id);
    await note(tx, {
      actorId: caller.id,
      action: `${kind}.changed`,
      subject: `${kind}:${id}`,
      detail: difference(before, after),
      at: now,
    });
    return after;
  });
}

/** Removes undefined fields: a field that is not sent stays as it is. */
export function defined<T extends object>(fields: T): { [F in keyof T]?: Exclude<T[F], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [F in keyof T]?: Exclude<T[F], undefined>;
  }; // Just that was left out.
}

/** The one row that a read by id returned. @throws manage.not_found */
export function existingOne<T>([one]: readonly T[]): T {
  if (one === undefined) throw refuseManage("manage.not_found");
  return one;
}
