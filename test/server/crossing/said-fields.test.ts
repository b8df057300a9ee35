/**
 * No null and no blank stands for "all of it", a default or nobody: over every optional field of every body. A client
 * that computed NaN sends null.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type * as z from "zod/mini";
import { paymentRoutes } from "#features/payments/contract.ts";
import type { RouteDef } from "#platform/shared/route.ts";
import { buy, freshApp, orderOf, type Player, type TestApp } from "#test/app.ts";
import { definedContracts, nameOf } from "#test/contracts.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

/** Optional fields of golfers' calls that may be null, and what their absence means. All others of golfers are texts. */
const harmless: Readonly<Record<string, string>> = {
  "PATCH /api/users/{id} phone": "it stays",
  "PATCH /api/users/{id} code": "a code is mailed",
  "PATCH /api/users/{id} language": "it stays",
  "PATCH /api/users/{id} namedAsWinner": "it stays",
  "PATCH /api/users/{id}/notifications emailNotifications": "it stays",
  "PATCH /api/users/{id}/notifications smsNotifications": "it stays",
  "PATCH /api/users/{id}/notifications pushNotifications": "it stays",
  "PATCH /api/users/{id}/notifications gameUpdates": "it stays",
  "PATCH /api/users/{id}/notifications prizeAlerts": "it stays",
  "POST /api/attempts prizeClaim": "no claim: the shot may still be claimed",
  "POST /api/attempts prizeAmount": "the server knows it",
  "POST /api/attempts secondsAgo": "the moment of the miss, or now",
  "POST /api/group-attempts friendIndex": "the main player, by the rules also as null",
  "POST /api/group-attempts prizeClaim": "no claim: the shot may still be claimed",
  "POST /api/group-attempts prizeAmount": "the server knows it",
  "POST /api/group-attempts secondsAgo": "the moment of the miss, or now",
  "POST /api/free-shot-session bayNumber": "a sentence asks for it",
  "POST /api/login language": "the account's",
  "POST /api/step-up language": "the account's",
  "POST /api/step-up passkey": "a code is mailed",
  "POST /api/register acquisitionSource": "nobody knows",
  "POST /api/process-payment paymentInfo.saveCard": "the card is not kept",
  "POST /api/process-payment sessionData.bayNumber": "a sentence asks for it, or the order is paid ahead",
  "POST /api/process-payment sessionData.teeTime": "there is none",
  "POST /api/process-payment sessionData.groupData": "nobody else plays",
  "POST /api/process-payment sessionData.groupData.mainPlayer.bayNumber": "a sentence asks for it",
  "POST /api/process-payment sessionData.groupData.mainPlayer.ballCount": "the parts must make up the package",
  "POST /api/process-payment sessionData.groupData.friends": "nobody else plays",
  "POST /api/process-payment sessionData.groupData.friends.bayNumber": "a sentence asks for it",
  "POST /api/process-payment sessionData.groupData.friends.ballCount": "the parts must make up the package",
  "POST /api/process-payment sessionData.purchaseContext": "initial, as is any other word",
  "POST /api/sessions bayNumber": "the order's, or a sentence asks for it",
  "POST /api/sessions isFreeShot": "a session that was paid for",
  "POST /api/sessions groupData": "the order's",
  "POST /api/sessions groupData.mainPlayer.bayNumber": "a sentence asks for it",
  "POST /api/sessions groupData.mainPlayer.ballCount": "the parts must make up the package",
  "POST /api/sessions groupData.friends": "nobody else plays",
  "POST /api/sessions groupData.friends.bayNumber": "a sentence asks for it",
  "POST /api/sessions groupData.friends.ballCount": "the parts must make up the package",
  "POST /api/sessions purchaseContext": "the order's",
};

interface Field {
  path: string;
  isText: boolean;
  /** A blank is a word of its own: it empties the field. */
  isEmptied: boolean;
  /** A body in which only this field is there. */
  withOnly: (value: unknown) => unknown;
}

