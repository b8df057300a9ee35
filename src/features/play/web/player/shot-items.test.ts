import { expect, test } from "vitest";
import { localShots } from "./local-shots.ts";
import {
  afterRefusal,
  sessionAt,
  type Entry,
  isEnding,
  lateness,
  queued,
  type QueuedShot,
  sameClaim,
  takingBack,
  waitingShots,
} from "./shot-items.ts";

const item = (change: Partial<QueuedShot> = {}): QueuedShot => ({
  kind: "shot",
  sessionId: "main",
  playerName: "Robin",
  bayNumber: 7,
  number: 1,
  targetHole: "missed",
  prizeClaim: false,
  tappedAt: 1000,
  takenAt: 1000,
  deadline: 9000,
  ...change,
});
const entry = (id: string, change: Partial<QueuedShot> = {}, rest: Partial<Entry> = {}): Entry => ({
  id,
  item: item(change),
  tries: 0,
  place: "device",
  ...rest,
});
const claim = { targetHole: "left", prizeClaim: true } as const;

test("a shot's moment is told in seconds ago when it is sent, and never more than a day or less than now", () => {
  expect(lateness(1000, 1400)).toEqual({});
  expect(lateness(1000, 61_000)).toEqual({ secondsAgo: 60 });
  expect(lateness(1000, 0)).toEqual({});
  expect(lateness(0, 100 * 86_400_000)).toEqual({ secondsAgo: 86_400 });
});

test("what is refused or taken back waits no more, and the order stays", () => {
  const refused = { code: "play.no_balls", message: "No" };
  const entries = [entry("a"), entry("b", {}, { refused }), entry("c", { undone: true }), entry("d")];
  expect(waitingShots(entries).map(({ id }) => id)).toEqual(["a", "d"]);
  expect(localShots([], entries).map(({ shotId }) => shotId)).toEqual(["a", "d"]);
});

test("a claim made again is the one that waits, until a shot came in between or the hole is another", () => {
  expect(sameClaim([entry("a"), entry("c", claim)], "main", "left")).toBe("c");
  expect(sameClaim([entry("c", claim)], "main", "right")).toBeUndefined();
  expect(sameClaim([entry("c", claim)], "other", "left")).toBeUndefined();
  expect(sameClaim([entry("c", claim), entry("a")], "main", "left")).toBeUndefined();
  expect(sameClaim([entry("c", claim), entry("a", { sessionId: "friend" })], "main", "left")).toBe("c");
});

test("a miss that never left is forgotten, any other is marked: the server may have it", () => {
  expect(takingBack(entry("a"))).toBe("remove");
  expect(takingBack(entry("a", {}, { tries: 1 }))).toBe("mark");
});

test("when a miss is refused, its claim is still sent, and the server finds it a shot", () => {
  const waiting = item({ ...claim, missShotId: "a" });
  expect(afterRefusal({ id: "a", item: item() }, waiting)).toEqual(item(claim));
  expect(afterRefusal({ id: "b", item: item() }, waiting)).toBe(waiting);
});

test("an end waits for its own session", () => {
  const end = { id: "e", item: { kind: "end", sessionId: "main" }, tries: 0, place: "device" } as const;
  expect(isEnding([entry("a"), end], "main")).toBe(true);
  expect(isEnding([end], "other")).toBe(false);
  expect(isEnding([{ ...end, refused: { code: "a.b", message: "No" } }], "main")).toBe(false);
});

test("a clock that ran out ends the session where the server cannot say so", () => {
  const session = {
    status: "active",
    expiresAt: "2026-05-01T12:00:00.000Z",
    endedAt: null,
    endReason: null,
    timeRemaining: 5,
  } as const;
  expect(sessionAt(session, Date.parse("2026-05-01T11:59:59.999Z"))).toBe(session);
  expect(sessionAt(session, Date.parse(session.expiresAt))).toMatchObject({
    status: "completed",
    endedAt: session.expiresAt,
    endReason: "time",
  });
});

test("what the device kept is read again as it was, and what is broken is not read at all", () => {
  expect(queued.parse(structuredClone(item({ ...claim, friendIndex: 0, mainSessionId: "m" })))).toEqual(
    item({ ...claim, friendIndex: 0, mainSessionId: "m" }),
  );
  expect(queued.safeParse({ kind: "payment" }).success).toBe(false);
});
