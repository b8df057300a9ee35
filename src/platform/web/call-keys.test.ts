/** What adds something is added once, whatever becomes of the first answer: over every route of the desk. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { definedContracts, nameOf } from "#test/contracts.ts";
import type { RouteDef } from "#platform/shared/route.ts";

const changing = definedContracts.filter(
  (contract): contract is RouteDef =>
    "method" in contract && contract.method !== "GET" && ["staff", "admin"].includes(contract.permission),
);
const adding = changing.filter((route): route is RouteDef & { adds: true } => route.adds === true);

/** Why a second one under another key, from another dialog or tab, does nothing that the first one has not done. */
const secondDoesNothing: Readonly<Record<string, string>> = {
  "POST /api/passkeys/options": "makes a challenge, of which the newest counts",
  "POST /api/passkeys": "its challenge is used up",
  "POST /api/passkeys/{id}/remove": "it is gone",
  "POST /api/admin/people/{id}/notes": "the same words of the same author are one note",
  "POST /api/admin/people/{id}/notes/{noteId}/remove": "it is gone",
  "POST /api/admin/people/{id}/sign-out": "nobody is signed in",
  "POST /api/admin/people/{id}/recover": "what waits and says the same is one proposal",
  "POST /api/admin/people/{id}/email": "the address is theirs, or what waits and says the same is one proposal",
  "POST /api/admin/proposals/{id}/approve": "it is decided",
  "POST /api/admin/proposals/{id}/withdraw": "it is decided",
  "POST /api/admin/courses/{id}/closing": "what waits and says the same is one proposal",
  "POST /api/admin/remittances/{id}/take-back": "it was taken back",
  "PATCH /api/admin/prize-claims/{id}/verify": "it is decided",
  "PATCH /api/admin/prize-claims/{id}/reject": "it is decided",
  "POST /api/admin/prize-claims/{id}/confirm": "it is confirmed",
  "POST /api/admin/prize-claims/{id}/pay": "it is paid",
  "POST /api/admin/prize-claims/{id}/forfeit": "it is forfeited",
  "POST /api/admin/payout-thresholds": "sets what it is",
  "POST /api/admin/payout-approval-limit": "sets what it is, or what waits and says the same is one proposal",
  "POST /api/admin/prize-claims/{id}/came-back": "it is not paid",
  "POST /api/admin/prize-claims/{id}/approve": "it is approved",
  "POST /api/admin/staff-invitations/{id}/send": "the letter says the same",
  "POST /api/admin/staff-invitations/{id}/take-back": "it is gone",
  "PATCH /api/admin/courses/{id}": "its version is another",
  "PATCH /api/admin/course-requests/{id}": "sets what it is",
  "PATCH /api/admin/packages/{id}": "its version is another",
  "PATCH /api/admin/sponsors/{id}": "its version is another",
  "POST /api/admin/sponsors/{id}/logo": "its version is another",
  "PATCH /api/admin/sponsored-prizes/{id}": "its version is another",
  "POST /api/admin/staff": "the person has the role, or is invited, or what waits and says the same is one proposal",
  "PATCH /api/admin/staff/{id}": "its version is another, or what waits and says the same is one proposal",
  "POST /api/admin/orders/{id}/release": "nothing holds it",
  "POST /api/admin/refunds/{id}/retry": "it is on its way",
  "POST /api/admin/refunds/{id}/paid-otherwise": "it is proposed",
  "POST /api/admin/reconciliation/{id}/sort": "it is sorted",
  "POST /api/admin/reconciliation/payouts/{id}/divide": "it is divided",
  "POST /api/admin/sessions/{id}/pause": "it is paused",
  "POST /api/admin/sessions/{id}/resume": "it runs",
  "POST /api/admin/sessions/{id}/extend": "its end is another than the one that was sent",
  "POST /api/admin/sessions/{id}/move": "it is in that bay",
  "POST /api/admin/journal-accounts": "sets what it is",
  "POST /api/admin/settlements/{courseId}/close": "it is closed",
  "POST /api/admin/settlements/{courseId}/mail": "sets what it is",
  "POST /api/admin/settlements/{courseId}/send": "it comes after another sending than the one that was sent",
};

test("each call of the desk that changes something adds something, or says why a second one does nothing", () => {
  const others = changing.filter((route) => !route.adds).map(nameOf);
  expect(others.toSorted()).toEqual(Object.keys(secondDoesNothing).toSorted());
  for (const route of adding) expect([nameOf(route), route.idempotent]).toEqual([nameOf(route), true]);
  expect(adding.map(nameOf)).toContain("POST /api/admin/packages");
});

/** The keys of the calls, in their order. */
let sent: string[] = [];
/** What the server answers; undefined when no answer comes. */
let answer: (() => Response) | undefined;

beforeEach(() => {
  sent = [];
  answer = undefined;
  const values = new Map<string, string>();
  const sessionStorage = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
  vi.stubGlobal("document", { addEventListener: () => undefined, documentElement: { lang: "en" }, cookie: "" });
  vi.stubGlobal("window", { sessionStorage, localStorage: sessionStorage, addEventListener: () => undefined });
  vi.stubGlobal("fetch", (_: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers["idempotency-key"] ?? "none");
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError("The network was lost"));
  });
});
afterEach(() => vi.unstubAllGlobals());

/** As a page that was just loaded calls it. */
async function asked(route: RouteDef & { adds: true }, body: object): Promise<unknown> {
  vi.resetModules();
  const fresh = await import("./call-keys.ts");
  return fresh.callOnce(route, { params: { id: 1 }, body }).catch((error: unknown) => error);
}

test.each(adding.map((route) => [nameOf(route), route] as const))(
  "%s: without an answer, the same again from another page has the same key, and other words have another",
  async (_, route) => {
    await asked(route, { name: "Ten balls" });
    await asked(route, { name: "Ten balls" });
    await asked(route, { name: "Twenty balls" });
    expect(sent[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[1]).toBe(sent[0]);
    expect(sent[2]).not.toBe(sent[0]);
  },
);

test("a photo is kept by its length and ends, and another photo is another deed", async () => {
  const [route] = adding;
  if (!route) throw new Error("nothing adds");
  const photo = "x".repeat(400_000);
  await asked(route, { photo: `${photo}y` });
  await asked(route, { photo: `${photo}y` });
  await asked(route, { photo: `${photo}z` });
  expect(sent[1]).toBe(sent[0]);
  expect(sent[2]).not.toBe(sent[0]);
  expect(window.sessionStorage.getItem("unansweredCalls")?.length).toBeLessThan(10_000);
});

test("after its answer the same again is another deed", async () => {
  const [route] = adding;
  if (!route) throw new Error("nothing adds");
  const replies = { 201: null };
  answer = () => new Response(null, { status: 201 });
  await asked({ ...route, replies }, {});
  await asked({ ...route, replies }, {});
  expect(sent[1]).not.toBe(sent[0]);
  // A refusal changes nothing, and the server does not keep it.
  answer = () => Response.json({ error: { code: "books.refused", message: "No" } }, { status: 409 });
  await asked({ ...route, replies }, { amount: 1 });
  await asked({ ...route, replies }, { amount: 1 });
  expect(sent[3]).toBe(sent[2]);
});
