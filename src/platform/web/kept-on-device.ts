/** Keeps what the device saw last, for a load without a connection. */
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { deviceDb } from "./device-db.ts";

/** Older values are deleted, in milliseconds. */
const KEPT_MS = 2 * 86_400_000;

export interface Seen<T> {
  value: T;
  /** When it was seen, on this device's clock (ms). */
  at: number;
}

/**
 * Keeps each fresh value under a key, and reads what an earlier page kept there.
 * @param key includes the player if the value is theirs
 * @param fresh the present value; undefined while it is not known
 * @returns the kept value; undefined until it is read, or if there is none
 */
export function useKeptOnDevice<S extends z.ZodMiniType>(
  key: string,
  schema: S,
  fresh: z.output<S> | undefined,
): Seen<z.output<S>> | undefined {
  const [found, setFound] = useState<{ key: string; seen: Seen<z.output<S>> }>();
  useEffect(() => {
    let over = false;
    void seen(key, schema).then((kept) => {
      if (kept && !over) setFound({ key, seen: kept });
    });
    return () => {
      over = true;
    };
  }, [key, schema]);
  useEffect(() => {
    if (fresh !== undefined) void keep(key, fresh);
  }, [key, fresh]);
  return found?.key === key ? found.seen : undefined;
}

/** The kept value of a key. */
export async function seen<S extends z.ZodMiniType>(key: string, schema: S): Promise<Seen<z.output<S>> | undefined> {
  const kept = await deviceDb()
    .then((db) => db.get("kept", key))
    .catch(() => undefined);
  const parsed = z.safeParse(schema, kept?.value);
  return kept && parsed.success && Date.now() - kept.at < KEPT_MS ? { value: parsed.data, at: kept.at } : undefined;
}

/** Keeps a value; without a database the app works, only a load without a connection shows less. */
export async function keep(key: string, value: unknown): Promise<void> {
  try {
    const change = (await deviceDb()).transaction("kept", "readwrite");
    const now = Date.now();
    await change.store.put({ value, at: now }, key);
    for (let old = await change.store.openCursor(); old; old = await old.continue())
      if (now - old.value.at > KEPT_MS) await old.delete();
    await change.done;
  } catch {
    // As above.
  }
}
