/** A real Prometheus that scrapes the servers and evaluates the alerts, and what it answers. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#test/ports.ts";

/** A second of the trial stands for a minute: a scrape each second, as one in a minute. */
const EVERY = "1s";
const READY_MS = 30_000;
/** What Grafana puts in place of its own variables. */
const RATE_INTERVAL = "15s";

export interface Prometheus {
  /** The names of the alerts that are firing now. */
  firing(): Promise<ReadonlySet<string>>;
  /** Asks one expression of the dashboard. @returns how many series it answers @throws what it says of a wrong one */
  query(expression: string): Promise<number>;
  /** The number that an expression has now; 0 if it has none. */
  value: (expression: string) => Promise<number>;
  close(): Promise<void>;
}

export async function startPrometheus(
  folder: string,
  { rules, targets, token }: { rules: string; targets: readonly string[]; token: string },
): Promise<Prometheus> {
  const data = join(folder, "prometheus");
  mkdirSync(data);
  writeFileSync(join(folder, "alerts.yaml"), rules);
  writeFileSync(
    join(folder, "prometheus.yaml"),
    JSON.stringify({
      global: { scrape_interval: EVERY, evaluation_interval: EVERY },
      rule_files: ["alerts.yaml"],
      scrape_configs: [{ job_name: "acebay", authorization: { credentials: token }, static_configs: [{ targets }] }],
    }),
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(join(folder, "prometheus.log"), "a");
  const child: ChildProcess = spawn(
    "/usr/bin/prometheus",
    [
      `--config.file=${join(folder, "prometheus.yaml")}`,
      `--storage.tsdb.path=${data}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ["ignore", log, log], detached: true },
  );
  const ask = async <T>(path: string): Promise<T> => {
    const reply = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(10_000) });
    const body = (await reply.json()) as { status: string; error?: string; data: T };
    if (body.status !== "success") throw new Error(body.error);
    return body.data;
  };
  for (let waited = 0; !(await fetch(`${url}/-/ready`).catch(() => undefined))?.ok; waited += 200) {
    if (child.exitCode !== null || waited > READY_MS)
      throw new Error(`Prometheus did not start; ${folder}/prometheus.log says why`);
    await sleep(200);
  }
  const results = async (expression: string) => {
    const { result } = await ask<{ result: { value: [number, string] }[] }>(
      `/api/v1/query?query=${encodeURIComponent(expression)}`,
    );
    return result;
  };
  return {
    firing: async () => {
      const { alerts } = await ask<{ alerts: { state: string; labels: { alertname: string } }[] }>("/api/v1/alerts");
      return new Set(alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname));
    },
    query: async (expression) => (await results(expression.replaceAll("$__rate_interval", RATE_INTERVAL))).length,
    value: async (expression) => Number((await results(expression))[0]?.value[1] ?? 0),
    close: async () => {
      if (child.exitCode !== null) return;
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
    },
  };
}
