/**
 * `npm run test:quick`: within a minute, whether something is broken. Types, lint and the unit tests; of the tests on
 * PostgreSQL a fixed few through the whole house, those of the rooms that changed since `main` (uncommitted work
 * included), and those that changed themselves. `npm test` alone plays journeys and what takes long.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { install, mustRun, node24, root } from "./prepare.mjs";

/** One of each kind: a whole day, buying, playing, permissions, refused calls. */
const SMOKE = ["day", "payments", "play", "roles", "conventions"];

/** Each room's tests in test/server, by the beginnings of their names, without those of more than ten seconds. */
const ROOMS = {
  accounts: ["accounts", "email-change", "passkeys", "profile", "revocations", "sessions", "sign-in", "step-up"],
  books: ["adjustments", "audit-books", "audit-closings", "course-closing", "remittances"],
  booking: ["bays", "exclusive-bays", "free-shot", "groups"],
  claims: ["claim-records", "evidence", "payouts", "waiting"],
  courses: ["least-price", "managing", "map", "staff", "terms"],
  dashboard: ["dashboard", "rollups", "audit-nightly"],
  ledger: ["jackpot", "audit-nightly"],
  orders: ["admin-orders", "deferred", "pay-ahead", "refunds.", "admin-refunds"],
  payments: ["disputes", "gateway", "idempotency", "refunds", "stripe.", "stripe-charge", "stripe-money", "webhooks"],
  play: ["idempotency", "jackpot", "live", "tries"],
  receipts: ["mail", "receipts"],
  reports: ["course-report", "exports", "settlement"],
};

// No colours in a file.
if (!process.stdout.isTTY) process.env.NO_COLOR = "1";
await install();
const changed = changedFiles();
const rooms = Object.keys(ROOMS).filter((room) => changed.some((file) => file.startsWith(`src/features/${room}/`)));
const own = changed.filter((file) => /^(src|test)\/.*\.test\.ts$/.test(file) && existsSync(`${root}/${file}`));
const named = [...SMOKE.map((name) => `${name}.`), ...rooms.flatMap((room) => ROOMS[room])];
console.log(`Changed rooms: ${rooms.join(", ") || "none"}`);

await step("types", "typescript/bin/tsc", "-b");
await step("lint", "oxlint/bin/oxlint");
await vitest("unit tests", "unit");
await vitest("server tests", "postgres", ...named.map((name) => `test/server/${name}`), ...own);

function vitest(name, project, ...files) {
  // Without the report, which belongs to the last whole run.
  return step(name, "vitest/vitest.mjs", "run", "--project", project, "--reporter=default", ...new Set(files));
}

/** Runs a program of the packages and prints its time. The first failure ends all. */
async function step(name, program, ...args) {
  const started = performance.now();
  await mustRun(node24, [`${root}/node_modules/${program}`, ...args]);
  console.log(`== ${name}: ok, ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** The files changed since this branch left `main`, including those not committed or not known to git. */
function changedFiles() {
  const base = git("merge-base", "HEAD", "main")[0] ?? git("merge-base", "HEAD", "origin/main")[0] ?? "HEAD";
  return [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")];
}

function git(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter(Boolean) : [];
}
