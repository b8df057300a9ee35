/**
 * The answers in a page for its first screen (`npm test` builds before it tests): those of its caller, and of nobody
 * else.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { type Browser, card, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

const HOSTILE = "</script><script>alert(1)</script>\u2028<!--";

let app: TestApp;
let golfer: Player;
let other: Player;
let theirSession: string;
/** A golfer who does not play: during a game, the first screens only lead to it. */
let idle: Player;
beforeAll(async () => {
  app = await freshApp();
  golfer = await app.player(HOSTILE);
  other = await app.player("Olga Other");
  idle = await app.player("Ida Idle");
  theirSession = (await buy(other)).id;
});
afterAll(() => app.close());

async function buy(person: Player) {
  const sessionData = { courseId: 1, packageId: 4, bayNumber: 7 };
  const paid = await person.call(paymentRoutes.processPayment, {
    body: { paymentInfo: card, sessionData, amount: 5 },
  });
  const { session } = await bodyOf(paid, 200);
  if (!session) throw new Error("No session was started");
  return session;
}

/** The page as text, with what it carries by the paths of the calls. */
async function page(person: Browser, path: string) {
  const { status, headers, body } = await person.raw("GET", path);
  const html = String(body);
  const [, json] = /<script type="application\/json" id="answers">(.*?)<\/script>/s.exec(html) ?? [];
  const carried = json === undefined ? undefined : JSON.parse(json);
  const answers = new Map<string, unknown>(
    carried?.answers.map(([[route], answer]: [[string], unknown]) => [route, answer]),
  );
  return { status, headers, html, user: carried?.user, answers };
}

test("a page carries what its screen would ask for, in the words of the same calls", async () => {
  const { user, answers, headers } = await page(golfer, "/package");
  expect(user).toEqual((await bodyOf(golfer.call(accountRoutes.me))).user);
  expect(Object.fromEntries(answers)).toEqual({
    [courseRoutes.listCourses.path]: await bodyOf(golfer.call(courseRoutes.listCourses)),
    [courseRoutes.listPackages.path]: await bodyOf(golfer.call(courseRoutes.listPackages)),
    [courseRoutes.getConfig.path]: await bodyOf(golfer.call(courseRoutes.getConfig)),
    [orderRoutes.listOrders.path]: { orders: [], nextCursor: null },
    [playRoutes.listSessions.path]: { sessions: [], nextCursor: null, serverNow: expect.any(String) },
    [playRoutes.listActiveSessions.path]: { sessions: [], groupSessions: [] },
  });
  expect(headers["cache-control"]).toBe("private, no-store");
  expect(headers["etag"]).toBeUndefined();
});

test("the game's page finds the open session, and carries its view with the course's prizes", async () => {
  for (const path of ["/game", `/game?session=${theirSession}`]) {
    const { answers } = await page(other, path);
    expect(answers.get(playRoutes.getSession.path)).toMatchObject({ session: { id: theirSession } });
    expect([...answers.keys()]).toEqual(
      expect.arrayContaining([courseRoutes.getCourse.path, courseRoutes.listSponsoredPrizes.path]),
    );
  }
});

test("no page contains another person's data", async () => {
  const { user, answers, html } = await page(golfer, `/game?session=${theirSession}`);
  expect(user.id).toBe(golfer.id);
  expect([...answers.keys()]).toEqual([]);
  for (const word of [other.id, other.userId, other.email, "Olga"]) expect(html).not.toContain(word);
});

test("a name cannot end the script element that contains it", async () => {
  const { html, user } = await page(golfer, "/course");
  const empty = (await app.browser().raw("GET", "/course")).body;
  const scripts = (text: string) => text.split("<script").length - 1;
  expect(scripts(html)).toBe(scripts(String(empty)) + 1);
  expect(html).not.toMatch(/alert\(1\)<|\u2028/);
  expect(user.name).toBe(HOSTILE);
});

/** What stands in the page's root before the app runs. */
const rootOf = (html: string) => /<div id="root" aria-busy="true">(.*?)<!--\/root-->/s.exec(html)?.[1] ?? "";

/** The page with a drawn screen. On a busy machine a drawing comes too late for its page; the next one may not. */
async function drawnPage(person: Browser, path: string) {
  for (let tries = 0; tries < 50; tries++) {
    const found = await page(person, path);
    const root = rootOf(found.html);
    if (root.includes("<div inert")) return { ...found, root };
    await sleep(100);
  }
  return expect.fail(`${path} was never drawn; pages come from the build: npm run build`);
}

