/** Removes from a golfer's page the styles that only the desk has. */
import { Buffer } from "node:buffer";
import { type Selector, transform } from "lightningcss";

/**
 * The style sheet without the rules of classes that the code does not name. A class counts as named wherever its letters
 * stand, so that a rule too many may stay, and none that is needed is lost.
 * @param code all scripts that a golfer's page may load
 */
export function stylesNamedIn(code: string, sheet: string): string {
  // Quotes inside of a class are escaped in a script.
  const named = code.replaceAll("\\", "");
  const isNamed = (selector: Selector) =>
    selector.every((part) => part.type !== "class" || named.includes(part.name.replaceAll("\\", "")));
  const filename = "golfers.css";
  const { code: smaller } = transform({
    filename,
    code: Buffer.from(sheet),
    visitor: { Rule: { style: ({ value }) => (value.selectors.some(isNamed) ? undefined : []) } },
  });
  // A pass of its own removes the groups that are empty now.
  return transform({ filename, code: smaller, minify: true }).code.toString();
}
