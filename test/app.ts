/** The real app on a database of its own, with a clock that the test moves, and people who call it over HTTP. */
import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { FastifyInstance, InjectOptions } from "fastify";
import { playRoutes, type Session } from "#features/play/contract.ts";
import { buildApp } from "#main/server/app.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { stepUpRoutes } from "#features/accounts/step-up-contract.ts";
import { type Order, orderRoutes } from "#features/orders/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import type { PaymentDeps } from "#features/payments/server/deps.ts";
import type { Gateway } from "#features/payments/server/gateway.ts";
import { settleTaxes } from "#features/courses/server/tax.ts";
import { readConfig } from "#platform/server/config.ts";
import type { TimeLimits } from "#platform/server/http/time-limits.ts";
import type { Database } from "#platform/server/db/database.ts";
import type { Limits } from "#platform/server/db/limits.ts";
import { expectCleanBooks } from "./books.ts";
import {
  bodyOf,
  type Calls,
  callsBy,
  codeOf,
  firstOf,
  known,
  type Json,
  type KnownAnswer,
  type RawCall,
  type Reply,
} from "./calls.ts";
import { freshDatabase, SEEDED_AT } from "./database.ts";
import { codesTo } from "./demo.ts";
import { withBackground } from "./jobs.ts";

export type { Json, Reply };

export const SECRET = "a-secret-for-tests-that-is-long-enough";

/** A session of the desk ends after this time without a call. */
const NIGHT_MS = 12 * 3_600_000;

/** A clock that stands still until it is moved. */
export interface TestClock {
  now(): Date;
  advance(seconds: number): Promise<void>;
}

/** A browser: its cookies, and an address. */
export interface Browser extends Calls {
  cookies: Map<string, string>;
}

export interface Player extends Browser {
  id: string;
  userId: string;
  email: string;
}

export type TestApp = Awaited<ReturnType<typeof freshApp>>;

/**
 * Builds the app of production. `gateway` may wrap the sandbox. Close it at the end of the file: closing audits the
 * books and fails the file if they are not clean, unless it `breaksBooks` on purpose.
 */
export async function freshApp(
  options: {
    env?: Record<string, string>;
    gateway?: (sandbox: Gateway) => Gateway;
    poolSize?: number;
    /** The time limits of statements, as production has them; tests usually have none. */
    limits?: Limits;
    /** Instead of the usual time limits of requests. */
    timeLimits?: TimeLimits;
    /** Instead of a replica of the database. */
    replica?: Database;
    /** How long the metrics keep what they read from the database; tests usually want the newest. */
    figuresKeptMs?: number;
    /** Gets the lines of the log, including those of calls. */
    logTo?: { write(line: string): void };
    breaksBooks?: true;
  } = {},
) {
  const database = await freshDatabase(options.poolSize, options.limits);
  let now = SEEDED_AT.getTime();
  const clock: TestClock = {
    now: () => new Date(now),
    advance: async (seconds) => {
      now += seconds * 1000;
    },
  };
  const config = readConfig({
    DATA_DIR: "/tmp/unused",
    SESSION_SECRET: SECRET,
    ...options.env,
  });
  // The server does this when it starts, too.
  await settleTaxes({ db: database.db, clock }, config.tax);
  const app = await buildApp({
    logLevel: options.logTo ? "info" : "silent",
    ...(options.logTo ? { logTo: options.logTo } : {}),
    config,
    db: database.db,
    direct: database.connection,
    clock,
    figuresKeptMs: options.figuresKeptMs ?? 0,
    ...(options.timeLimits ? { limits: options.timeLimits } : {}),
    ...(options.gateway ? { gateway: options.gateway } : {}),
    ...(options.replica ? { replica: options.replica } : {}),
  });
  await app.http.ready();
  const browser = (address?: string) => browserOf(app.http, address);

  /** A newly registered player in a browser of their own. */
  async function player(name = "Robin Tester", email = `${randomUUID()}@example.com`): Promise<Player> {
    const person = browser();
    const body = await bodyOf(person.call(accountRoutes.register, { body: { name, email, phone: "555 010 0100" } }));
    return { ...person, ...callsBy(proving(person)), id: body.user.id, userId: body.user.userId, email };
  }

  /** Gives a proof when a call asks for it, and sends the call again, as our pages do. */
  function proving(person: Browser): RawCall {
    return async (...sent) => {
      const reply = await person.raw(...sent);
      if (codeOf(reply) !== "accounts.step_up_needed") return reply;
      const { email } = (await bodyOf(person.call(accountRoutes.me))).user;
      await person.call(stepUpRoutes.stepUp);
      await person.call(stepUpRoutes.stepUp, { body: { code: await mailedCode(email) } });
      return person.raw(...sent);
    };
  }

  /** The newest six-digit code mailed to an address. */
  async function mailedCode(email: string): Promise<string> {
    return firstOf(await codesTo(browser(), email));
  }

  async function enter(person: Browser, email: string) {
    await person.call(accountRoutes.login, { body: { email } });
    const code = await mailedCode(email);
    return (await bodyOf(person.call(accountRoutes.login, { body: { email, code } }), 200)).user;
  }

  /** Signs an existing account in by a mailed code, in a browser that does nothing by itself. */
  async function signedIn(email: string): Promise<Browser> {
    const person = browser();
    await enter(person, email);
    return person;
  }

  /**
   * Signs an existing account in by a mailed code: `admin@acebay.test`, `staff@acebay.test`, or a player's. After the
   * clock has moved so far that the session ends, the account signs in again, as people do in the morning.
   */
  async function signIn(email: string): Promise<Player> {
    const person = browser();
    const user = await enter(person, email);
    let lastCallAt = now;
    const proved = proving(person);
    const raw: RawCall = async (...sent) => {
      const reply = await proved(...sent);
      const night = now - lastCallAt >= NIGHT_MS;
      lastCallAt = now;
      if (!night || codeOf(reply) !== "request.signed_out") return reply;
      await enter(person, email);
      return proved(...sent);
    };
    return { ...person, ...callsBy(raw), id: user.id, userId: user.userId, email };
  }

  return {
    ...database,
    config,
    http: app.http,
    routes: app.routes,
    jobs: withBackground(app.jobs, database.db),
    drain: app.drain,
    mailer: app.mailer,
    clock,
    browser,
    player,
    signIn,
    signedIn,
    mailedCode,
    /** Listens, for tests that need a real connection. @returns the port */
    listen: async () => {
      if (!app.http.server.listening) await app.http.listen({ port: 0, host: "127.0.0.1" });
      return (app.http.server.address() as AddressInfo).port; // A TCP server's address.
    },
    close: async () => {
      try {
        // This works at any time, also during payments. It runs as the owner, whose statements may take long.
        if (!options.breaksBooks) await expectCleanBooks({ db: database.owner, clock });
      } finally {
        await app.close();
        await database.drop();
      }
    },
  };
}

