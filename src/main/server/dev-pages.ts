/** The demo's pages: the mail outbox, the clock, the sandbox's cards. Outside production, for loopback callers only. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { testCards } from "#features/payments/server/sandbox-cards.ts";
import type { SandboxDisputes } from "#features/payments/server/sandbox-disputes.ts";
import type { SandboxRefunds } from "#features/payments/server/sandbox-refunds.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { DEMO_CLOCK, type MovableClock } from "#platform/server/clock.ts";
import type { Config } from "#platform/server/config.ts";
import type { Db } from "#platform/server/db/database.ts";
import { isLoopback } from "#platform/server/http/addresses.ts";
import type { Hub } from "#platform/server/live/hub.ts";
import type { Jobs } from "#platform/server/jobs.ts";
import { readOutbox } from "#platform/server/mail/outbox.ts";
import { bindGatewayDesk } from "./dev-gateway.ts";
import { escapeHtml, htmlPage, sendHtml } from "./html.ts";

const TEN_YEARS_SECONDS = 315_360_000;
const wrongSeconds = "advanceSeconds is a number of seconds, 0 or more: the clock only goes forward";
const advance = z.object({
  advanceSeconds: z
    .number({ error: wrongSeconds })
    .check(z.minimum(0, wrongSeconds), z.maximum(TEN_YEARS_SECONDS, "advanceSeconds is at most ten years")),
});

interface DevDeps {
  db: Db;
  clock: Clock & Partial<MovableClock>;
  config: Config;
  jobs: Jobs;
  hub: Hub;
  /** Absent with a real gateway, which has a desk of its own. */
  sandbox: (SandboxDisputes & Pick<SandboxRefunds, "refundByHand" | "cancelByHand">) | undefined;
}

function isLoopbackName(host: string): boolean {
  return isLoopback(host) || host === "[::1]" || host === "localhost" || host.endsWith(".localhost");
}

export function bindDevPages(http: FastifyInstance, { db, clock, config, jobs, sandbox, hub }: DevDeps): void {
  const onRequest = async (request: FastifyRequest) => {
    // The host's name is checked too, because another site may point its own name at this machine (DNS rebinding).
    if (!isLoopback(request.ip) || !isLoopbackName(request.hostname)) throw refuseRequest("request.not_found");
  };
  http.get("/dev/outbox.json", { onRequest }, () => readOutbox(db));
  http.get("/dev/outbox", { onRequest }, async (_request, reply) => {
    const mails = await readOutbox(db);
    const rows = mails.map(
      (mail) =>
        `<h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to)}, ${escapeHtml(mail.sentAt)}</p><pre>${escapeHtml(mail.text)}</pre>${mail.files ? `<p>With ${escapeHtml(mail.files.join(", "))}</p>` : ""}`,
    );
    return sendHtml(reply, config, htmlPage("Outbox", rows.join("") || "<p>No mail yet.</p>"));
  });
  // A move on one process moves the clock of all.
  hub.follow(DEMO_CLOCK, () => void clock.read?.().catch(() => undefined));
  http.get("/dev/clock", { onRequest }, () => ({ now: clock.now().toISOString() }));
  http.post("/dev/clock", { onRequest }, async (request) => {
    const parsed = z.safeParse(advance, request.body);
    if (!parsed.success)
      throw refuseRequest("request.invalid", { message: parsed.error.issues[0]?.message ?? wrongSeconds });
    await clock.advance?.(parsed.data.advanceSeconds);
    hub.announce(DEMO_CLOCK);
    await jobs.runAll();
    return { now: clock.now().toISOString() };
  });
  if (!sandbox) return;
  bindGatewayDesk(http, { db, sandbox, config, jobs, onRequest });
  http.get("/dev/cards", { onRequest }, (_request, reply) => {
    const rows = Object.entries(testCards).map(
      ([number, { label }]) => `<tr><td><code>${number}</code><td>${escapeHtml(label)}`,
    );
    const note =
      "<p>Any expiry in the future, any CVV and ZIP. Other well-formed numbers are declined.</p>" +
      "<p>PayPal and Apple Pay open a sheet of the sandbox's own: Approve pays, Decline is the wallet's no, Cancel sends nothing.</p>";
    const table = `<table><tr><th>Number<th>Outcome${rows.join("")}</table>`;
    return sendHtml(reply, config, htmlPage("Sandbox cards", note + table));
  });
}
