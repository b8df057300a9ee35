/** Web storage that never throws (private windows, full disks) and is read by a schema. Never for card data. */
import * as z from "zod/mini";

export interface Kept<T> {
  read(): T | undefined;
  write(value: T): void;
  clear(): void;
}

/** A value kept as JSON under a name, for the tab (`session`) or for the device (`local`). */
export function kept<S extends z.ZodMiniType>(where: "session" | "local", name: string, schema: S): Kept<z.output<S>> {
  const storage = () => (where === "session" ? window.sessionStorage : window.localStorage);
  return {
    read() {
      try {
        const text = storage().getItem(name);
        if (text === null) return undefined;
        const parsed = z.safeParse(schema, JSON.parse(text));
        return parsed.success ? parsed.data : undefined;
      } catch {
        return undefined;
      }
    },
    write(value) {
      try {
        storage().setItem(name, JSON.stringify(value));
      } catch {
        // The app works without storage, but forgets the value at a reload.
      }
    },
    clear() {
      try {
        storage().removeItem(name);
      } catch {
        // As above.
      }
    },
  };
}
