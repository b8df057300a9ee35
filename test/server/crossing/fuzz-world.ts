/** A world for the fuzz test: people of every role, things that exist, and a good request for every route that is bound. */
import type { RouteOptions } from "fastify";
import * as z from "zod/mini";
import { accountRoutes } from "#features/accounts/contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { accountKinds } from "#features/reports/contract.ts";
import type { RouteDef, StreamDef } from "#platform/shared/route.ts";
import { type Browser, buy, card, claim, freshApp, type Player, play, shoot, type TestApp } from "#test/app.ts";
import { uuid } from "./odd-values.ts";

export const roles = ["signed out", "player", "other player", "staff", "staff of another course", "admin"] as const;
export type Role = (typeof roles)[number];

/** A route that is bound, with the contract that it was bound by; without one it is an operator's, a developer's or a page. */
export interface Operation {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  url: string;
  contract: RouteDef | StreamDef | undefined;
  /** The role that passes most checks of this route. */
  owner: Role;
  /** The address with parameters of things that exist. */
  path: string;
  body: Record<string, unknown> | undefined;
  queryKeys: string[];
}

export interface World {
  app: TestApp;
  people: Record<Role, Browser>;
  operations: Operation[];
  /** Signs people in again whom a call has signed out, so that the next operation is called by all roles. */
  signInAgain(): Promise<void>;
}

/** Values for fields of these names, wherever they stand: things that exist, and what only a pattern describes. */
type Values = Record<string, unknown>;

/** @returns people with a session, an order, claims and shots between them, and all that the server binds */
export async function makeWorld(options: Parameters<typeof freshApp>[0] = {}): Promise<World> {
  const app = await freshApp(options);
  const player = await app.player();
  const admin = await app.signIn("admin@acebay.test");
  const people: Record<Role, Player | Browser> = {
    "signed out": app.browser(),
    player,
    "other player": await app.player("Pat Other"),
    staff: await app.signIn("staff@acebay.test"),
    "staff of another course": await staffOf(app, admin, 2),
    admin,
  };
  await play(people["other player"]);
  const { session, order } = (await buy(player)).body;
  const shot = (await shoot(player, session.id)).body.attempt;
  const won = (await claim(player, session.id, "left")).body.claim;
  const ids: [RegExp, string][] = [
    [/^\/api\/(?:admin\/)?sessions\//, session.id],
    [/\/orders\/|challenges/, order.id],
    [/attempts/, shot.id],
    [/prize-claims/, won.id],
    [/players/, player.userId],
    [/users|people\/:id(?:\/notes|\/sessions)?$/, player.id],
    [/course-requests|passkeys|devices|saved-cards|refunds|sightings|disputes|staff/, uuid],
    [/courses|bays|course-report|settlements|statements|packages|sponsor/, "1"],
    [/logos/, `${"0".repeat(64)}.webp`],
  ];
  const values: Values = {
    userId: player.id,
    sessionId: session.id,
    mainSessionId: session.id,
    orderId: order.id,
    expiresAt: session.expiresAt,
    email: player.email,
    emails: player.email,
    ...written,
    friends: [{ userId: player.userId, name: "Pal", bayNumber: 2, ballCount: 5 }],
  };
  const operations = app.routes.flatMap((route) => operation(route, ids, values));
  return { app, people, operations, signInAgain: () => signInAgain(app, people) };
}

async function signInAgain(app: TestApp, people: Record<Role, Player | Browser>): Promise<void> {
  for (const person of Object.values(people)) {
    if (!("email" in person) || (await person.call(accountRoutes.me)).status !== 401) continue;
    const { email } = person;
    if ((await person.call(accountRoutes.login, { body: { email } })).status === 202)
      await person.call(accountRoutes.login, { body: { email, code: await app.mailedCode(email) } });
  }
}

async function staffOf(app: TestApp, admin: Player, courseId: number): Promise<Player> {
  const { email } = await app.player("Stacy Elsewhere");
  await admin.call(staffRoutes.addStaff, { body: { email, role: "staff", courseIds: [courseId] } });
  return app.signIn(email);
}

/** What forms send. */
const written: Values = {
  ...card,
  token: "tok_none",
  /** In place of a card and a token. */
  savedCard: undefined,
  courseId: 1,
  courseIds: [1],
  packageId: 4,
  bayNumber: 7,
  ballCount: 10,
  timeRemaining: 1200,
  isFreeShot: false,
  teeTime: "14:30",
  amount: 500,
  /** In place of an amount, never beside it. */
  none: undefined,
  friendIndex: 0,
  minutes: 5,
  secondsAgo: 3,
  shotId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  missShotId: "3f2504e0-4f89-41d3-9a0c-0305e82c3302",
  code: "123456",
  phone: "555 010 0100",
  year: 2027,
  month: "2026-10",
  paidOn: "2026-11-21",
  // The operator's account number for each kind of account.
  ...Object.fromEntries(accountKinds.map(({ account }) => [account, "1010"])),
  version: 1,
  timeZone: "America/New_York",
  bayCount: 100,
  latitude: 26.6,
  longitude: -81.8,
  baseJackpot: 1000,
  jackpotShare: 20,
  rangeShare: 0,
  priceFactor: 1.5,
  price: 9,
  prizeValue: 80,
  stock: 3,
  sponsorId: 4,
  intoCourseId: 2,
  website: "https://grill.example/",
  logo: "",
  image: "iVBORw0KGgo=",
  photo: "AAAA",
  p256dh: `B${"A".repeat(86)}`,
  auth: "A".repeat(22),
  endpoint: "https://fcm.googleapis.com/fcm/send/x",
  credential: { id: "AA", rawId: "AA", type: "public-key", response: { clientDataJSON: "AA" } },
};

function operation(route: RouteOptions, ids: readonly [RegExp, string][], values: Values): Operation[] {
  // Every GET route also has HEAD; what counts is the method that the route was defined with.
  const { url } = route;
  const method = (["GET", "POST", "PATCH", "DELETE"] as const).find((one) => [route.method].flat().includes(one));
  if (!method) return [];
  const contract = route.config?.contract;
  const { permission } = contract ?? { permission: "public" };
  const id = ids.find(([pattern]) => pattern.test(url))?.[1] ?? uuid;
  const body = contract && "body" in contract && contract.body ? sample(jsonSchema(contract.body), values) : undefined;
  return [
    {
      method,
      url,
      contract,
      owner: permission === "staff" || permission === "admin" ? "admin" : "player",
      path: url.replace(":of", "range").replaceAll(/:\w+/g, id),
      body: body as Record<string, unknown> | undefined, // Bodies of contracts are objects.
      queryKeys: contract?.query ? Object.keys(jsonSchema(contract.query).properties ?? {}) : [],
    },
  ];
}

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
}

function jsonSchema(schema: z.ZodMiniType): Schema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema; // Its vocabulary, as far as we read it.
}

/** A value that fits a schema; fields that `values` names have theirs. */
function sample(schema: Schema, values: Values): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return sample(first, values);
  if (schema.enum) return schema.enum[0];
  if ("const" in schema) return schema.const;
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, of]) => [
          key,
          key in values ? values[key] : sample(of, values),
        ]),
      );
    case "array":
      return schema.items ? [sample(schema.items, values)] : [];
    case "boolean":
      return true;
    case "number":
    case "integer":
      return 5;
    case "string":
    case undefined:
    default:
      return "Some words";
  }
}
