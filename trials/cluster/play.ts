/** Plays one fault under load, counts what callers noticed, and compares afterwards. */
import { setTimeout as sleep } from "node:timers/promises";
import type { UnderLoad } from "../crash/under-load.ts";
import type { Sent } from "../crash/caller.ts";
import type { Cluster } from "./cluster.ts";
import type { Kind } from "./kinds.ts";
import type { Seen } from "./results.ts";
import { openScreens } from "./screens.ts";

/** Load before the fault. */
const CALM_MS = 4_000;
/** The calls have recovered when so many came in this time and none failed. */
const WELL = { ms: 3_000, calls: 20 };
/** The longest that calls may fail. */
const RECOVER_MS = 30_000;
/** Then it is given up. */
const PATIENCE_MS = 90_000;
/** Bays above those of the other golfers. */
const BAYS = { first: 60, count: 30 };

/** @param n the number of the turn @param at.sent gets every send of the load */
export async function play(
  kind: Kind,
  n: number,
  at: { cluster: Cluster; load: UnderLoad; sent: readonly Sent[]; violations: readonly string[] },
): Promise<Seen> {
  const { cluster, load, sent } = at;
  const wrong: string[] = [];
  const hasFailed = ({ status }: Sent) => status === 0 || status >= 500;
  const untilWell = async () => {
    const since = performance.now();
    for (; performance.now() - since < PATIENCE_MS; await sleep(250)) {
      const late = sent.filter(({ to }) => to > performance.now() - WELL.ms);
      if (late.length >= WELL.calls && !late.some(hasFailed)) return;
    }
    wrong.push(`calls still failed after ${PATIENCE_MS / 1_000} s`);
  };

  await cluster.databases.untilWhole();
  const screens = await openScreens(cluster.url, BAYS.first + (n % BAYS.count));
  await sleep(CALM_MS);
  const primary = await cluster.databases.untilPrimary();
  const from = performance.now();
  const mend = await kind.strike(cluster);
  const promoted = kind.promotes
    ? cluster.databases.untilPrimary(primary).then(() => performance.now() - from)
    : Promise.resolve(null);
  await sleep(kind.seconds * 1_000);
  const promotedMs = await promoted;
  // Recovery counts while the part is still missing. Parts that systemd restarts at once are not waited for.
  if (!kind.restarts) await untilWell();
  await mend();
  await untilWell();
  const screensMs = await screens.show().catch((error: Error) => {
    wrong.push(error.message);
    return PATIENCE_MS;
  });
  await cluster.databases.untilWhole().catch((error: Error) => wrong.push(error.message));
  await screens.close();

  const after = sent.filter(({ to }) => to >= from);
  const recoveredMs = Math.max(0, ...after.filter(hasFailed).map(({ to }) => to - from));
  if (recoveredMs > RECOVER_MS) wrong.push(`calls failed for ${Math.round(recoveredMs / 1_000)} s`);
  const faults = after.filter(({ status }) => status === 500).length;
  if (faults > 0) wrong.push(`${faults} calls were answered with 500`);
  const before = { violations: at.violations.length, acknowledged: load.compared().acknowledged };
  await load.compareBooks(kind.what);
  const { acknowledged, verdict } = load.compared();
  const count = (is: (status: number) => boolean) => after.filter(({ status }) => is(status)).length;
  return {
    kind: kind.name,
    at: new Date().toISOString(),
    recoveredMs: Math.round(recoveredMs),
    promotedMs: promotedMs === null ? null : Math.round(promotedMs),
    slowestMs: Math.round(Math.max(0, ...after.map((one) => one.to - one.from))),
    refused: count((status) => status >= 500),
    cut: count((status) => status === 0),
    screensMs: Math.round(screensMs),
    acknowledged: acknowledged - before.acknowledged,
    wrong: [...wrong, ...Object.values(verdict).flat(), ...at.violations.slice(before.violations)],
  };
}
