/** Golfers whose calls come at the same moment. */
import { expect } from "vitest";
import { playRoutes } from "#features/play/contract.ts";
import { freshApp, play, type Player, type TestApp } from "./app.ts";
import { bodyOf } from "./calls.ts";
import { hearStatements } from "./statements.ts";

export interface Golfer {
  golfer: Player;
  /** Of the running session. */
  id: string;
}

/** An app without jobs, and the statements that it sends to its database; whoever looks at these empties them before. */
export async function heardApp(): Promise<{ app: TestApp; heard: { sent: string[] } }> {
  const app = await freshApp({ poolSize: 20 });
  await app.jobs.stop();
  const heard: { sent: string[] } = { sent: [] };
  await hearStatements(app.db.pool, (text) => heard.sent.push(text));
  return { app, heard };
}

/**
 * Golfers with a running session, whom the process knows from memory: no call of theirs waits for the look-up of its
 * caller.
 * @param heard the statements that the app sends (`heardApp`); it is empty afterwards
 * @param start starts a golfer's session
 */
export async function playing(
  app: TestApp,
  heard: { sent: string[] },
  count: number,
  start: (golfer: Player) => Promise<{ id: string }> = play,
): Promise<Golfer[]> {
  const all = await Promise.all(
    Array.from({ length: count }, async () => {
      const golfer = await app.player();
      return { golfer, id: (await start(golfer)).id };
    }),
  );
  const viewed = async () => {
    heard.sent = [];
    const views = all.map(({ golfer, id }) => bodyOf(golfer.call(playRoutes.getSession, { params: { id } })));
    await Promise.all(views);
    return heard.sent.length;
  };
  await expect.poll(viewed, { interval: 5, timeout: 5_000 }).toBe(1);
  heard.sent = [];
  return all;
}
