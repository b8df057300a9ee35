/** The people of a simulation: golfers who register, some on a shared phone, by a code or on a known device. */
import { byCode, cookieLine, cookiesOf } from "./codes.ts";
import { field } from "./model/match.ts";
import { at } from "./model/world.ts";
import type { Reply } from "./process.ts";
import { type Stage, Violation } from "./stage.ts";

export interface Cast {
  /** The cookie of each golfer, by their place in the model's people. */
  cookies: string[];
  /** Whether this server lets administrators refund. */
  refunds: boolean;
  /** The number of browsers. */
  browsers: number;
}

const names = ["Robin Park", "Kim Lee", "Alex Stone", "Sam Rivera", "Jo Blake", "Max Chen", "Ana Cruz", "Pat Moor"];

export async function hire(stage: Stage): Promise<Cast> {
  const { body: api } = await stage.ask({ method: "GET", path: "/api/openapi.json" });
  const refunds = field(api, "paths", "/api/admin/orders/{id}/refund") !== undefined;
  return { cookies: [], refunds, browsers: 0 };
}

function want(reply: Reply, status: number, what: string): Reply {
  if (reply.status !== status)
    throw new Violation(`${what}: expected ${status}, got ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
}

/** A new golfer; `sharing` is the golfer on whose browser they register. */
export async function register(stage: Stage, cast: Cast, sharing: number | undefined): Promise<number> {
  const { random } = stage;
  const name = random.pick(names);
  const email = `${random.uuid()}@example.com`;
  // Only the device's cookie, because the other golfer stays signed in.
  const device = sharing === undefined ? undefined : /acebay_device=[^;]+/.exec(at(cast.cookies, sharing))?.[0];
  const body = { name, email, phone: "555 010 0100" };
  const sent = { method: "POST" as const, path: "/api/register", body, ...(device ? { cookie: device } : {}) };
  const reply = want(await stage.ask(sent), 201, "register");
  const place = cast.cookies.length;
  cast.cookies.push(cookieLine(cookiesOf(reply)));
  const fresh = cast.browsers++;
  stage.change((world) =>
    world.people.push({
      at: place,
      id: String(field(reply.body, "user", "id")),
      playerId: String(field(reply.body, "user", "userId")),
      name,
      email,
      proved: false,
      adult: false,
      taxYears: [],
      browser: sharing === undefined ? fresh : at(world.people, sharing).browser,
    }),
  );
  return place;
}

function signInByCode(stage: Stage, email: string): Promise<string> {
  return byCode((sent) => stage.ask(sent), { path: "/api/login", email, body: { email } });
}

/** A golfer proves the address on a new browser, by the mailed code. */
export async function proveAddress(stage: Stage, cast: Cast, person: number): Promise<void> {
  cast.cookies[person] = await signInByCode(stage, at(stage.world().people, person).email);
  const browser = cast.browsers++;
  stage.change((world) => {
    const known = at(world.people, person);
    known.proved = true;
    known.browser = browser;
  });
}

/** Everybody signs in again, because players' sign-ins end after a month without a call. */
export async function signInAgain(stage: Stage, cast: Cast): Promise<void> {
  for (const { at: place, email } of stage.world().people) {
    const cookie = at(cast.cookies, place);
    const reply = await stage.ask({ method: "POST", path: "/api/login", body: { email }, cookie });
    cast.cookies[place] = cookieLine(cookiesOf(want(reply, 200, "login on a known device")));
  }
}
