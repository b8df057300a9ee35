/**
 * What a migration may do while the release before it serves. Input: statements. Output: sentences about how they would
 * harm calls.
 */
import { runsOutside, statementsOf, withoutComments } from "#platform/server/db/migration-file.ts";

/** The newest migration at the time when these rules were added. Migrations up to it were applied and cannot change. */
const LAST_BEFORE = 93;

/** Tables that operators fill by hand; even with a thousand courses they have few rows. */
const SMALL = new Set(
  "courses packages sponsors sponsored_prizes course_terms package_terms approval_limits tax_thresholds push_keys stated_values_begin job_runs job_turns rollup_marks rollup_state dev_clock".split(
    " ",
  ),
);

const NEW_COLUMN = /\bADD COLUMN (?:IF NOT EXISTS )?(\w+) ((?:[^,(]|\((?:[^()]|\([^()]*\))*\))*)/gi;

/** Each rule: what it finds in a statement, and what to write instead. */
interface Rule {
  finds(statement: string, at: Place): boolean;
  instead: string;
}

interface Place {
  /** Tables that the file itself makes, so nobody uses them yet. */
  own: ReadonlySet<string>;
  /** The statement with its comments. */
  commented: string;
  /** All statements of the file. */
  all: readonly string[];
}

const columns = (statement: string, wrong: RegExp) =>
  [...statement.matchAll(NEW_COLUMN)].some(([, , definition = ""]) => wrong.test(definition));
const says = (word: string, { commented }: Place) => new RegExp(`-- ${word}:? \\S`, "i").test(commented);

const inTransaction: Rule[] = [
  {
    finds: (statement) => /^CREATE (UNIQUE )?INDEX\b/i.test(statement),
    instead:
      "an index of an existing table is made in a file of its own that begins with '-- Outside a transaction: …', by CREATE INDEX CONCURRENTLY IF NOT EXISTS",
  },
  {
    finds: (statement) =>
      [...statement.matchAll(NEW_COLUMN)].some(([, , is = ""]) => /NOT NULL/i.test(is) && !/DEFAULT/i.test(is)),
    instead: "the release before does not fill the column: give it a DEFAULT, or let it be NULL",
  },
  {
    finds: (statement) =>
      columns(statement, /GENERATED|\bserial\b|DEFAULT [^,]*\b(gen_random_uuid|clock_timestamp|random)\b/i),
    instead: "this writes the whole table anew under a lock: add a plain column, and fill it in batches",
  },
  {
    finds: (statement) => columns(statement, /REFERENCES|CHECK|UNIQUE|PRIMARY KEY/i),
    instead: "add the plain column first; then its constraint, NOT VALID; and VALIDATE it in the next file",
  },
  {
    finds: (statement) => /\bALTER (COLUMN )?\w+ (SET DATA )?TYPE\b/i.test(statement),
    instead:
      "a column of another type is a new column: write both, fill it in batches, and drop the old one in a later release",
  },
  {
    finds: (statement) => /^ALTER \w+ .*\bRENAME\b/i.test(statement),
    instead:
      "the release before knows the old name: make the new one beside it, and drop the old one in a later release",
  },
  {
    finds: (statement, at) => /\bDROP (COLUMN|TABLE|VIEW|FUNCTION|TYPE)\b/i.test(statement) && !says("contract", at),
    instead: "the release before may still use it: say above it, '-- contract: …', since which release nothing does",
  },
  {
    finds: (statement, at) => /\bSET NOT NULL\b/i.test(statement) && !says("proven by", at),
    instead: "this reads the whole table under a lock unless a valid CHECK says it: name it above, '-- proven by …'",
  },
  {
    finds: (statement) =>
      /\bADD (CONSTRAINT \w+ )?(CHECK|FOREIGN KEY)\b/i.test(statement) && !/\bNOT VALID\b/i.test(statement),
    instead: "add the constraint NOT VALID, and VALIDATE it in the next file",
  },
  {
    finds: (statement) =>
      /\bADD (CONSTRAINT \w+ )?(UNIQUE|PRIMARY KEY|EXCLUDE)\b/i.test(statement) && !/\bUSING INDEX\b/i.test(statement),
    instead: "make the index concurrently in a file before, and add the constraint USING INDEX",
  },
  {
    finds: (statement, { all }) =>
      [...statement.matchAll(/\bVALIDATE CONSTRAINT (\w+)/gi)].some(([, name]) =>
        all.some((other) => new RegExp(`\\bADD CONSTRAINT ${name}\\b`, "i").test(other)),
      ),
    instead: "the lock of ADD CONSTRAINT would last as long as the check: VALIDATE it in the next file",
  },
  {
    finds: (statement) =>
      /\bSET (UNLOGGED|LOGGED|TABLESPACE)\b|^(CLUSTER|VACUUM|LOCK|REINDEX|REFRESH|TRUNCATE)\b/i.test(statement),
    instead: "this holds a lock for as long as the table is large: find a way that does not",
  },
  {
    finds: (statement) => !isFunction(statement) && changedTables(statement).some((table) => !SMALL.has(table)),
    instead:
      "rows of a growing table are changed in batches: a file '-- Outside a transaction: …' with DO $$ … LOOP … LIMIT … COMMIT … $$",
  },
];

const isFunction = (statement: string) => /^CREATE (OR REPLACE )?(FUNCTION|PROCEDURE)\b/i.test(statement);

/** The tables whose rows a statement changes, also in the body of a DO. */
function changedTables(statement: string): string[] {
  const isBody = /^(DO|WITH)\b/i.test(statement);
  const found = statement.matchAll(
    new RegExp(`${isBody ? "\\b" : "^"}(?:UPDATE|DELETE FROM)(?: ONLY)? ([\\w.]+)(?! OF\\b)`, "gi"),
  );
  return [...found].map(([, table = ""]) => table);
}

/**
 * The statements that a file outside a transaction may have: each does nothing when it is repeated, and holds no lock
 * for long.
 */
const REPEATABLE =
  /^(CREATE (UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS|ALTER TABLE \S+ VALIDATE CONSTRAINT|ANALYZE)\b/i;
const isBatched = (statement: string) =>
  /^DO\b/i.test(statement) && /\bLOOP\b.*\bLIMIT\b.*\bCOMMIT\b/is.test(statement);

/** @returns what is wrong with a migration, and what to write instead */
export function migrationFaults(name: string, sql: string): string[] {
  if (Number(name.slice(0, 4)) <= LAST_BEFORE) return [];
  const statements = statementsOf(sql).map((commented) => ({
    commented,
    plain: withoutComments(commented).replaceAll(/\s+/g, " "),
  }));
  const fault = (plain: string, instead: string) => `${name}: ${plain.slice(0, 60)}: ${instead}`;
  if (runsOutside(sql))
    return statements
      .filter(({ plain }) => !REPEATABLE.test(plain) && !isBatched(plain))
      .map(({ plain }) =>
        fault(
          plain,
          "outside a transaction a statement must do nothing when it is repeated: CREATE INDEX CONCURRENTLY IF NOT EXISTS, DROP INDEX CONCURRENTLY IF EXISTS, VALIDATE CONSTRAINT, or batches (DO … LOOP … LIMIT … COMMIT)",
        ),
      );
  const all = statements.map(({ plain }) => plain);
  const own = new Set(
    all.flatMap((plain) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.]+)/i.exec(plain)?.[1] ?? []),
  );
  return statements.flatMap(({ plain, commented }) => {
    if (own.has(targetOf(plain))) return [];
    const at = { own, commented, all };
    return inTransaction.filter((rule) => rule.finds(plain, at)).map(({ instead }) => fault(plain, instead));
  });
}

/** The one table that a statement is about. */
function targetOf(plain: string): string {
  const found =
    /^(?:CREATE (?:UNIQUE )?INDEX .*?\bON|ALTER TABLE(?: ONLY)?|UPDATE|DELETE FROM|TRUNCATE(?: TABLE)?) ([\w.]+)/i.exec(
      plain,
    );
  return found?.[1] ?? "";
}
