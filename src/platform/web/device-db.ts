/** The device's own database (IndexedDB): items to send, and what was last seen. Never card data. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** Some browsers never answer an opening; after this time we go on without the database. */
const PATIENCE_MS = 3000;

/** Something that waits to be sent; `order` is given by the database. */
export interface OutboxRow {
  order?: number;
  outbox: string;
  id: string;
  /** The player who made it. */
  owner: string;
  item: unknown;
  tries: number;
  /** The server's refusal, until it was read. */
  refused?: { code: string; message: string };
}

interface Device extends DBSchema {
  outbox: { key: number; value: OutboxRow; indexes: { id: string } };
  kept: { key: string; value: { value: unknown; at: number } };
}

let opening: Promise<IDBPDatabase<Device>> | undefined;

/** The database. @throws whatever the browser says: private windows and full disks have none */
// Async, because where storage is blocked a browser throws before there is a promise.
export async function deviceDb(): Promise<IDBPDatabase<Device>> {
  opening ??= open();
  return opening;
}

function open(): Promise<IDBPDatabase<Device>> {
  const forget = () => {
    if (opening === mine) opening = undefined;
  };
  const mine = Promise.race([
    openDB<Device>("acebay", 1, {
      upgrade(db) {
        db.createObjectStore("outbox", { keyPath: "order", autoIncrement: true }).createIndex("id", "id");
        db.createObjectStore("kept");
      },
      blocking() {
        // A newer release in another tab needs to change the database.
        void mine.then((db) => db.close());
        forget();
      },
      terminated: forget,
    }),
    new Promise<never>((_, fail) => {
      setTimeout(() => fail(new Error("late")), PATIENCE_MS);
    }),
  ]);
  mine.catch(forget);
  return mine;
}

/** The items that wait in an outbox, in their order. */
export async function outboxRows(outbox: string): Promise<OutboxRow[]> {
  const rows = await (await deviceDb()).getAll("outbox");
  return rows.filter((row) => row.outbox === outbox);
}

/** Adds a row at the end. */
export async function addOutboxRow(row: OutboxRow): Promise<void> {
  const change = (await deviceDb()).transaction("outbox", "readwrite", { durability: "strict" });
  // Both are awaited together, so that the error of a full disk arrives here.
  await Promise.all([change.store.add(row), change.done]);
}

/** Changes the row of an id, if it is still there; `undefined` removes it. */
export async function changeOutboxRow(id: string, to: (row: OutboxRow) => OutboxRow | undefined): Promise<void> {
  const change = (await deviceDb()).transaction("outbox", "readwrite");
  const cursor = await change.store.index("id").openCursor(id);
  const row = cursor && to(cursor.value);
  if (cursor) await (row ? cursor.update({ ...row, order: cursor.primaryKey }) : cursor.delete());
  await change.done;
}
