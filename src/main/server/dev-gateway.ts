/** The sandbox gateway's desk at /dev/gateway: its latest payments, and the refunds and disputes that can be made there. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { refuse } from "#features/payments/contract.ts";
import { type DeskPayment, findCaptured, latestPayments } from "#features/payments/server/sandbox-desk.ts";
import type { SandboxDisputes } from "#features/payments/server/sandbox-disputes.ts";
import type { SandboxRefunds } from "#features/payments/server/sandbox-refunds.ts";
import type { Config } from "#platform/server/config.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Jobs } from "#platform/server/jobs.ts";
import { formatCents, isWholeCents, toCents, toDollars } from "#platform/shared/money.ts";
import { Refusal, refuseRequest } from "#platform/shared/refusal.ts";
import { escapeHtml, htmlPage, sendHtml } from "./html.ts";

const PATH = "/dev/gateway";
const FORM = "application/x-www-form-urlencoded";

const wrongPayment = "Name the payment: attemptId or orderId, a text";
const wrongReason = "reason is a text of 1 to 200 characters";
const wrongStatus = 'status is "won" or "lost": how the dispute ends';
const wrongBody = "Send a JSON object";
const payment = z.optional(z.string({ error: wrongPayment }).check(z.minLength(1, wrongPayment)));
const opening = z
  .object(
    {
      attemptId: payment,
      orderId: payment,
      reason: z._default(
        z.string({ error: wrongReason }).check(z.trim(), z.minLength(1, wrongReason), z.maxLength(200, wrongReason)),
        "fraudulent",
      ),
    },
    { error: wrongBody },
  )
  .check(z.refine(({ attemptId, orderId }) => (attemptId === undefined) !== (orderId === undefined), wrongPayment));
const wrongAmount = "amount is dollars and cents above 0; without it all that is left goes back";
const refunding = z
  .object(
    {
      attemptId: payment,
      orderId: payment,
      amount: z.optional(
        z.coerce
          .number({ error: wrongAmount })
          .check(z.refine((given) => given > 0 && isWholeCents(given), { error: wrongAmount })),
      ),
    },
    { error: wrongBody },
  )
  .check(z.refine(({ attemptId, orderId }) => (attemptId === undefined) !== (orderId === undefined), wrongPayment));
const closing = z.object({ status: z.enum(["won", "lost"], { error: wrongStatus }) }, { error: wrongBody });

interface DeskDeps {
  db: Db;
  sandbox: SandboxDisputes & Pick<SandboxRefunds, "refundByHand" | "cancelByHand">;
  config: Config;
  jobs: Jobs;
  /** Refuses callers who may not see the demo's pages. */
  onRequest: (request: FastifyRequest) => Promise<void>;
}

export function bindGatewayDesk(http: FastifyInstance, { db, sandbox, config, jobs, onRequest }: DeskDeps): void {
  http.get(`${PATH}.json`, { onRequest }, async () => ({ payments: await latestPayments(db) }));
  http.get(PATH, { onRequest }, async (_request, reply) => sendDesk(config, reply, await latestPayments(db)));

  // A scope of its own: only here are forms read, since the page's buttons work without a script.
  void http.register((scope, _options, done) => {
    scope.addContentTypeParser<string>(FORM, { parseAs: "string" }, (_request, body, parsed) =>
      parsed(null, Object.fromEntries(new URLSearchParams(body))),
    );
    scope.post(`${PATH}/disputes`, { onRequest }, (request, reply) =>
      answer(request, reply, async () => {
        const { reason, ...named } = read(opening, request.body);
        return { reference: await sandbox.openDispute(db, await captured(named), reason) };
      }),
    );
    // The refund is made without our server, as at a real gateway's dashboard.
    scope.post(`${PATH}/refunds`, { onRequest }, (request, reply) =>
      answer(request, reply, async () => {
        const { amount, ...named } = read(refunding, request.body);
        const cents = amount === undefined ? undefined : toCents(amount);
        return { reference: await sandbox.refundByHand(await captured(named), cents) };
      }),
    );
    scope.post<{ Params: { reference: string } }>(
      `${PATH}/refunds/:reference/cancel`,
      { onRequest },
      (request, reply) =>
        answer(request, reply, async () => {
          const { reference } = request.params;
          await sandbox.cancelByHand(reference);
          return { reference };
        }),
    );
    scope.post<{ Params: { reference: string } }>(`${PATH}/disputes/:reference`, { onRequest }, (request, reply) =>
      answer(request, reply, async () => {
        const { status } = read(closing, request.body);
        const { reference } = request.params;
        await sandbox.closeDispute(reference, status);
        return { reference };
      }),
    );
    done();
  });

  /** @throws payments.not_captured */
  async function captured(named: { attemptId?: string | undefined; orderId?: string | undefined }): Promise<string> {
    const attemptId = await findCaptured(db, named);
    if (attemptId === undefined)
      throw refuse("payments.not_captured", { message: "The sandbox holds no captured payment of that name" });
    return attemptId;
  }

  /** Does the work and sends the sandbox's events at once; a form gets the page again, a call what was made. */
  async function answer(request: FastifyRequest, reply: FastifyReply, work: () => Promise<{ reference: string }>) {
    const isForm = request.headers["content-type"]?.startsWith(FORM) === true;
    try {
      const { reference } = await work();
      await jobs.runAll();
      if (isForm) return await reply.redirect(PATH, 303);
      const dispute = await sandbox.dispute(reference);
      return await reply.send(dispute ? { dispute: shown(dispute) } : { refund: { reference } });
    } catch (error) {
      if (!isForm || !(error instanceof Refusal)) throw error;
      return sendDesk(config, reply.status(error.status), await latestPayments(db), error.message);
    }
  }
}

