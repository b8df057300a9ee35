/** api.md, conventions: bodies, statuses, origins, ETags, and the shape of every refusal. */
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, freshApp, packs, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
let golfer: Player;
beforeAll(async () => {
  app = await freshApp();
  golfer = await app.player();
});
afterAll(() => app.close());

const KIB = 1024;
const cookies = () => ({ cookie: [...golfer.cookies].map(([name, value]) => `${name}=${value}`).join("; ") });
/** A call as raw as can be: the body's bytes and the headers are the test's. */
async function raw(
  method: InjectOptions["method"] & string,
  url: string,
  payload?: string,
  headers: Record<string, string> = {},
) {
  const reply = await app.http.inject({
    method: method as "POST",
    url,
    headers: { ...cookies(), ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: reply.statusCode,
    headers: reply.headers,
    text: reply.body,
    body: String(reply.headers["content-type"]).includes("json") ? reply.json() : undefined,
  };
}
const json = { "content-type": "application/json" };
const request = { name: "Kim", email: "kim@example.com", courseName: "Pines", courseLocation: "Naples" };
const post = (payload: string, headers: Record<string, string> = json) =>
  raw("POST", "/api/course-requests", payload, headers);
const refusal = (code: string) => ({
  error: { code, message: expect.stringMatching(/^[A-Z].+/), requestId: expect.stringMatching(/^[\w-]{8,}$/) },
});

describe("every refusal", () => {
  test.each([
    ["GET", "/api/me", 401, "request.signed_out"],
    ["GET", "/api/courses/99", 404, "courses.not_found"],
    ["GET", "/api/nothing", 404, "request.not_found"],
    ["POST", "/api/nothing", 404, "request.not_found"],
    ["DELETE", "/api/courses", 404, "request.not_found"],
    ["GET", "/api/courses/1/nothing", 404, "request.not_found"],
    ["GET", "/api/%zz", 400, "request.invalid"],
    ["GET", "/api/courses/%ff", 400, "request.invalid"],
    ["GET", `/api/courses/${"1".repeat(300)}`, 404, "request.not_found"],
  ])("%s %s is JSON of one shape: %i %s", async (method, path, status, code) => {
    const reply = await raw(method, path, undefined, { cookie: "" });
    expect(reply.status).toBe(status);
    expect(reply.body).toEqual(refusal(code));
  });

  test("of a wrong shape names the wrong fields, and the first one in a sentence [8.1]", async () => {
    const { status, body } = await post(JSON.stringify({ name: "Kim", email: "nowhere" }));
    expect(status).toBe(400);
    expect(body).toEqual({
      error: {
        code: "request.invalid",
        message: "Valid email is required",
        details: {
          problems: [
            { field: "email", message: "Valid email is required" },
            { field: "courseName", message: "Course name is required" },
            { field: "courseLocation", message: "Course location is required" },
          ],
        },
        requestId: expect.any(String),
      },
    });
  });
});

describe("a body", () => {
  test("may be empty where no field is required, whatever its content type", async () => {
    for (const type of [
      "application/json",
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "image/png",
    ]) {
      for (const payload of ["", " \n"])
        expect([
          type,
          (await raw("POST", "/api/logout", payload, { "content-type": type, cookie: "" })).status,
        ]).toEqual([type, 204]);
    }
    expect((await raw("POST", "/api/logout", undefined, { cookie: "" })).status).toBe(204);
    expect((await raw("POST", "/api/login", "", { "content-type": "text/plain" })).body.error.message).toBe(
      "Email is required",
    );
  });

  test("of another content type is 415", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/xml",
    ]) {
      const reply = await post(JSON.stringify(request), { "content-type": type });
      expect([type, reply.status, reply.body]).toEqual([type, 415, refusal("request.not_json")]);
    }
    expect((await post(JSON.stringify(request), {})).status).toBe(415);
    expect((await post(JSON.stringify(request), { "content-type": "application/json; charset=utf-8" })).status).toBe(
      201,
    );
  });

  test("of more than 64 KiB is 413; one of exactly 64 KiB is read", async () => {
    const of = (bytes: number) => {
      const frame = JSON.stringify({ ...request, unknown: "" });
      return frame.replace('"unknown":""', `"unknown":"${"x".repeat(bytes - frame.length)}"`);
    };
    expect((await post(of(64 * KIB))).status).toBe(201);
    const over = await post(of(64 * KIB + 1));
    expect([over.status, over.body]).toEqual([413, refusal("request.too_large")]);
    expect((await raw("POST", "/api/attempts", of(64 * KIB + 1), json)).status).toBe(413);
  });

  test("that is no JSON is 400, and the answer says nothing about the parser", async () => {
    for (const payload of ["{", "{'name':1}", "name=Kim", "[1,", '{"a":1}{', "\u0000", "NaN", '{"a":undefined}']) {
      const reply = await post(payload);
      expect([payload, reply.status, reply.body]).toEqual([payload, 400, refusal("request.invalid")]);
    }
  });

  test("that is JSON but no object is 400", async () => {
    for (const payload of ["[]", '"text"', '""', "7", "true", JSON.stringify([request])])
      expect([payload, (await post(payload)).status]).toEqual([payload, 400]);
    expect((await post("null")).body.error.message).toBe("Name is required");
  });

  test("may have unknown fields", async () => {
    const { status, body } = await post(
      JSON.stringify({ ...request, id: "mine", createdAt: "1999", extra: { deep: [1] } }),
    );
    expect(status).toBe(201);
    expect(body.courseRequest).toMatchObject({ createdAt: "2026-11-21T17:00:00.000Z" });
    expect(body.courseRequest.id).not.toBe("mine");
  });

  test("counts null and blank as absent: optional fields are left out, required ones are missing", async () => {
    for (const message of [null, "", "  \t"])
      expect((await post(JSON.stringify({ ...request, message }))).body.courseRequest.message).toBeNull();
    for (const name of [null, "", " "])
      expect((await post(JSON.stringify({ ...request, name }))).body.error.message).toBe("Name is required");
    const free = { courseId: 1, bayNumber: "", teeTime: "14:00", userId: null };
    expect((await golfer.raw("POST", "/api/free-shot-session", free)).body.error?.message).toBe(
      "Bay selection required",
    );
  });

  test("may write a number in digits, and in no other way", async () => {
    const at = (courseId: unknown) =>
      golfer.call(playRoutes.startSession, { body: { courseId, packageId: 4, bayNumber: 1 } });
    for (const courseId of [1, "1", " 1 "]) expect((await at(courseId)).status).toBe(402);
    for (const courseId of [true, [1], ["1"], [], {}, "one", "1e0", "0x1", 1.5, "1.5", 4e10]) {
      const reply = await at(courseId);
      expect([courseId, reply.status, reply.body.error?.message]).toEqual([
        courseId,
        400,
        "Missing required selections",
      ]);
    }
    for (const amount of [true, [3], "three", {}])
      expect((await buy(golfer, { pack: packs.sponsored, amount: amount as number })).status).toBe(400);
  });
});

