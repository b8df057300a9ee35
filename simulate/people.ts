/** The people of a simulation: golfers who register, some on a shared phone, and those who work there. */
import { field } from "./model/match.ts";
import { at } from "./model/world.ts";
import type { Reply } from "./process.ts";
import { type Stage, Violation } from "./stage.ts";

export interface Cast {
  /** The cookie of each golfer, by their place in the model's people. */
  cookies: string[];
  admin: string;
  staff: string;
  /** Whether this server lets administrators refund. */
  refunds: boolean;
  /** Browsers so far. */
  browsers: number;
}

const names = ["Robin Park", "Kim Lee", "Alex Stone", "Sam Rivera", "Jo Blake", "Max Chen", "Ana Cruz", "Pat Moor"];

export async function hire(stage: Stage): Promise<Cast> {
  const admin = await signInByCode(stage, "admin@acebay.test");
  const staff = await signInByCode(stage, "staff@acebay.test");
  const { body: api } = await stage.ask({ method: "GET", path: "/api/openapi.json" });
  const refunds = field(api, "paths", "/api/admin/orders/{id}/refund") !== undefined;
  return { cookies: [], admin, staff, refunds, browsers: 0 };
}

function cookiesOf(reply: Reply): Map<string, string> {
  const lines = reply.headers["set-cookie"] ?? [];
  return new Map(
    (Array.isArray(lines) ? lines : [lines]).map((line) => {
      const [pair = ""] = line.split(";");
      const split = pair.indexOf("=");
      return [pair.slice(0, split), pair.slice(split + 1)] as const;
    }),
  );
}

function cookieLine(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

function want(reply: Reply, status: number, what: string): Reply {
  if (reply.status !== status)
    throw new Violation(`${what}: expected ${status}, got ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
}

/** A new golfer; `sharing` registers on the browser of another one. */
export async function register(stage: Stage, cast: Cast, sharing: number | undefined): Promise<number> {
  const { random } = stage;
  const name = random.pick(names);
  const email = `${random.uuid()}@example.com`;
  // The device's cookie alone: the other one's sign-in goes on.
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

async function signInByCode(stage: Stage, email: string): Promise<string> {
  const asked = want(await stage.ask({ method: "POST", path: "/api/login", body: { email } }), 202, "login");
  // The code belongs to the browser that asked for it.
  const cookie = cookieLine(cookiesOf(asked));
  const { body: mails } = await stage.ask({ method: "GET", path: "/dev/outbox.json" });
  const subjects = Array.isArray(mails) ? mails.filter((mail) => field(mail, "to") === email) : [];
  const code = subjects.map((mail) => /^(\d{6}) /.exec(String(field(mail, "subject")))?.[1]).find(Boolean);
  const reply = await stage.ask({ method: "POST", path: "/api/login", body: { email, code }, cookie });
  return cookieLine(cookiesOf(want(reply, 200, "login by code")));
}

/** A golfer proves their address on a new browser, by the mailed code. */
export async function proveAddress(stage: Stage, cast: Cast, person: number): Promise<void> {
  cast.cookies[person] = await signInByCode(stage, at(stage.world().people, person).email);
  const browser = cast.browsers++;
  stage.change((world) => {
    const known = at(world.people, person);
    known.proved = true;
    known.browser = browser;
  });
}

/** Everybody signs in again, as sign-ins end after a month; those who work there by code. */
export async function signInAgain(stage: Stage, cast: Cast): Promise<void> {
  for (const { at: place, email } of stage.world().people) {
    const cookie = at(cast.cookies, place);
    const reply = await stage.ask({ method: "POST", path: "/api/login", body: { email }, cookie });
    cast.cookies[place] = cookieLine(cookiesOf(want(reply, 200, "login on a known device")));
  }
  cast.admin = await signInByCode(stage, "admin@acebay.test");
  cast.staff = await signInByCode(stage, "staff@acebay.test");
}
