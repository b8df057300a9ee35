/** In SQL, whether the schema `n` is the product's and not PostgreSQL's own. */
export const OURS = "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'";
