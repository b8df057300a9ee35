/**
 * `npm run lighthouse`: Lighthouse's mobile scores of five screens on a server with a database of its own: `/course` as a
 * player who is about to buy, because one who plays is led from there to the game, and `/game` as a player in a session. Performance, the largest paint and the time that the page was blocked are medians of `--runs`
 * (5). `npx` fetches Lighthouse at the first run: it is no dependency. Paths as arguments take only those; `--audits` also
 * names what cost points.
 */
import { execFile } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";
import { promisify } from "node:util";
import { startServer } from "../server.ts";

const LIGHTHOUSE = "lighthouse@13.5.0";
/** On a busy machine Chrome sometimes records no trace, and Lighthouse then asks to be run again. */
const TRIES = 3;
const pages = [
  { path: "/", as: "visitor" },
  { path: "/landing", as: "visitor" },
  { path: "/login", as: "visitor" },
  { path: "/course", as: "player" },
  { path: "/game", as: "playing" },
] as const;
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

interface Report {
  categories: Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string; numericValue?: number }>;
}

const asked = process.argv.slice(2);
const wanted = pages.filter(({ path }) => !asked.some((word) => word.startsWith("/")) || asked.includes(path));
const runs = Number(asked.find((word) => word.startsWith("--runs="))?.slice("--runs=".length) ?? 5);
/** In milliseconds, by Lighthouse's names. */
const times = { "largest paint": "largest-contentful-paint", blocked: "total-blocking-time" } as const;

const server = await startServer("lighthouse");
try {
  const cookies = {
    visitor: undefined,
    player: await cookieOf(server.url, { plays: false }),
    playing: await cookieOf(server.url, { plays: true }),
  };
  console.log("page".padEnd(12) + [...categories, ...Object.keys(times)].map((name) => name.padStart(18)).join(""));
  for (const { path, as } of wanted) {
    const reports: Report[] = [];
    for (let run = 0; run < runs; run++) reports.push(await report(server.url + path, cookies[as]));
    const shown = categories.map((name) => {
      // Pages that need a sign-in are not for search engines.
      if (name === "seo" && as !== "visitor") return "-".padStart(18);
      const scores = reports.map(({ categories: { [name]: category } }) => Math.round((category?.score ?? 0) * 100));
      const sorted = scores.toSorted((a, b) => a - b);
      const all = name === "performance" && runs > 1 ? `${sorted.join("/")}  ` : "";
      return `${all}${sorted[Math.floor(sorted.length / 2)]}`.padStart(18);
    });
    const taken = Object.values(times).map((audit) => {
      const sorted = reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN).toSorted((a, b) => a - b);
      return `${Math.round(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)} ms`.padStart(18);
    });
    console.log(path.padEnd(12) + [...shown, ...taken].join(""));
    if (asked.includes("--audits")) for (const line of lost(reports[0])) console.log(`    ${line}`);
  }
  console.log(
    `load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")} on ${availableParallelism()} cores`,
  );
} finally {
  await server.stop();
}

/** The cookie of a new player, in a new session if it plays. */
async function cookieOf(url: string, { plays }: { plays: boolean }): Promise<string> {
  const send = (path: string, body: unknown, cookie = "") =>
    fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(body),
    });
  const account = { name: "Robin Tester", email: `${crypto.randomUUID()}@example.com`, phone: "555 010 0100" };
  const registered = await send("/api/register", account);
  const cookie = registered.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  if (!plays) return cookie;
  const paymentInfo = {
    paymentMethod: "card",
    cardNumber: "4242424242424242",
    expiryDate: "12/30",
    cvv: "123",
    billingZip: "34119",
  };
  const sessionData = { courseId: 1, packageId: 4, bayNumber: 7 };
  const paid = await send("/api/process-payment", { paymentInfo, sessionData, amount: 5 }, cookie);
  if (!paid.ok) throw new Error(`No session to look at: ${paid.status}`);
  return cookie;
}

async function report(url: string, cookie: string | undefined): Promise<Report> {
  const root = process.getuid?.() === 0 ? " --no-sandbox" : "";
  const args = ["--yes", LIGHTHOUSE, url, "--quiet", "--output=json", "--output-path=stdout"];
  args.push(`--only-categories=${categories.join(",")}`, `--chrome-flags=--headless=new${root}`);
  if (cookie !== undefined) args.push(`--extra-headers=${JSON.stringify({ Cookie: cookie })}`);
  for (let tries = 1; ; tries++) {
    const { stdout, failed } = await promisify(execFile)("npx", args, { maxBuffer: 64 * 1024 * 1024 }).then(
      (done) => ({ ...done, failed: undefined }),
      (error: unknown) => ({ stdout: "", failed: error }),
    );
    if (failed === undefined) return JSON.parse(stdout);
    const isAsked = failed instanceof Error && failed.message.includes("run Lighthouse again");
    if (!isAsked || tries === TRIES) throw failed;
  }
}

/** The audits that cost points, by category. */
function lost(found: Report | undefined): string[] {
  if (!found) return [];
  return categories.flatMap((name) =>
    (found.categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = found.audits[id];
      if (!audit || audit.score === null || audit.score >= 0.9) return [];
      return [`${name} (${weight}): ${audit.title} ${audit.displayValue ?? ""}`];
    }),
  );
}
