/** The SQL condition that the schema `n` belongs to the product and not to PostgreSQL. */
export const OURS = "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'";
