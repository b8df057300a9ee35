/** A golfer's day: register, buy, play. Then another golfer comes. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { accountRoutes } from "#features/accounts/contract.ts";
import { pushRoutes } from "#features/accounts/push-contract.ts";
import { stepUpRoutes } from "#features/accounts/step-up-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { subscriptionAt } from "../faults/push-service.ts";
import { type Caller, makeCaller } from "./caller.ts";
import { buy, type Golfer } from "./paying.ts";
import { end, play } from "./playing.ts";
import type { World } from "./world.ts";

/** Then another golfer comes: registering is part of the load, and each purchase uses one of 100 bays. */
const VISITS = 6;

const outbox = defineRoute({
  method: "GET",
  path: "/dev/outbox.json",
  permission: "public",
  summary: "The demo's mail.",
  replies: { 200: z.array(z.object({ to: z.string(), subject: z.string() })) },
});

/** One golfer after another, until the run is over. */
export async function golfers(world: World, number: number): Promise<void> {
  const chance = world.chance(`golfer ${number}`);
  while (await world.gate.pass()) {
    const caller = makeCaller(world.url, chance, world.tally);
    const userId = await register(world, caller);
    if (userId === undefined) continue;
    const { push } = world;
    if (push !== undefined) await caller.persist(pushRoutes.subscribe, () => ({ body: subscriptionAt(push) }));
    const golfer = { ...caller, userId, chance };
    for (let bay = 1; bay <= VISITS && (await world.gate.pass()); bay += 1) await visit(world, golfer, bay);
  }
}

async function visit(world: World, golfer: Golfer, bay: number): Promise<void> {
  const session = await buy(world, golfer, bay);
  if (session) await play(world, golfer, session);
  await sleep(golfer.chance.between(0, 400));
  // A golfer with balls left cannot buy.
  const { reply } = await golfer.persist(playRoutes.listActiveSessions, () => ({ params: { id: golfer.userId } }));
  const running = reply.ok ? reply.body.sessions.find(({ status }) => status === "active") : undefined;
  if (running) await end(world, golfer, running.id);
}

/** @returns the new account's id; undefined if its owner could not sign in after a lost reply */
async function register(world: World, caller: Caller): Promise<string | undefined> {
  const email = `${randomUUID()}@example.com`;
  const answer = await world.log.intend({ kind: "register", email });
  const { reply, tries } = await caller.persist(accountRoutes.register, () => ({
    body: { name: "Robin Crash", email, phone: "555 010 0100" },
  }));
  // A call with a lost reply has registered the account: sign in, as a person would.
  const userId = reply.ok ? reply.body.user.id : tries > 1 ? await signIn(caller, email) : undefined;
  await answer(userId === undefined ? { result: "unknown", tries } : { result: "acknowledged", tries, userId });
  return userId;
}

/** Signs in by the mailed code. @returns the account's id */
export async function signIn(caller: Caller, email: string): Promise<string | undefined> {
  // A call with a lost reply has used up the code: ask for another one.
  for (let codes = 0; codes < 3; codes += 1) {
    const { reply: asked } = await caller.persist(accountRoutes.login, () => ({ body: { email } }));
    if (asked.ok && asked.status === 200) return asked.body.user.id;
    if (!asked.ok) return undefined;
    const code = await mailedCode(caller, email);
    if (code === undefined) continue;
    const { reply } = await caller.persist(accountRoutes.login, () => ({
      body: { email, code },
    }));
    if (reply.ok && reply.status === 200) return reply.body.user.id;
  }
  return undefined;
}

/** The newest code mailed to an address. */
async function mailedCode(caller: Caller, email: string): Promise<string | undefined> {
  const { reply } = await caller.persist(outbox, () => ({}));
  const mail = reply.ok ? reply.body.find(({ to, subject }) => to === email && /^\d{6} /.test(subject)) : undefined;
  return mail?.subject.slice(0, 6);
}

/**
 * The same caller, who gives a proof by the mailed code when a call asks for it, and sends the call again. The call
 * that asked has done nothing; earlier ones, with lost replies, may have.
 */
export function proving(caller: Caller, email: string): Caller {
  return {
    ...caller,
    persist: async (route, send) => {
      let lost = 0;
      // As in signing in, a call with a lost reply may have used up the code.
      for (let proofs = 0; ; proofs += 1) {
        const { reply, tries } = await caller.persist(route, send);
        if (reply.ok || reply.code !== "accounts.step_up_needed" || proofs === 3) return { reply, tries: lost + tries };
        lost += tries - 1;
        await caller.persist(stepUpRoutes.stepUp, () => ({ body: {} }));
        const code = await mailedCode(caller, email);
        await caller.persist(stepUpRoutes.stepUp, () => ({ body: { code } }));
      }
    },
  };
}
