/** Tables of sentences with `#` for each number. Pure: it knows no language of the screen. */

/** A sentence's translation by a table whose sentences have `#` for each number. */
export function inTable(sentences: Readonly<Record<string, string>>, sentence: string): string | undefined {
  const numbers = sentence.match(/\d+/g) ?? [];
  let at = 0;
  return sentences[sentence.replaceAll(/\d+/g, "#")]?.replaceAll("#", () => numbers[at++] ?? "");
}
