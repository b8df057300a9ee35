/** A database that is read-only, as a replica is after a switch to it. */

/** @returns how it ends */
export async function readOnly(asOwner: (...statements: string[]) => Promise<unknown>): Promise<() => Promise<void>> {
  await asOwner("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()");
  return async () =>
    void (await asOwner(
      "SET default_transaction_read_only = off",
      "ALTER SYSTEM RESET default_transaction_read_only",
      "SELECT pg_reload_conf()",
    ));
}
