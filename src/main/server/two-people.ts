/** What two administrators do together: each room's part of it, for the server and for the operator's commands. */
import type { AccountDeps } from "#features/accounts/server/deps.ts";
import type { ProposalDeps } from "#features/accounts/server/proposals.ts";
import { recoveryDeeds } from "#features/accounts/server/recovery.ts";
import { adjustDeed } from "#features/books/server/adjust.ts";
import { closeCourseDeed } from "#features/books/server/close-course.ts";
import { remitDeed } from "#features/books/server/remit.ts";
import { approvalLimitDeed } from "#features/claims/server/approval-limit.ts";
import { grantAdminDeed } from "#features/courses/server/staff.ts";
import { otherwiseDeed } from "#features/payments/server/paid-otherwise.ts";

/** @param askGateway what became of a refund at the gateway, which only the server asks */
export function twoPeople(
  deps: Pick<AccountDeps, "db" | "clock" | "config" | "hub" | "mailer">,
  askGateway?: (refundId: string) => Promise<void>,
): ProposalDeps {
  const { db, clock, config, mailer } = deps;
  const deeds = {
    ...recoveryDeeds(deps),
    grant_admin: grantAdminDeed(deps),
    approval_limit: approvalLimitDeed(deps),
    remit: remitDeed(deps),
    adjust: adjustDeed(deps),
    refund_otherwise: otherwiseDeed({ clock, mailer, productName: config.productName, checkGateway: askGateway }),
    close_course: closeCourseDeed(deps),
  };
  return { db, clock, config, mailer, deeds };
}
