/** An administrator who looks at a settlement again and again: what is read from a replica where there is one. */
import { setTimeout as sleep } from "node:timers/promises";
import { reportRoutes } from "#features/reports/contract.ts";
import { makeCaller, type Tally } from "../crash/caller.ts";
import { chanceOf } from "../crash/chance.ts";
import { signIn } from "../crash/golfer.ts";

const PAUSE_MS = 500;

/** @param onCall hears of each send @returns ends it */
export async function readReports(url: string, onCall: Tally["onCall"]): Promise<() => Promise<void>> {
  const caller = makeCaller(url, chanceOf(1, "reports"), {
    retries: 0,
    faults: new Map(),
    refusals: new Map(),
    onCall,
  });
  if ((await signIn(caller, "admin@acebay.test")) === undefined) throw new Error("The administrator could not sign in");
  let over = false;
  const reading = (async () => {
    for (; !over; await sleep(PAUSE_MS)) {
      const { reply } = await caller.persist(reportRoutes.getSettlement, () => ({ params: { courseId: "1" } }));
      if (!reply.ok) throw new Error(`The settlement was refused: ${reply.code}`);
    }
  })();
  // A refusal is thrown when it is ended.
  reading.catch(() => undefined);
  return async () => {
    over = true;
    await reading;
  };
}
