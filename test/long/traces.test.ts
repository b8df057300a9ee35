/** Traces of a whole process: what is loaded for them and when, and what it sends before it ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PACKAGES } from "#platform/server/tracing/telemetry.ts";
import { startCollector } from "../collector.ts";
import { endAll, run, serve } from "../server-process.ts";
import manifest from "../../package.json" with { type: "json" };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "acebay-traces-"));
});
afterEach(async () => {
  await endAll();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs in the process before the server, with a hook into how modules are found. */
function hooked(resolve: string) {
  const code = `import { registerHooks } from "node:module"; registerHooks({ resolve(name, context, next) { ${resolve} return next(name, context); } });`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` };
}

test("without an address for traces, no package for traces is loaded", async () => {
  // The metrics' library has the package of the interface, which does nothing by itself.
  const say = 'if (/opentelemetry.(sdk|exporter|otlp|resources)|telemetry.ts/.test(name)) console.log("LOADS", name);';
  const { output } = await serve(folder, hooked(say));
  expect(output()).not.toContain("LOADS");
});

test("the process sends its traces before it ends", async () => {
  const collector = await startCollector();
  try {
    const { url, child, ended } = await serve(folder, { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/` });
    await fetch(`${url}/api/courses`);
    expect(collector.spans().map(({ name }) => name)).not.toContain("GET /api/courses");
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(collector.spans().map(({ name }) => name)).toContain("GET /api/courses");
  } finally {
    collector.close();
  }
});

test("a collector that is away keeps no process from ending", async () => {
  const { url, child, ended } = await serve(folder, { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
  expect((await fetch(`${url}/api/courses`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("where the packages are missing, the start says in one sentence what to install", async () => {
  const miss =
    'if (name === "@opentelemetry/sdk-trace") throw Object.assign(new Error("none"), { code: "ERR_MODULE_NOT_FOUND" });';
  const refused = run(folder, { ...hooked(miss), OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" });
  expect(await refused.ended).toBe(1);
  expect(refused.output().trim()).toBe(
    `OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages that send traces are missing: npm install --no-save --ignore-scripts --prefix dist ${PACKAGES.join(" ")}`,
  );
});

test("the packages are the optional peers, which tests install, too", () => {
  const peers = Object.entries(manifest.peerDependencies).map(([name, version]) => `${name}@${version}`);
  expect(PACKAGES).toEqual(peers);
  expect(manifest.devDependencies).toMatchObject(manifest.peerDependencies);
  expect(Object.keys(manifest.peerDependenciesMeta)).toEqual(Object.keys(manifest.peerDependencies));
});
