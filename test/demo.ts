/** The pages of the demo below `/dev`: its letters, its clock and its gateway. No contract describes them. */
import type { readOutbox } from "#platform/server/mail/outbox.ts";
import { bodyOf, type Calls, type Reply } from "./calls.ts";

type Raw = Pick<Calls, "raw">;
export type Letter = Awaited<ReturnType<typeof readOutbox>>[number];

/** The letters, newest first. */
export async function outboxOf({ raw }: Raw): Promise<Letter[]> {
  return (await bodyOf(raw("GET", "/dev/outbox.json"))) as Letter[]; // The page sends what readOutbox gives.
}

/** The sign-in codes mailed to an address, the newest first. */
export async function codesTo(calls: Raw, email: string): Promise<string[]> {
  const codes = (await outboxOf(calls)).filter(({ to, subject }) => to === email && /^\d{6} /.test(subject));
  return codes.map(({ subject }) => subject.slice(0, 6));
}

/** The demo's present moment, as an ISO string. */
export async function clockOf({ raw }: Raw): Promise<string> {
  const { now } = (await bodyOf(raw("GET", "/dev/clock"))) as { now: string }; // The page sends this alone.
  return now;
}

/** Moves the demo's clock, and runs the jobs. */
export async function advanceClock({ raw }: Raw, advanceSeconds: number): Promise<void> {
  await bodyOf(raw("POST", "/dev/clock", { advanceSeconds }));
}

/** Refunds an order at the sandbox, without our server. Without an amount it refunds the rest. */
export function refundAtSandbox({ raw }: Raw, of: { orderId: string; amount?: number | undefined }): Promise<Reply> {
  return raw("POST", "/dev/gateway/refunds", of);
}