describe("a state-changing call", () => {
  const logout = (headers: Record<string, string>) =>
    raw("POST", "/api/logout", undefined, { cookie: "", host: "localhost:3000", ...headers });
  test.each([
    [{}, 204],
    [{ origin: "http://localhost:3000" }, 204],
    [{ "sec-fetch-site": "same-origin" }, 204],
    [{ "sec-fetch-site": "none" }, 204],
    [{ origin: "http://localhost:3001" }, 403],
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ origin: "not an origin" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ origin: "http://localhost:3000", "sec-fetch-site": "cross-site" }, 403],
    [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }, 403],
  ])("with %j is %i", async (headers, status) => {
    const reply = await logout(headers);
    expect(reply.status).toBe(status);
    if (status === 403) expect(reply.body).toEqual(refusal("request.foreign_origin"));
  });

  test("behind a proxy accepts the public address as its own", async () => {
    const behind = await freshApp({ env: { PUBLIC_URL: "https://play.example.com" } });
    const call = (origin: string) =>
      behind.http.inject({ method: "POST", url: "/api/logout", headers: { host: "10.0.0.3", origin } });
    expect((await call("https://play.example.com")).statusCode).toBe(204);
    expect((await call("https://evil.example")).statusCode).toBe(403);
    await behind.close();
  });

  test("from another site is 403 for everybody and changes nothing; reading is not refused", async () => {
    const foreign = { origin: "https://evil.example" };
    expect((await golfer.call(accountRoutes.forgetDevice, { headers: foreign })).status).toBe(403);
    expect(
      (
        await golfer.call(accountRoutes.updateUser, {
          params: { id: golfer.id },
          body: { name: "X", email: golfer.email },
          headers: foreign,
        })
      ).status,
    ).toBe(403);
    expect((await bodyOf(golfer.call(accountRoutes.me, { headers: foreign }))).user.name).toBe("Robin Tester");
  });
});

describe("an ETag", () => {
  test.each([
    "/api/courses",
    "/api/courses/1",
    "/api/courses/1/sponsors",
    "/api/packages",
    "/api/sponsored-prizes",
    "/api/sponsored-prizes?courseId=1",
    "/api/config",
  ])("on %s saves sending the same answer twice", async (path) => {
    const first = await raw("GET", path);
    const etag = String(first.headers["etag"]);
    expect(first.status).toBe(200);
    const again = await raw("GET", path, undefined, { "if-none-match": `"other", ${etag}` });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect((await raw("GET", path, undefined, { "if-none-match": '"other"' })).text).toBe(first.text);
  });

  test("on the courses changes with a pot", async () => {
    const before = await raw("GET", "/api/courses/3");
    await buy(await app.player(), { sessionData: { courseId: 3 }, amount: 7.5 });
    const after = await raw("GET", "/api/courses/3", undefined, { "if-none-match": String(before.headers["etag"]) });
    expect(after.status).toBe(200);
    expect(after.body.course.jackpotAmount).toBe(1001.5);
  });

  test("is on a session once it is completed, and not while its clock runs", async () => {
    const player = await app.player();
    const { session } = (await buy(player)).body;
    const read = (headers?: Record<string, string>) =>
      player.call(playRoutes.getSession, { params: { id: session.id }, headers });
    expect((await read()).headers["etag"]).toBeUndefined();
    await player.call(playRoutes.completeSession, { params: { id: session.id } });
    const done = await read();
    await app.clock.advance(5);
    expect((await read({ "if-none-match": String(done.headers["etag"]) })).status).toBe(304);
  });

  test("is on nothing that belongs to one person", async () => {
    for (const path of ["/api/me", "/api/orders"])
      expect((await raw("GET", path)).headers).toMatchObject({ "cache-control": "private, no-store" });
  });
});
