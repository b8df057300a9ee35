import { describe, expect, test } from "vitest";
import { stylesNamedIn } from "./golfers-styles.ts";

/** A rule as it is written, and small. */
const rules = (sheet: string) => sheet.replaceAll(/\s+/g, "");

describe("a golfer's page", () => {
  const sheet = `
    body{margin:0}
    .flex{display:flex}
    .table-fixed{table-layout:fixed}
    .before\\:content-\\[\\'x\\'\\]:before{content:"x"}
    @media (width>=64rem){.lg\\:flex{display:flex}.lg\\:table-fixed{table-layout:fixed}}
    .toasts .table-fixed,.flex .grow{flex-grow:1}`;

  test("has the rules of elements, and of the classes that its scripts name", () => {
    const kept = rules(stylesNamedIn(`const a = "flex grow lg:flex before:content-[\\'x\\']"`, sheet));
    for (const rule of ["body{margin:0}", ".flex{", ".lg\\:flex{", 'content:"x"', ".flex.grow"])
      expect(kept).toContain(rule);
  });

  test("has no other rule, and no empty group", () => {
    const kept = rules(stylesNamedIn(`const a = "flex"`, sheet));
    expect(kept).toBe("body{margin:0}.flex{display:flex}");
  });
});
