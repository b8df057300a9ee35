/** Lines of the audit trail for the tests of its sentences, with the names of all that they point at. */
import type { Names } from "#features/reports/server/trail-pieces.ts";
import { sentenceOf } from "#features/reports/server/trail-sentences.ts";
import type { TrailLine } from "#features/reports/server/trail-told.ts";

const idOf = (n: number) => `0000000${n}-0000-4000-8000-000000000000`;
export const [alex, sam, gone, order] = [idOf(1), idOf(2), idOf(3), idOf(4)];
export const [claim, session, refund, request] = [idOf(5), idOf(6), idOf(7), idOf(8)];

const whose = { personId: sam, name: "Sam Porter", deleted: false, courseId: 3 };
export const names: Names = {
  person: new Map([
    [alex, { name: "Alex Stone", role: "admin", deleted: false }],
    [sam, { name: "Sam Porter", role: "player", deleted: false }],
    [gone, { name: "Deleted player", role: "player", deleted: true }],
  ]),
  order: new Map([[order, { ...whose, number: 1045 }]]),
  claim: new Map([[claim, { ...whose, isCash: true, cents: 100_570, prize: "Jackpot" }]]),
  session: new Map([[session, { ...whose, orderId: order }]]),
  refund: new Map([[refund, { cents: 300, orderId: order }]]),
  course: new Map([
    ["3", { name: "Pine Hills" }],
    ["4", { name: "Lake View" }],
  ]),
  package: new Map([["1", { name: "Starter" }]]),
  sponsor: new Map([["1", { name: "Birdie & Co" }]]),
  sponsored_prize: new Map([["1", { name: "A wedge" }]]),
  course_request: new Map([[request, { name: "Oak Valley" }]]),
};
export const nobody: Names = Object.fromEntries(
  Object.keys(names).map((kind) => [kind, new Map()]),
) as unknown as Names; // Every kind of the names above.

/** What each subject is, by the beginning of the action. */
const subjects: Readonly<Record<string, string>> = {
  account: sam,
  person_note: sam,
  passkey: alex,
  proposal: sam,
  staff: sam,
  package: "package:1",
  sponsor: "sponsor:1",
  sponsored_prize: "sponsored_prize:1",
  course_request: `course_request:${request}`,
  session,
  order,
  refund: order,
  dispute: order,
  claim,
  payouts: "2026",
  payout: idOf(9),
  transaction: idOf(9),
  journal: "journal",
  roles: "staff",
  settlement: "course:3",
  news: "news",
};
const subjectOf = (action: string) => subjects[action.slice(0, action.indexOf("."))] ?? "course:3";

/** Every field that some action has. */
export const everything = {
  reason: "rain",
  note: "clear as day",
  label: "Alex's phone",
  failure: "expired_or_canceled_card",
  amountCents: 1080,
  aboveCents: 60_000,
  beforeCents: null,
  toHouseCents: 5000,
  restCents: 700,
  intoCourseId: 4,
  recipient: null,
  courseId: 3,
  into: "fees",
  parts: [
    { courseId: 3, cents: 300 },
    { courseId: null, cents: 200 },
  ],
  refundId: refund,
  refundIds: [refund],
  reference: "1007",
  method: "check",
  paidOn: "2026-11-20",
  month: "2026-10",
  account: "pot",
  addresses: 2,
  left: 1,
  language: "es",
  day: 3,
  again: true,
  document: "driving_licence",
  form: "W-9",
  year: 2026,
  minutes: 5,
  letters: 3,
  notices: 2,
  bayNumber: 7,
  proposal: 12,
  kind: "remit",
  before: { role: "player", courseIds: [], bayNumber: 7 },
  after: { role: "staff", courseIds: [3, 4], statementCourseIds: [3], bayNumber: 9, handled: true },
};

export type Deed = Partial<TrailLine> & { action: string };
export const piecesOf = (said: typeof sentenceOf, deed: Deed, known = names) =>
  said({ actorId: alex, subject: subjectOf(deed.action), detail: {}, ...deed }, known);
export const textOf = (deed: Deed, known = names, said = sentenceOf) =>
  piecesOf(said, deed, known)
    .map(({ text }) => text)
    .join("");

/** What only a machine reads: ids, keys, cents, and what a missing field leaves. */
export const RAW =
  /[\da-f]{8}-[\da-f]{4}|[a-z]_[a-z]|[a-z][A-Z]|\bcents\b|undefined|null|NaN|\[object|\{|\s\s|\s$|\w:\w/;