/** Every optional field of a body, by its own reading of the schema. */
function optional(schema: unknown, path = "", isOptional = false, wrap: Field["withOnly"] = (value) => value): Field[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const own: Field[] = isOptional ? [{ path, isText: def.type === "string", isEmptied: false, withOnly: wrap }] : [];
  if (def.type === "optional" || def.type === "default") return optional(def.innerType, path, true, wrap);
  if (def.type === "nullable")
    return optional(def.innerType, path, isOptional, wrap).map((field) => ({ ...field, isEmptied: true }));
  if (def.type === "pipe") return optional(def.out, path, isOptional, wrap);
  if (def.type === "array") return [...own, ...optional(def.element, path, false, (value) => wrap([value]))];
  if (def.type !== "object") return own;
  return [
    ...own,
    ...Object.entries(def.shape).flatMap(([name, inner]) =>
      optional(inner, path ? `${path}.${name}` : name, false, (value) => wrap({ [name]: value })),
    ),
  ];
}

const changing = definedContracts.filter(
  (contract): contract is RouteDef => "method" in contract && contract.method !== "GET" && contract.body !== undefined,
);
const isOfDesk = ({ permission }: RouteDef) => permission === "staff" || permission === "admin";
const fields = changing.flatMap((route) => optional(route.body).map((field) => ({ route, ...field })));
const mustBeSaid = fields.filter(
  ({ route, path, isText }) => (isOfDesk(route) && !isText) || route.said?.includes(path),
);

test("each optional field of golfers' calls that is no text must be said, or its absence is harmless", () => {
  const others = fields.filter((field) => !isOfDesk(field.route) && !field.isText && !mustBeSaid.includes(field));
  expect(others.map(({ route, path }) => `${nameOf(route)} ${path}`).toSorted()).toEqual(
    Object.keys(harmless).toSorted(),
  );
});

test("what a route names is an optional field of its body", () => {
  for (const { said = [], ...route } of changing)
    for (const name of said)
      expect(fields.map(({ route: { path }, ...field }) => `${path} ${field.path}`)).toContain(`${route.path} ${name}`);
});

test.each(mustBeSaid.map((field) => [`${nameOf(field.route)} ${field.path}`, field] as const))(
  "%s is refused as null, and as blank unless a blank empties it",
  async (_, { route, path, isEmptied, withOnly }) => {
    const url = route.path.replace("{of}", "range").replaceAll(/\{\w+\}/g, "1");
    for (const value of route.blanks === "kept" || isEmptied ? [null] : [null, "", "  "]) {
      const { status, body } = await admin.raw(route.method, url, withOnly(value));
      const problems: { field: string; message: string }[] = body.error?.details?.problems ?? [];
      const found = problems.find(({ field }) => field.replaceAll(/\.\d+/g, "") === path);
      expect([value, status, found?.message]).toEqual([value, 400, expect.stringMatching(/^[A-Z].{8,}|^\w+ is /)]);
    }
  },
);

test("a refund of null, of nothing and of NaN refunds nothing", async () => {
  const golfer = await app.player();
  const { order } = (await buy(golfer)).body;
  const path = `/api/admin/orders/${order.id}/refund`;
  for (const amount of [null, "", " ", Number.NaN, Number.POSITIVE_INFINITY, "NaN", [], {}])
    expect(await admin.raw("POST", path, { amount, reason: "Rain" })).toMatchObject({
      status: 400,
      body: { error: { details: { problems: [{ field: "amount" }] } } },
    });
  expect((await orderOf(golfer, order.id)).refunds).toEqual([]);
  expect(
    (await admin.call(paymentRoutes.refundOrder, { params: { id: order.id }, body: { reason: "Rain" } })).status,
  ).toBe(200);
});

test("an entry of a list that is null is refused, and not passed over", async () => {
  const golfer = await app.player();
  const reply = await admin.raw("PATCH", `/api/admin/staff/${golfer.id}`, { role: "staff", courseIds: [1, null] });
  expect(reply).toMatchObject({ status: 400, body: { error: { details: { problems: [{ field: "courseIds.1" }] } } } });
});