describe("the screen that a page shows before the app runs", () => {
  test("is drawn by the app of the page's answers", async () => {
    for (const path of ["/game", `/game?session=${theirSession}`]) {
      const drawn = (await drawnPage(other, path)).root;
      expect(drawn).toContain("Shot Taken");
      expect(drawn).toContain("Palmetto Pines");
    }
    expect((await drawnPage(idle, "/course")).root).toContain("Hello, Ida");
  });

  test("has styles that the policy allows, and no others", async () => {
    const { root, headers } = await drawnPage(other, `/game?session=${theirSession}`);
    const [, nonce] = /<style nonce="([^"]+)">/.exec(root) ?? [];
    expect(nonce).toHaveLength(24);
    expect(headers["content-security-policy"]).toMatch(
      new RegExp(`style-src [^;]*'nonce-${RegExp.escape(nonce ?? "")}'`),
    );
    expect(headers["content-security-policy"]).not.toMatch(/script-src [^;]*nonce/);
    expect(root).not.toContain(" style=");
    expect((await page(idle, "/course")).html).not.toContain(nonce);
  });

  test("is in the language of its page", async () => {
    const pages = ["en", "es"].map((language) => {
      const there = app.browser();
      for (const [name, value] of idle.cookies) there.cookies.set(name, value);
      there.cookies.set("acebay_language", language);
      return drawnPage(there, "/course");
    });
    const [english, spanish] = await Promise.all(pages);
    expect(english?.root).toContain("Hello, Ida");
    expect(spanish?.root).toContain("Hola, Ida");
  });

  test("is never another's, however many are drawn at once", async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, n) => app.player(`Guest${n}x Tester`)));
    let drawn = 0;
    for (let rounds = 0; rounds < 20 && drawn <= 5; rounds++) {
      const seen = await Promise.all(people.flatMap((person) => [page(person, "/course"), page(person, "/package")]));
      for (const [at, { html }] of seen.entries()) {
        const own = `Guest${Math.floor(at / 2)}x`;
        const names = [...html.matchAll(/Guest\d+x/g)].map(([name]) => name);
        // A page whose answers do not come in time has no name.
        expect(names.filter((name) => name !== own)).toEqual([]);
        drawn += Number(rootOf(html).includes(own));
      }
    }
    expect(drawn).toBeGreaterThan(5);
  });

  test("is the outline where only the browser knows what to show", async () => {
    const { html } = await page(golfer, "/checkout");
    expect(rootOf(html)).toContain("Loading");
  });
});

describe("a page carries nothing", () => {
  test("for who is signed out, whose page may be kept", async () => {
    const { html, headers } = await page(app.browser(), "/course");
    expect(html).not.toContain('id="answers"');
    expect(headers["cache-control"]).toBe("private, no-cache");
  });

  test("for a sign-in that was ended", async () => {
    const leaving = await app.player();
    const kept = app.browser();
    for (const [name, value] of leaving.cookies) kept.cookies.set(name, value);
    expect((await page(kept, "/course")).user.id).toBe(leaving.id);
    await leaving.call(accountRoutes.logout);
    const { status, html } = await page(kept, "/course");
    expect(status).toBe(200);
    expect(html).not.toContain('id="answers"');
  });

  test("at addresses that do not say so, and in the page that a service worker keeps", async () => {
    for (const path of ["/profile", "/landing", "/admin", "/nowhere", "/index.html"])
      expect((await page(golfer, path)).html).not.toContain('id="answers"');
  });

  test("in the files of the build", () => {
    for (const file of readdirSync("dist/web/pages"))
      expect(readFileSync(`dist/web/pages/${file}`, "utf8")).not.toContain('id="answers"');
  });
});

test("an answer that does not come in time is left out, and the page comes", async () => {
  const holding = await app.owner.pool.connect();
  try {
    await holding.query("BEGIN; LOCK TABLE sessions");
    const { status, user, answers } = await page(golfer, "/course");
    expect(status).toBe(200);
    expect(user.id).toBe(golfer.id);
    expect([...answers.keys()]).toContain(courseRoutes.listCourses.path);
    expect([...answers.keys()]).not.toContain(playRoutes.listActiveSessions.path);
  } finally {
    await holding.query("ROLLBACK");
    holding.release();
  }
});

test("the way home leaves it to the app's calls to keep the device known", async () => {
  const daily = await app.player("Dan Daily");
  await app.clock.advance(25 * 3600);
  expect(await daily.raw("GET", "/")).toMatchObject({ status: 302 });
  const { headers } = await daily.call(accountRoutes.me);
  expect(String(headers["set-cookie"])).toContain("acebay_device=");
});

test("a page comes compressed, and whole", async () => {
  const cookie = [...golfer.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const port = await app.listen();
  for (const encoding of ["br", "gzip", "identity"]) {
    const reply = await fetch(`http://127.0.0.1:${port}/course`, {
      headers: { cookie, "accept-encoding": encoding },
    });
    expect(reply.headers.get("content-encoding") ?? "identity").toBe(encoding);
    expect(await reply.text()).toMatch(/id="answers">.*<\/html>/s);
  }
});
