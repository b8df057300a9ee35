/** What needs an administrator, each a link to its rows, the most urgent first. */
import { ChevronRight, CircleAlert, HandCoins } from "lucide-react";
import { Link } from "wouter";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { cx } from "#platform/web/ui/cx.ts";
import type { Attention } from "../contract.ts";

type Kind = Attention["needs"][number]["kind"];

/** The dashboard's line about the books, which names what the last audit found. */
const books = () => `${deskPaths.admin()}#books`;

const needs: Record<Kind, { one: string; many: string; href: () => string }> = {
  audit_faults: { one: "fault in the books", many: "faults in the books", href: books },
  jobs_standing_still: { one: "job stands still", many: "jobs stand still", href: books },
  refused_refunds: { one: "refund was refused", many: "refunds were refused", href: () => deskPaths.adminOrders() },
  open_disputes: { one: "open dispute", many: "open disputes", href: () => deskPaths.adminOrders() },
  payment_troubles: { one: "payment in trouble", many: "payments in trouble", href: () => deskPaths.adminOrders() },
  overdue_claims: { one: "claim is overdue", many: "claims are overdue", href: () => deskPaths.prizeVerification() },
  prizes_to_pay: {
    one: "prize is ready to be paid",
    many: "prizes are ready to be paid",
    href: () => deskPaths.payouts({ status: "ready" }),
  },
};

export function NeedsList({ attention, onFollow }: { attention: Attention; onFollow?: () => void }) {
  return (
    <ul className="flex flex-wrap gap-3">
      {attention.needs.map(({ kind, count }) => {
        const { one, many, href } = needs[kind];
        const isWork = kind === "prizes_to_pay";
        // Within a page the browser leads to the place.
        const To = href().includes("#") ? "a" : Link;
        const Icon = isWork ? HandCoins : CircleAlert;
        return (
          <li key={kind}>
            <To
              href={href()}
              onClick={onFollow}
              className={cx(
                "flex min-h-12 items-center gap-2 rounded-2xl px-4 py-2 font-semibold hover:underline",
                isWork ? "bg-gold-tint text-gold-text" : "bg-danger-tint text-danger",
              )}
            >
              <Icon aria-hidden className="size-5 shrink-0" />
              <span>
                <span className="tabular text-lg font-bold">{count.toLocaleString("en-US")}</span>{" "}
                {count === 1 ? one : many}
                {kind === "jobs_standing_still" && `: ${attention.jobs.join(", ")}`}
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0" />
            </To>
          </li>
        );
      })}
    </ul>
  );
}
