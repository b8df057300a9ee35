/** What a browser needs for the course map: who draws it, what the page may then load, and courses without a place. */
import { afterAll, describe, expect, test } from "vitest";
import { freshApp } from "#test/app.ts";
import { call } from "#test/raw-http.ts";

const plain = await freshApp();
const google = await freshApp({ env: { GOOGLE_MAPS_API_KEY: "local-key" } });
afterAll(async () => {
  await plain.close();
  await google.close();
});

const get = (app: typeof plain, url: string) => app.http.inject({ method: "GET", url });
/** What goes out with every answer is seen on a real connection. */
const headersOf = async (app: typeof plain) => (await call(await app.listen(), "GET", "/api/config")).headers;

describe("without a key", () => {
  test("the map is the embedded one, and the page may load nothing of Google's", async () => {
    const reply = await get(plain, "/api/config");
    expect(reply.json().maps).toEqual({ provider: "embedded" });
    const headers = await headersOf(plain);
    expect(headers["content-security-policy"]).not.toContain("google");
    expect(headers["content-security-policy"]).not.toContain("unsafe-inline");
    expect(headers["referrer-policy"]).toBe("same-origin");
  });

  test("a course may have an address alone; a latitude without a longitude is refused", async () => {
    const add = (id: number, latitude: string, longitude: string) =>
      plain.db.pool.query(
        `INSERT INTO courses (id, name, address, latitude, longitude, time_zone, bay_count, base_jackpot_cents)
         VALUES (${id}, 'New Links', '1 Orange Ave, Orlando, FL', ${latitude}, ${longitude}, 'UTC', 9, 0)`,
      );
    await expect(add(7, "28.5", "NULL")).rejects.toThrow(/courses_place_is_whole/);
    await add(8, "NULL", "NULL");
    await plain.db.pool.query("UPDATE courses SET active = false WHERE id = 8");
    expect((await get(plain, "/api/config")).json().defaultCenter).toEqual({ latitude: 26.2126, longitude: -81.7345 });
  });
});

test("with a key the map is Google's, and the page may load it: scripts, pictures, fonts and workers", async () => {
  const reply = await get(google, "/api/config");
  expect(reply.json().maps).toEqual({ provider: "google", key: "local-key" });
  const headers = await headersOf(google);
  const policy = String(headers["content-security-policy"]);
  expect(policy).toMatch(/script-src 'self' https:\/\/\*\.googleapis\.com/);
  expect(policy).toMatch(/connect-src 'self' https:\/\/\*\.googleapis\.com/);
  expect(policy).toMatch(/font-src 'self' https:\/\/fonts\.gstatic\.com; worker-src 'self' blob:/);
  expect(policy).not.toContain("unsafe-eval");
  expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
});
