/** The map as it is written: rows in the spec's own words, with the tests that show them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} Row
 * @property {string} id the section and the row's number in it: `2.14`
 * @property {string} text the spec's words, verbatim
 * @property {string} corrected what the rules put in their place; blank where they stand
 * @property {string} here what it reads or is called in this app, where the spec has no words of its own
 * @property {{ file: string, title: string }[]} tests
 * @property {string[]} words the deciding words, where the row quotes nothing
 * @property {string[]} problems what is wrong with how the row is written
 */

/** Reads `docs/spec-map/section-N.md`, in the order of the sections. @returns {Row[]} */
export function readMap(root) {
  const folder = join(root, "docs", "spec-map");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files
    .map((name) => ({ name, section: /^section-(\d+)\.md$/.exec(name)?.[1] }))
    .filter(({ section }) => section)
    .toSorted((a, b) => Number(a.section) - Number(b.section))
    .flatMap(({ name, section }) => rowsOf(readFileSync(join(folder, name), "utf8"), section));
}

function rowsOf(text, section) {
  const rows = [];
  for (const line of text.split("\n")) {
    const [, row] = /^- (.+)$/.exec(line) ?? [];
    if (row) rows.push(newRow(`${section}.${rows.length + 1}`, row));
    const [, key, value] = /^ {2,}- (\w+): (.+)$/.exec(line) ?? [];
    if (key) add(rows.at(-1), key, value);
  }
  for (const row of rows) judge(row);
  return rows;
}

function newRow(id, text) {
  return { id, text, corrected: "", here: "", tests: [], words: [], problems: [] };
}

function add(row, key, value) {
  if (key === "corrected" || key === "here") row[key] = value;
  else if (key === "words") row.words = value.split(", ");
  else if (key === "test") {
    const at = value.indexOf(" > ");
    row.tests.push({ file: value.slice(0, at), title: value.slice(at + 3) });
  } else row.problems.push(`'${key}' is no part of a row`);
}

function judge(row) {
  const said = `${row.text} ${row.corrected} ${row.here}`.toLowerCase();
  for (const word of row.words) {
    if (!said.includes(word.toLowerCase())) row.problems.push(`'${word}' is none of its words`);
  }
  if (row.tests.length === 0) row.problems.push("no test is named");
  if (wordsOf(row).length === 0) row.problems.push("quotes nothing and lists no deciding words");
}

/** What stands for anything in the spec's words: `{n}`, `${price}`, `$X`, N, M, and the n of `step=n`. */
const PLACEHOLDER = /\$?\{[^}]+\}|\$X|(?<!^)\b[NM]\b|(?<==)n\b|\.\.\./g;
const QUOTED = /(?<!\w)'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)/g;
const ROUTE = /(?<=^|[\s(])\/[a-z][\w-]*(?:\/[\w{}-]+)*(?:\?[\w={}.&]*)?(?=$|[\s,.;:)])|(?<=^|\bto )\/(?=$|[\s,.;)])/g;

/**
 * The words of a row that its tests assert: what it quotes, its routes, its deciding words.
 * @returns {{ word: string, isIn: (text: string) => boolean }[]}
 */
export function wordsOf({ text, corrected, here, words }) {
  const said = `${corrected || text} ${here}`;
  // A toast in one quotation is its title and its text; a slash stands between two of a kind.
  const quoted = [...said.matchAll(QUOTED)].flatMap(([, phrase]) => phrase.split(/: (?=\w)| \/ /));
  const routes = [...said.replaceAll(QUOTED, "").matchAll(ROUTE)].map(([route]) => route.replace(/\.$/, ""));
  return [
    ...quoted.map((word) => wordOf(word, (pattern) => whole(word, pattern))),
    ...routes.map((word) => wordOf(word, (pattern) => (word === "/" ? "^/$" : `(?<![\\w/])${pattern}(?![\\w/-])`))),
    ...words.map((word) => wordOf(word, (pattern) => whole(word, pattern), "i")),
  ];
}

function wordOf(word, bounded, flags = "") {
  const pattern = new RegExp(bounded(word.split(PLACEHOLDER).map(RegExp.escape).join(".+")), flags);
  return { word, isIn: (text) => pattern.test(text) };
}

/** Not a part of a longer word. */
function whole(word, pattern) {
  return `${/^\w/.test(word) ? "(?<!\\w)" : ""}${pattern}${/\w$/.test(word) ? "(?!\\w)" : ""}`;
}
