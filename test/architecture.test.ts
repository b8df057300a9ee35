/** The house's rules, checked on every file; for each rule a planted violation shows that the check finds it. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type House, rules } from "./architecture/rules.ts";
import { parseSource } from "./architecture/source.ts";

const packageJson: Record<"dependencies" | "peerDependencies", Record<string, string>> = JSON.parse(
  readFileSync("package.json", "utf8"),
);
const serverPackages = new Set(Object.keys({ ...packageJson.dependencies, ...packageJson.peerDependencies }));

/** Every source but what git ignores, in whatever folder: a new one needs no line here. */
const ignored = readFileSync(".gitignore", "utf8").split("\n").filter(Boolean);
const paths = globSync("**/*.{ts,tsx,mjs}", {
  exclude: ignored.map((path) => `${path.replace(/^\//, "").replace(/\/$/, "")}/**`),
}).map((path) => path.replaceAll("\\", "/"));
const house: House = { files: paths.map((path) => parseSource(path, readFileSync(path, "utf8"))), serverPackages };

/** For each rule a few small sets of files, each of which breaks the rule once. */
const broken: Record<keyof typeof rules, Record<string, string>[]> = {
  "every source file has its place": [{ "src/features/play/stray.ts": "" }, { "src/features/tennis/contract.ts": "" }],
  "imports point left and down": [
    { "src/platform/shared/money.ts": 'import pg from "pg";' },
    { "src/platform/server/jobs.ts": 'export { refuse } from "#features/play/contract.ts";' },
    { "src/platform/web/api.ts": 'import { readFileSync } from "node:fs";' },
    { "src/features/play/contract.ts": 'import { x } from "#features/claims/contract.ts";' },
    { "src/features/play/rules.ts": 'import { x } from "#platform/server/db/database.ts";' },
    { "src/features/play/rules.ts": 'import * as z from "zod/mini";' },
    { "src/features/play/server/routes.ts": 'import { x } from "#features/courses/server/routes.ts";' },
    { "src/features/play/server/store.ts": 'import type { x } from "../../payments/server/store.ts";' },
    { "src/features/play/server/store.ts": 'type X = import("#features/claims/server/store.ts").X;' },
    { "src/features/play/web/shots.tsx": 'const page = await import("#features/courses/web/map.tsx");' },
    { "src/features/play/web/shots.tsx": 'import { x } from "../server/store.ts";' },
    { "src/features/play/server/store.ts": 'import { x } from "#main/server/app.ts";' },
  ],
  "server and web never meet": [
    {
      "src/main/web/web.tsx": 'import { paths } from "../paths.ts"; import "#features/play/web/shots.tsx";',
      "src/main/paths.ts": 'import { x } from "#features/play/server/store.ts";',
    },
  ],
  "no cycles between files": [
    {
      "src/main/a.ts": 'import { b } from "./b.ts";',
      "src/main/b.ts": 'import { c } from "./c.ts";',
      "src/main/c.ts": 'import { a } from "#main/a.ts";',
    },
  ],
  "SQL stands in stores": [
    { "src/features/play/server/routes.ts": "const rows = sql`SELECT 1`;" },
    { "src/features/play/server/routes.ts": "await pool.query('SELECT 1');" },
    { "src/features/play/server/routes.ts": "await deps.db.execute(statement);" },
    { "src/features/play/server/routes.ts": "await db.sql.select().from(shots);" },
  ],
  "the environment is read in the configuration": [
    { "src/platform/server/mail/mail.ts": "const url = process.env.SMTP_URL;" },
  ],
  "tests end the connections to their own database only": [
    { "test/server/platform/long/pressure.test.ts": "pool.query('SELECT pg_terminate_backend(pid) FROM x');" },
    { "test/server/platform/long/pressure.test.ts": "pool.query(`SELECT pg_terminate_backend(${pid})`);" },
  ],
  "the clock is injected": [
    { "src/features/play/server/routes.ts": "const now = new Date();" },
    { "src/features/play/rules.ts": "const now = Date.now();" },
  ],
  "no folder for everything": [{ "src/platform/shared/utils/days.ts": "" }],
  "no file is too long": [{ "e2e/everything.test.ts": "\n".repeat(301) }],
};

/** Code that is allowed and looks much like code that is not. */
const sound = {
  "src/features/payments/server/charge.ts": `
    import pg from "pg";
    import { createHash } from "node:crypto";
    import { x } from "#features/play/server/store.ts";
    import type { y } from "./routes.ts";
    const moment = new Date(2026, 1, 1);
  `,
  "src/features/payments/server/routes.ts": "const running = useQuery(); query(x);",
  "src/features/payments/web/form.tsx": 'import { useState } from "react"; import "#platform/web/ui/button.tsx";',
  "src/features/play/server/store.ts": "db.sql.execute(sql`SELECT 1`);",
  "src/features/play/server/store.test.ts": 'import "#test/database.ts"; db.sql.execute(sql`SELECT 1`); new Date();',
  "src/main/server/app.ts": 'import "#features/play/server/routes.ts"; import "#features/payments/server/routes.ts";',
  "src/main/server/server.ts": "readConfig(process.env);",
  "src/main/web/web.tsx": 'import "#features/payments/web/form.tsx"; import "./web.css";',
};

test("sources are looked for in every folder of them", () => {
  const folders = new Set(paths.map((path) => path.replace(/\/.*/, "")));
  for (const folder of ["src", "kit", "test", "e2e", "bench", "trials", "scripts"]) expect(folders).toContain(folder);
  expect(folders).not.toContain("node_modules");
});

const named = Object.keys(rules) as (keyof typeof rules)[]; // Its keys are known; TypeScript's `keys` forgets them.

test.for(named)("%s", (name) => {
  expect(rules[name](house)).toEqual([]);
});

test.for(named)("the rule finds a violation: %s", (name) => {
  expect(rules[name](houseOf(sound))).toEqual([]);
  for (const files of broken[name]) expect(rules[name](houseOf(files)), JSON.stringify(files)).toHaveLength(1);
});

function houseOf(files: Record<string, string>): House {
  return { files: Object.entries(files).map(([path, text]) => parseSource(path, text)), serverPackages };
}
