/** The books of an administrator: reconciliation, adjustments, statements; and lists with very many rows. */
import type { Page } from "@playwright/test";
import { callsOf, registered } from "../people.ts";
import { everyLook, furtherLooks, inEnglish } from "./looks.ts";
import { at, loadingAndFailed, LONG_NAME, pay, shot } from "./reach.ts";
import { type Open, rewrite, type Studio } from "./studio.ts";
import { manageCourseRoutes } from "#features/courses/manage-contract.ts";
import { bodyOf, given } from "#test/calls.ts";
import { advanceClock, refundAtSandbox } from "#test/demo.ts";

const every = inEnglish(everyLook);
const further = inEnglish(furtherLooks);
/** More than fit in any window. */
const MANY = 300;

const dialogOf =
  (path: string, name: string | RegExp): Open =>
  async (page) => {
    await at(path)(page);
    await page.getByRole("button", { name }).first().click();
    await page.locator("dialog[open]").waitFor();
  };

/** With a server that nobody has used yet. */
export async function books(studio: Studio): Promise<void> {
  const { desk, visitor, take } = studio;
  const page = await desk("admin@acebay.test");
  await take(page, "Reconciliation", "nothing yet", further, at("/admin/reconciliation"));
  // Before the clock moves on: a change of terms needs a fresh proof.
  const { courses } = await bodyOf(callsOf(page).call(manageCourseRoutes.listManagedCourses));
  const { version } = given(courses.find(({ id }) => id === 1));
  await callsOf(page).call(manageCourseRoutes.changeCourse, { params: { id: 1 }, body: { version, rangeShare: 20 } });
  const player = await visitor();
  await registered(player, LONG_NAME);
  const { session, order } = await pay(player, 5, { packageId: 4 });
  await shot(player, session.id, "left");
  // What moved within the last ten minutes counts as under way, and the payment service's own refund is news.
  await refundAtSandbox(callsOf(player), { orderId: order.id, amount: 1 });
  await advanceClock(callsOf(player), 900);
  await take(page, "Reconciliation", "the same", every, at("/admin/reconciliation"));
  await take(page, "Reconciliation", "differs", every, async () => {
    await rewrite(page, /\/api\/admin\/reconciliation/, differing);
    await at("/admin/reconciliation")(page);
  });
  await adjustmentsAndStatements(studio, page);
  await manyRows(studio, page);
  for (const row of [
    ["Reconciliation", "/admin/reconciliation", /\/api\/admin\/reconciliation/],
    ["Adjustments", "/admin/adjustments", /\/api\/admin\/adjustments/],
    ["Statements", "/admin/statements?course=1", /\/api\/admin\/statements/],
    ["Journal", "/admin/journal-accounts", /\/api\/admin\/journal/],
    ["Approvals", "/admin/proposals", /\/api\/admin\/proposals/],
    ["Bays' refunds", "/admin/bays/refunds?course=1", /\/api\/admin\/.*refunds/],
  ] as const)
    await loadingAndFailed(take, page, further, row);
  await player.context().close();
  await page.context().close();
}

/** A charge that the payment service lost, a refund that nobody booked, and money that waits for a person. */
function differing(found: {
  at: string;
  unexplained: number;
  differences: object[];
  unsorted: object[];
  undivided: object[];
}): void {
  const { at: moment } = found;
  found.unexplained = -1_234.56;
  found.differences = [
    {
      of: "payment",
      reference: "ch_3QxT9sL0ngReferenceOfThePaymentService",
      transactions: ["txn_3QxT9sL0ngReferenceOfThePaymentService"],
      at: moment,
      gateway: null,
      books: 4.55,
      order: { id: crypto.randomUUID(), number: 1045 },
      advice: "The payment service does not have it. Look for it there by its name.",
    },
    {
      of: "transaction",
      reference: "adj_1042",
      transactions: ["txn_1042"],
      at: moment,
      gateway: -12,
      books: null,
      order: null,
      advice: "The books do not have it.",
    },
  ];
  found.unsorted = [{ id: crypto.randomUUID(), reference: "topup_1042", amount: 25, at: moment }];
  found.undivided = [{ id: crypto.randomUUID(), reference: "po_1042", amount: 1_234.56, at: moment }];
}

async function adjustmentsAndStatements({ take }: Studio, page: Page): Promise<void> {
  await take(page, "Adjustments", "none", every, at("/admin/adjustments"));
  await take(page, "Adjustments", "some", further, async () => {
    await rewrite(page, /\/api\/admin\/adjustments/, (body) => {
      body.adjustments = Array.from({ length: 12 }, (_, index) => ({
        id: crypto.randomUUID(),
        courseId: 1,
        courseName: "Palmetto Pines Driving Range",
        timeZone: "America/New_York",
        account: index % 2 === 0 ? "range_share" : "fees",
        amount: index % 2 === 0 ? -1_234.5 : 12.5,
        reason: "The bank's letter of the fourth names another amount, and the range agreed by telephone.",
        madeAt: new Date().toISOString(),
        proposedBy: LONG_NAME,
        approvedBy: "the operator",
      }));
    });
    await at("/admin/adjustments")(page);
  });
  await take(page, "Adjustments", "form", further, dialogOf("/admin/adjustments", "Propose an adjustment"));

  await take(page, "Statements", "of the range", every, at("/admin/statements?course=1"));
  await take(page, "Statements", "of the tax office", further, at("/admin/statements?course=1&of=tax"));
  await take(
    page,
    "Statements",
    "record a payment",
    further,
    dialogOf("/admin/statements?course=1", "Record a payment"),
  );
}

/** The same row again and again, under ids of its own. */
const repeated = (rows: { id: string }[]) =>
  Array.from({ length: MANY }, (_, index) => ({
    ...rows[index % rows.length],
    id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
  }));

async function manyRows({ take }: Studio, page: Page): Promise<void> {
  await take(page, "Orders desk", "many rows", further, async () => {
    await rewrite(page, /\/api\/admin\/orders(\?|$)/, (body) => (body.orders = repeated(body.orders)));
    await at("/admin/orders")(page);
  });
  await take(page, "Verification", "many rows", further, async () => {
    await page.route(/\/api\/admin\/prize-claims(\?|$)/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: repeated(await response.json()) });
    });
    await at("/admin/prize-verification?status=all")(page);
  });
}