function shown({ amountCents, ...state }: NonNullable<Awaited<ReturnType<SandboxDisputes["dispute"]>>>) {
  return { ...state, amount: toDollars(amountCents) };
}

function read<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  throw refuseRequest("request.invalid", { message: parsed.error.issues[0]?.message ?? wrongBody });
}

function sendDesk(config: Config, reply: FastifyReply, payments: readonly DeskPayment[], problem?: string) {
  const head = "<tr><th>Order<th>Attempt<th>Amount<th>Method<th>Status<th>Refunds<th>Disputes<th>Actions";
  const body = [
    problem ? `<p role="alert"><strong>${escapeHtml(problem)}</strong></p>` : "",
    `<p>The sandbox's latest payments, newest first; times are UTC. The same as JSON: <a href="${PATH}.json">${PATH}.json</a>. Test cards: <a href="/dev/cards">/dev/cards</a>.</p>`,
    payments.length === 0 ? "<p>No payments yet.</p>" : `<table>${head}${payments.map(line).join("")}</table>`,
  ];
  return sendHtml(reply, config, htmlPage("Sandbox gateway", body.join("")));
}

function line(of: DeskPayment): string {
  const refunds = of.refunds.map(
    ({ reference, amount, failure }) =>
      money(amount) +
      (failure === null
        ? form(`${PATH}/refunds/${encodeURIComponent(reference)}/cancel`, [["cancel", "yes", "Cancel"]])
        : ` failed: ${escapeHtml(failure)}`),
  );
  const disputes = of.disputes.map(
    ({ reference, amount, status, reason }) =>
      `${money(amount)}, ${escapeHtml(reason)}, ${status}${
        status === "open"
          ? form(`${PATH}/disputes/${encodeURIComponent(reference)}`, [
              ["status", "won", "Win"],
              ["status", "lost", "Lose"],
            ])
          : ""
      }`,
  );
  const opened =
    of.status === "captured"
      ? form(`${PATH}/disputes`, [["attemptId", of.attemptId, "Dispute"]]) +
        form(`${PATH}/refunds`, [["attemptId", of.attemptId, "Refund"]])
      : "";
  const cells = [
    `${of.orderNumber ?? "none"}<br><time>${of.createdAt.slice(0, 19).replace("T", " ")}</time>`,
    `<code>${escapeHtml(of.attemptId)}</code>`,
    money(of.amount),
    escapeHtml(of.method) + (of.last4 === null ? "" : ` ${escapeHtml(of.last4)}`),
    of.status + (of.failureCode === null ? "" : `: ${escapeHtml(of.failureCode)}`),
    refunds.join("<br>"),
    disputes.join("<br>"),
    opened,
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}`).join("")}`;
}

/** Buttons that post one field each. */
function form(action: string, buttons: readonly [name: string, value: string, label: string][]): string {
  const parts = buttons.map(
    ([name, value, label]) => `<button name="${name}" value="${escapeHtml(value)}">${escapeHtml(label)}</button>`,
  );
  return ` <form method="post" action="${action}">${parts.join(" ")}</form>`;
}

function money(dollars: number): string {
  return formatCents(toCents(dollars));
}
