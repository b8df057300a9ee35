import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { jobText, jobWords } from "./job-words.ts";

/** The names of the jobs that the server's sources start. */
function jobsOfServer(): string[] {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (path) => /(?:^|\/)server\/.*\.ts$/.test(path) && !path.endsWith(".test.ts"),
  );
  return sources.flatMap((path) =>
    [...readFileSync(`src/${path}`, "utf8").matchAll(/\bname: "([a-z-]+)",\s+every\b/g)].map(([, name]) => name ?? ""),
  );
}

test("every job of the server has a name in words, in English and Spanish", () => {
  expect(Object.keys(jobWords.en).toSorted()).toEqual(jobsOfServer().toSorted());
  expect(jobText("lost-disputes", "en")).toBe("second looks at closed disputes");
  expect(jobText("lost-disputes", "es")).toBe("segunda revisión de disputas cerradas");
  expect(jobText("of-a-later-release", "en")).toBe("a job that the log names");
});
