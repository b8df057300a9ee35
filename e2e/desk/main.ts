/**
 * `npm run bench:desk` measures how fast administrators can work: claims decided per minute by keys, with 200 waiting;
 * and how long the long lists take to answer a key, a press and the wheel with 10,000 rows on a processor of a quarter
 * of the speed. It prints three runs and names the best, because other work on a shared machine can only add time. `--
 * --part decide` or `-- --part lists`; `--rows`, `--pending`, `--runs` for other sizes.
 */
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { launchOptions } from "../browser.ts";
import { signedIn } from "../people.ts";
import { decideAll, perMinute } from "./decide.ts";
import { lists, measure, type Worked } from "./respond.ts";
import { makeLong, makePending, startDesk } from "./world.ts";

const { values } = parseArgs({
  options: {
    part: { type: "string", default: "all" },
    list: { type: "string", default: "" },
    rows: { type: "string", default: "10000" },
    pending: { type: "string", default: "200" },
    runs: { type: "string", default: "3" },
  },
});
const [rows, pending, runs] = [Number(values.rows), Number(values.pending), Number(values.runs)];
const times = Array.from({ length: runs }, (_, n) => n);

const browser = await chromium.launch(launchOptions("shell"));
try {
  if (values.part !== "lists") await measureDecisions(browser);
  if (values.part !== "decide") await measureLists(browser);
} finally {
  await browser.close();
}

async function measureDecisions(by: Browser): Promise<void> {
  for (const run of times) {
    const server = await startDesk("bench-decide");
    try {
      await makePending(server, pending);
      const page = await signedIn(by, server.url, "admin@acebay.test");
      const decided = await decideAll(page, pending);
      const { machine, withPerson, leftAtTwenty } = perMinute(decided);
      console.log(
        `decide, run ${run + 1}: ${decided.claims} claims, ${decided.secondSteps} with a second step, ${decided.keys} keys; ` +
          `${((1000 * decided.machineSeconds) / decided.claims).toFixed(0)} ms each (worst ${decided.worstMs.toFixed(0)}): ` +
          `${machine.toFixed(0)} a minute, ${withPerson.toFixed(1)} with a person; ${leftAtTwenty.toFixed(2)} s each for thought at 20 a minute`,
      );
      await page.context().close();
    } finally {
      await server.stop();
    }
  }
}

async function measureLists(by: Browser): Promise<void> {
  const server = await startDesk("bench-lists");
  try {
    const golfer = await (await by.newContext({ baseURL: server.url })).newPage();
    await makeLong(server, golfer, rows);
    const page = await signedIn(by, server.url, "admin@acebay.test");
    for (const list of lists.filter(({ name }) => name.startsWith(values.list))) {
      const all: Awaited<ReturnType<typeof measure>>[] = [];
      while (all.length < runs) all.push(await measure(page, list, rows));
      const best = all.toSorted((one, other) => one.p98 - other.p98)[0];
      if (!best) continue;
      const each = all.map(({ p98, worst, of }) => `${p98} (worst ${worst}, ${of})`).join(", ");
      console.log(
        `${list.name}, ${best.rows} rows, ${best.interactions} interactions: p98 ${best.p98} ms; runs: ${each}; slowest of the best: ${best.slowest}; ` +
          `processor ${all.map(({ worked }) => workedText(worked)).join(", ")}`,
      );
    }
  } finally {
    await server.stop();
  }
}

function workedText({ all, script, style, layout }: Worked): string {
  return `${all} ms (script ${script}, style ${style}, layout ${layout})`;
}
