/** What a decision by keys costs between the browser and the server, at twenty claims one after the other. */
import type { Request } from "@playwright/test";
import { makePending } from "../desk/world.ts";
import { decideAll } from "../desk/decide.ts";
import { expect, test } from "../fixtures.ts";
import { signedIn } from "../people.ts";

const CLAIMS = 20;

/** Bytes of the answer as they were sent; 0 for a call that was given up. */
async function sizeOf(request: Request): Promise<number> {
  const response = await request.response();
  return response ? (await request.sizes()).responseBodySize : 0;
}

test("a decision by keys costs its own call, one of the counts and one of the evidence of a claim to come", async ({
  browser,
  serverOf,
}, { file, annotations }) => {
  test.setTimeout(120_000);
  const server = await serverOf(file);
  await makePending(server, CLAIMS);
  const admin = await signedIn(browser, server.url, "admin@acebay.test", { width: 1600, height: 900 });
  // Polls are left out: how many there are depends on the time that the claims take.
  const calls: string[] = [];
  const sizes: Promise<number>[] = [];
  admin.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/api/admin/") || request.headers()["x-unattended"]) return;
    calls.push(`${request.method()} ${pathname.replace(/[0-9a-f-]{36}/, "ID")}`);
    sizes.push(sizeOf(request));
  });
  const { claims, keys, secondSteps } = await decideAll(admin, CLAIMS);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const of = (name: string) => calls.filter((call) => call === name).length;
  const counted = {
    claims,
    keys,
    secondSteps,
    bytes,
    verdicts: of("PATCH /api/admin/prize-claims/ID/verify"),
    counts: of("GET /api/admin/prize-claims/summary"),
    evidence: of("GET /api/admin/prize-claims/ID/evidence"),
    all: calls.length,
  };
  annotations.push({ type: "calls", description: JSON.stringify(counted) });
  expect(counted).toMatchObject({ claims: CLAIMS, keys: CLAIMS + secondSteps, verdicts: CLAIMS });
  expect(counted.evidence).toBeLessThanOrEqual(CLAIMS + 2);
  expect(counted.counts).toBeLessThanOrEqual(CLAIMS + 2);
});
