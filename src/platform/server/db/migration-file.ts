/** What a migration's file says: its statements, and whether it runs outside a transaction. */

/** The beginning of the first line of a file whose statements run by themselves. */
const OUTSIDE = /^-- Outside a transaction\b/;

/**
 * Whether a file's statements run one by one, outside a transaction, as a concurrent index must. Such a file is repeated
 * from its beginning after a kill, so each of its statements does nothing the second time.
 */
export function runsOutside(sql: string): boolean {
  return OUTSIDE.test(sql);
}

/** A quoted text, a quoted name, a dollar-quoted text, or a comment: what is in them ends no statement. */
const CLOSED = /'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** A file's statements with their comments, without the semicolons between them. */
export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let begin = 0;
  const cut = (from: number, to: number) => {
    for (let at = sql.indexOf(";", from); at !== -1 && at < to; at = sql.indexOf(";", at + 1)) {
      statements.push(sql.slice(begin, at).trim());
      begin = at + 1;
    }
  };
  let end = 0;
  for (const closed of sql.matchAll(CLOSED)) {
    cut(end, closed.index);
    end = closed.index + closed[0].length;
  }
  cut(end, sql.length);
  statements.push(sql.slice(begin).trim());
  return statements.filter((statement) => withoutComments(statement) !== "");
}

/** A statement without its comments. */
export function withoutComments(statement: string): string {
  return statement.replaceAll(CLOSED, (found) => (/^(--|\/\*)/.test(found) ? "" : found)).trim();
}

/** The index that a statement makes beside running calls. */
export function concurrentIndex(statement: string): string | undefined {
  return /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)/i.exec(
    withoutComments(statement),
  )?.[1];
}
