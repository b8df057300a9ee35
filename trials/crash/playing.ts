/** Playing a session: shots, claims, an undo, the end. Each is repeated with its id, as by the product's client. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { holes } from "#features/courses/contract.ts";
import { playRoutes, type Session, type Target } from "#features/play/contract.ts";
import { toCents } from "#platform/shared/money.ts";
import type { Answer } from "./log.ts";
import type { Golfer } from "./paying.ts";
import { count, type World } from "./world.ts";

/** A shot that is later than this sends its own moment. */
const LATE_SECONDS = 0.5;

/** Plays until the balls are gone, the session is over, or the golfer stops. */
export async function play(world: World, golfer: Golfer, session: Session): Promise<void> {
  const { chance } = golfer;
  const patience = chance.yes(0.4) ? chance.between(1, session.ballsBought) : session.ballsBought;
  for (let shots = 0; shots < patience && (await world.gate.pass()); shots += 1) {
    await sleep(chance.between(10, 150));
    const left = chance.yes(0.15) ? await claim(world, golfer, session) : await shoot(world, golfer, session);
    if (left === "over") return;
  }
  if (chance.yes(0.3)) await claim(world, golfer, session);
  if (chance.yes(0.6)) await end(world, golfer, session.id);
}

async function shoot(world: World, golfer: Golfer, session: Session): Promise<"over" | "on"> {
  const { chance } = golfer;
  const shot = { sessionId: session.id, shotId: randomUUID(), targetHole: "missed" as const, prizeClaim: false };
  const answer = await world.log.intend({ kind: "shot", sessionId: session.id, shotId: shot.shotId });
  // A network may deliver a call twice, also at the same moment.
  const [first, second] = await Promise.all([
    record(world, golfer, shot, answer),
    chance.yes(0.05) ? record(world, golfer, shot, answer) : undefined,
  ]);
  if (!first.ok || second?.ok === false) return "over";
  if (chance.yes(0.08)) await undo(world, golfer, first.body.attempt.id);
  return first.body.session.ballCount === 0 ? "over" : "on";
}

async function claim(world: World, golfer: Golfer, session: Session): Promise<"over" | "on"> {
  const hole = golfer.chance.pick(session.packageType === "jackpot" ? holes : (["left", "right"] as const));
  const shot = { sessionId: session.id, shotId: randomUUID(), targetHole: hole, prizeClaim: true };
  const answer = await world.log.intend({ kind: "claim", sessionId: session.id, shotId: shot.shotId, hole });
  const reply = await record(world, golfer, shot, answer);
  if (reply.ok) return reply.body.session.ballCount === 0 ? "over" : "on";
  // Another jackpot claim is pending, so play goes on.
  return reply.code === "play.claim_pending" ? "on" : "over";
}

async function record(
  world: World,
  golfer: Golfer,
  shot: { sessionId: string; shotId: string; targetHole: Target; prizeClaim: boolean },
  answer: (answer: Answer) => Promise<void>,
) {
  const taken = performance.now();
  const { reply, tries } = await golfer.persist(playRoutes.recordShot, () => {
    const late = (performance.now() - taken) / 1000;
    return { body: { ...shot, ...(late > LATE_SECONDS ? { secondsAgo: late } : {}) } };
  });
  if (reply.ok) {
    const { attempt, claim: claimed } = reply.body;
    const told = claimed ? { claimId: claimed.id, cents: toCents(claimed.prizeAmount) } : {};
    await answer({ result: "acknowledged", tries, attemptId: attempt.id, ...told });
  } else {
    count(world.tally.refusals, reply.code);
    await answer({ result: "refused", tries, code: reply.code });
  }
  return reply;
}

/** Only once, because the product's client does not repeat an undo by itself. */
async function undo(world: World, golfer: Golfer, attemptId: string): Promise<void> {
  const answer = await world.log.intend({ kind: "undo", attemptId });
  const reply = await golfer.call(playRoutes.undoShot, { params: { id: attemptId } });
  if (reply.ok) await answer({ result: "acknowledged", tries: 1, attemptId });
  else if (reply.status === 0 || reply.status >= 500) await answer({ result: "unknown", tries: 1 });
  else await answer({ result: "refused", tries: 1, code: reply.code });
}

/** Ends a session; doing it twice is harmless. */
export async function end(world: World, golfer: Golfer, sessionId: string): Promise<void> {
  const answer = await world.log.intend({ kind: "end", sessionId });
  const { reply, tries } = await golfer.persist(playRoutes.completeSession, () => ({ params: { id: sessionId } }));
  if (reply.ok) await answer({ result: "acknowledged", tries, sessionId });
  else await answer({ result: "refused", tries, code: reply.code });
}
