/** Closing a course for good, as two administrators do it. */
import { closingRoutes } from "#features/books/closing-contract.ts";
import { manageCourseRoutes } from "#features/courses/manage-contract.ts";
import type { Player, TestApp } from "./app.ts";
import { bodyOf } from "./calls.ts";

/** Stops the sales of a course, or starts them again. */
export const setOpen = (admin: Player, id: number, isOpen: boolean) =>
  bodyOf(admin.call(manageCourseRoutes.changeCourse, { params: { id }, body: { isOpen } }));

export const propose = (admin: Player, id: number, who: { intoCourseId?: number; recipient?: string } = {}) =>
  admin.call(closingRoutes.proposeClosing, { params: { id }, body: { reason: "The lease has ended", ...who } });

export const closingOf = async (admin: Player, id: number) =>
  (await bodyOf(admin.call(closingRoutes.getClosing, { params: { id } }))).state;

/** The cents in a course's pot. */
export const potOf = async ({ db }: Pick<TestApp, "db">, id: number): Promise<number> =>
  (await db.pool.query("SELECT (-balance_cents)::int AS cents FROM ledger_accounts WHERE key = $1", [`pot:${id}`]))
    .rows[0].cents;
