import { afterEach, expect, test, vi } from "vitest";
import { isRefusal, onlyOne, waitMs } from "./outbox-rules.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("only the server's own word is a refusal; whoever answers in its place is asked again", () => {
  expect(isRefusal({ status: 409, code: "play.no_balls" })).toBe(true);
  expect(isRefusal({ status: 404, code: "play.not_found" })).toBe(true);
  expect(isRefusal({ status: 400, code: "request.invalid" })).toBe(true);
  expect(isRefusal({ status: 0, code: "network.failed" })).toBe(false);
  expect(isRefusal({ status: 401, code: "request.signed_out" })).toBe(false);
  expect(isRefusal({ status: 429, code: "request.too_many" })).toBe(false);
  expect(isRefusal({ status: 503, code: "service.database_away" })).toBe(false);
  expect(isRefusal({ status: 500, code: "service.failed" })).toBe(false);
  expect(isRefusal({ status: 404, code: "service.unreadable" })).toBe(false);
  expect(isRefusal({ status: 200, code: "contract.broken" })).toBe(false);
  expect(isRefusal({ status: 422, code: "contract.broken" })).toBe(false);
  expect(isRefusal({ status: 409, code: "request.in_progress" })).toBe(false);
});

test("the waits grow to half a minute", () => {
  expect([1, 2, 3, 4, 5, 6, 99].map(waitMs)).toEqual([1000, 2000, 4000, 8000, 15_000, 30_000, 30_000]);
});

/** A browser whose locks answer by these steps, one for each request; it keeps the options of each request. */
function locksOf(...steps: ((begin: () => Promise<string>) => Promise<string>)[]) {
  const asked: LockOptions[] = [];
  const request = (_name: string, options: LockOptions, begin: () => Promise<string>) => {
    asked.push(options);
    return steps[asked.length - 1]?.(begin) ?? Promise.reject(new Error("Nobody expects this request"));
  };
  vi.stubGlobal("navigator", { locks: { request } });
  return asked;
}
const job = () => vi.fn<() => Promise<string>>(() => Promise.resolve("sent"));
const gaveUp = () => Promise.reject(new DOMException("The lock is not ours", "TimeoutError"));

test("a job waits for the lock, and is done under it", async () => {
  const [asked, once] = [locksOf((begin) => begin()), job()];
  await expect(onlyOne("shots", once)).resolves.toBe("sent");
  expect(once).toHaveBeenCalledOnce();
  expect(asked).toEqual([{ signal: expect.any(AbortSignal) as unknown }]);
});

test("a browser without locks does the job at once", async () => {
  vi.stubGlobal("navigator", {});
  await expect(onlyOne("shots", job())).resolves.toBe("sent");
});

test("the lock of a tab that has slept too long is taken from it", async () => {
  const [asked, once] = [locksOf(gaveUp, (begin) => begin()), job()];
  await expect(onlyOne("shots", once)).resolves.toBe("sent");
  expect(once).toHaveBeenCalledOnce();
  expect(asked.at(-1)).toEqual({ steal: true });
});

test("a job whose lock is taken from it is not begun again", async () => {
  const asked = locksOf(async (begin) => {
    await begin();
    return gaveUp();
  });
  const once = job();
  await expect(onlyOne("shots", once)).resolves.toBe("sent");
  expect(once).toHaveBeenCalledOnce();
  expect(asked).toHaveLength(1);
});

test("a browser that refuses locks altogether does the job at once", async () => {
  const asked = locksOf(() => Promise.reject(new TypeError("Not here")));
  await expect(onlyOne("shots", job())).resolves.toBe("sent");
  expect(asked).toHaveLength(1);
});
