/** What makes the alerts of claims, payments and the books ring. */
import { claimRoutes } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { bodyOf, type Calls } from "#test/calls.ts";
import { backupCauses } from "./causes-backups.ts";
import type { Cause } from "./cause.ts";
import { golferAt, pay, shoot } from "./people.ts";
import type { Site } from "./site.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A golfer pays. @returns the golfer, the order and the session */
async function bought(url: string) {
  const golfer = await golferAt(url);
  const body = await bodyOf(pay(golfer), 200);
  if (!body.session) throw new Error("The payment has started no session");
  return { golfer, order: body.order, session: body.session };
}

/** A golfer claims a hole, and nobody looks. */
async function claimAt(url: string): Promise<void> {
  const { golfer, session } = await bought(url);
  await shoot(golfer, session.id, "left");
}

async function pending(admin: Calls): Promise<string[]> {
  const claims = await bodyOf(admin.call(claimRoutes.listClaims, { query: { status: "pending" } }));
  return claims.map(({ id }) => id);
}

/** The gateway has another trouble, at all servers. */
function gateways({ servers }: Site, gateway: "well" | "away" | "refuses refunds" | "makes no refunds"): void {
  for (const { tell } of servers) tell({ gateway });
}

/** An administrator refunds an order that was just paid, with the gateway in trouble. */
async function refund(site: Site): Promise<void> {
  const { order } = await bought(site.servers[0].url);
  const admin = await site.admin();
  await bodyOf(
    admin.call(paymentRoutes.refundOrder, { params: { id: order.id }, body: { reason: "The alerts' trial" } }),
  );
}

/** The books are audited once a night: without its row, this night is audited again. */
async function auditAgain({ asOwner, pass }: Site): Promise<void> {
  await asOwner("DELETE FROM audit_runs");
  pass(1);
}

/** A cent that no entry explains. */
const plant = (cents: 1 | -1) => [
  "SET session_replication_role = replica",
  `UPDATE ledger_accounts SET balance_cents = balance_cents + ${cents} WHERE kind = 'revenue' AND course_id = 1`,
];

export const moneyCauses: readonly Cause[] = [
  {
    what: "two claims, and nobody of the staff looks for 40 minutes",
    rings: ["ClaimsSeenLate", "ClaimUnseen"],
    cause: async ({ servers: [{ url }], pass, admin }) => {
      for (let n = 0; n < 2; n += 1) await claimAt(url);
      pass(40 * MINUTE);
      return async () => {
        const person = await admin();
        for (const id of await pending(person))
          await bodyOf(person.call(evidenceRoutes.recordSighting, { params: { id }, body: { seen: true } }));
        // A day later they no longer count as claims of the last 24 hours.
        pass(25 * HOUR);
      };
    },
  },
  {
    what: "nobody decides claims for five more days",
    rings: ["ClaimsOverdue"],
    cause: async ({ pass, admin }) => {
      pass(5 * DAY);
      return async () => {
        const person = await admin();
        for (const id of await pending(person))
          await bodyOf(person.call(claimRoutes.rejectClaim, { params: { id }, body: { reason: "Not seen" } }));
      };
    },
  },
  {
    what: "the payment service refuses a refund",
    rings: ["RefundsRefused", "PaymentTroubles"],
    cause: async (site) => {
      gateways(site, "refuses refunds");
      await refund(site);
      site.pass(MINUTE);
      return async () => {
        gateways(site, "well");
        const person = await site.admin();
        const { refunds } = await bodyOf(person.call(paymentRoutes.listPaymentTroubles));
        for (const { id } of refunds) await bodyOf(person.call(paymentRoutes.retryRefund, { params: { id } }));
        site.pass(MINUTE);
      };
    },
  },
  {
    what: "the payment service makes no refunds for a day",
    rings: ["RefundsDueOld"],
    cause: async (site) => {
      gateways(site, "makes no refunds");
      await refund(site);
      site.pass(25 * HOUR);
      return () => {
        gateways(site, "well");
        site.pass(2 * HOUR);
      };
    },
  },
  {
    what: "the payment service is away for 70 minutes",
    rings: ["PaymentsOpenOld"],
    cause: async (site) => {
      gateways(site, "away");
      await pay(await golferAt(site.servers[0].url));
      site.pass(70 * MINUTE);
      return () => {
        gateways(site, "well");
        site.pass(2 * HOUR);
      };
    },
  },
  {
    what: "a cent is added to an account by SQL",
    rings: ["AuditFaults"],
    cause: async (site) => {
      await site.asOwner(...plant(1));
      await auditAgain(site);
      return async () => {
        await site.asOwner(...plant(-1));
        await auditAgain(site);
      };
    },
  },
  ...backupCauses,
  {
    what: "a forgotten transaction locks the audit's table for 40 hours",
    rings: ["AuditOld"],
    cause: async ({ holding, pass }) => {
      const release = await holding("audit_runs", "EXCLUSIVE");
      pass(40 * HOUR);
      return async () => {
        await release();
        pass(1);
      };
    },
  },
];
