/** What a player did and the server may not have yet: shots, claims, an undo, the end. Pure. */
import * as z from "zod/mini";
import { targets, type Session } from "#features/play/contract.ts";

const shot = z.object({
  kind: z.literal("shot"),
  sessionId: z.string(),
  /** The main session of a group; absent when the session is played alone. */
  mainSessionId: z.optional(z.string()),
  friendIndex: z.optional(z.int()),
  playerName: z.string(),
  bayNumber: z.int(),
  /** The number of the shot in its session, from 1. */
  number: z.int(),
  targetHole: z.enum(targets),
  prizeClaim: z.boolean(),
  /** The miss that a claim refers to; without one the claim takes a ball. */
  missShotId: z.optional(z.string()),
  /** Milliseconds on this device's clock. */
  tappedAt: z.number(),
  /** The same moment on the server's clock, as well as the page knew it. */
  takenAt: z.number(),
  /** The end of the claim window, on this device's clock. */
  deadline: z.number(),
  /** The course's; absent when it was not known. */
  timeZone: z.optional(z.string()),
  /** Undone after it was sent, before an answer came. It is withdrawn when the answer comes. */
  undone: z.optional(z.literal(true)),
});
export type QueuedShot = z.output<typeof shot>;

/** Withdraws a miss that the server has. */
const undo = z.object({ kind: z.literal("undo"), sessionId: z.string(), shotId: z.string(), attemptId: z.string() });
const end = z.object({ kind: z.literal("end"), sessionId: z.string() });

export const queued = z.discriminatedUnion("kind", [shot, undo, end]);
export type Queued = z.output<typeof queued>;

/** An item as the outbox keeps it. */
export interface Entry<T extends Queued = Queued> {
  id: string;
  item: T;
  tries: number;
  refused?: { code: string; message: string };
  place: "saving" | "device" | "page";
}

/** A shorter delay is ignored: the server then uses its own moment. */
const LATE_SECONDS = 0.5;
const A_DAY_SECONDS = 86_400;

/** Tells the server how late a shot is sent. Both are milliseconds on this device's clock. */
export function lateness(tappedAt: number, now: number): { secondsAgo?: number } {
  const late = (now - tappedAt) / 1000;
  return late > LATE_SECONDS ? { secondsAgo: Math.min(late, A_DAY_SECONDS) } : {};
}

export function isShot(entry: Entry): entry is Entry<QueuedShot> {
  return entry.item.kind === "shot";
}

/** Waiting shots and claims: neither refused nor undone. */
export function waitingShots(entries: readonly Entry[]): readonly Entry<QueuedShot>[] {
  return entries.filter(isShot).filter((entry) => !entry.refused && !entry.item.undone);
}

/** A claim for a miss that the server refused no longer refers to a shot: the server then finds one by its own rule. */
export function afterRefusal(refused: { id: string; item: Queued }, other: Queued): Queued {
  if (other.kind !== "shot" || other.missShotId === undefined || other.missShotId !== refused.id) return other;
  const { missShotId: _, ...rest } = other;
  return rest;
}

/** The waiting claim that is the same as a new one: same session, same hole, and no shot since. */
export function sameClaim(entries: readonly Entry[], sessionId: string, targetHole: string): string | undefined {
  const ofRow = waitingShots(entries).filter(({ item }) => item.sessionId === sessionId);
  const latest = ofRow.at(-1);
  return latest?.item.prizeClaim && latest.item.targetHole === targetHole ? latest.id : undefined;
}

/** How to undo a queued miss: remove it if it was never sent, otherwise mark it and wait for its answer. */
export function takingBack({ tries }: Pick<Entry, "tries">): "remove" | "mark" {
  return tries === 0 ? "remove" : "mark";
}

/** Whether the end of this session waits after the shots. */
export function isEnding(entries: readonly Entry[], sessionId: string): boolean {
  return entries.some(({ item, refused }) => item.kind === "end" && item.sessionId === sessionId && !refused);
}

/** A session whose clock ran out is over, even before the server says so. @param now the server's, in ms */
export function sessionAt<S extends Pick<Session, "status" | "expiresAt" | "endedAt" | "endReason" | "timeRemaining">>(
  session: S,
  now: number,
): S {
  if (session.status === "completed" || now < Date.parse(session.expiresAt)) return session;
  return { ...session, status: "completed", endedAt: session.expiresAt, endReason: "time", timeRemaining: 0 };
}
