/** The SQL condition that the schema `n` belongs to the product and not to PostgreSQL. */
export const OURS = "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'";

/** The table of an external database into which is being restored. */
export const MARK = "restore_unfinished";