/** A browser that calls an app, with no cookies yet. */
export function browserOf(http: FastifyInstance, address = "127.0.0.1"): Browser {
  const cookies = new Map<string, string>();
  const raw: RawCall = async (method, path, body, headers = {}) => {
    const request: InjectOptions = {
      method,
      url: path,
      remoteAddress: address,
      headers: {
        ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }), // JSON of any kind.
    };
    const reply = await http.inject(request);
    for (const { name, value, maxAge } of reply.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    const isJson = String(reply.headers["content-type"]).includes("json");
    return { status: reply.statusCode, body: isJson ? reply.json() : reply.body, headers: reply.headers };
  };
  return { cookies, ...callsBy(raw) };
}

/** A browser with another one's present cookies, at an address of its own. */
export function copyOf(app: Pick<TestApp, "browser">, browser: Browser, address?: string): Browser {
  const copy = app.browser(address);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

/** For payments without the rest of the app: there are no claims. */
export const noClaims: PaymentDeps["claims"] = {
  standsOn: async () => false,
  reverse: async () => undefined,
  heldByRefund: async () => [],
  release: async () => undefined,
};

export const card = {
  paymentMethod: "card" as const,
  cardNumber: "4242 4242 4242 4242",
  expiryDate: "12/30",
  cvv: "123",
  billingZip: "34119",
};

/** The demo's packages, by the needs of tests. */
export const packs = {
  sponsored: { packageId: 1, price: 3, balls: 5 },
  jackpot: { packageId: 4, price: 5, balls: 10 },
  single: { packageId: 3, price: 1, balls: 1 },
};

/** Pays for a package at course 1 (unless said otherwise) and starts its session. */
export function buy(
  person: Browser,
  change: {
    pack?: { packageId: number; price: number };
    sessionData?: object;
    paymentInfo?: object;
    amount?: number;
    start?: boolean;
    key?: string;
  } = {},
): Promise<KnownAnswer<typeof paymentRoutes.processPayment>> {
  const pack = change.pack ?? packs.jackpot;
  const body = {
    paymentInfo: { ...card, ...change.paymentInfo },
    sessionData: { courseId: 1, packageId: pack.packageId, bayNumber: 7, ...change.sessionData },
    amount: change.amount ?? pack.price,
    ...(change.start === undefined ? {} : { start: change.start }),
  };
  return known(
    person.call(paymentRoutes.processPayment, { body, headers: change.key ? { "idempotency-key": change.key } : {} }),
  );
}

/** A player's own order as the player sees it. */
export async function orderOf(person: Browser, id: string): Promise<Order> {
  return (await bodyOf(person.call(orderRoutes.getOrder, { params: { id } }))).order;
}

/** Buys and returns the running session. */
export async function play(person: Browser, pack = packs.jackpot): Promise<Session> {
  const { session } = await bodyOf(buy(person, { pack }));
  return session; // A package of the demo starts at once.
}

type Shot = KnownAnswer<typeof playRoutes.recordShot>;

export function shoot(person: Browser, sessionId: string, change: object = {}): Promise<Shot> {
  const body = { sessionId, targetHole: "missed" as const, prizeClaim: false, prizeAmount: 0, ...change };
  return known(person.call(playRoutes.recordShot, { body }));
}

export function claim(person: Browser, sessionId: string, targetHole: string, change: object = {}): Promise<Shot> {
  return shoot(person, sessionId, { targetHole, prizeClaim: true, ...change });
}
