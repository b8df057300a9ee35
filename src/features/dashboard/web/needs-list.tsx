/** What needs an administrator, each a link to its rows, the most urgent first. */
import { ChevronRight, CircleAlert, HandCoins } from "lucide-react";
import { Link } from "wouter";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { cx } from "#platform/web/ui/cx.ts";
import type { Attention } from "../contract.ts";
import { useWords } from "#platform/web/words.ts";
import { needsWords } from "./needs-words.ts";
import { needsOf } from "./use-attention.ts";

type Kind = ReturnType<typeof needsOf>[number]["kind"];

/** The dashboard's line about the books, which names what the last audit found. */
const books = () => `${deskPaths.admin()}#books`;

const places: Record<Kind, (attention: Attention) => string> = {
  audit_faults: books,
  jobs_standing_still: books,
  refused_refunds: () => deskPaths.adminOrders({ status: "refund_refused" }),
  open_disputes: () => deskPaths.adminOrders({ status: "disputed" }),
  payment_troubles: () => deskPaths.adminOrders(),
  overdue_claims: () => deskPaths.prizeVerification(),
  unsent_settlements: ({ unsentSettlement: of }) =>
    deskPaths.settlement(of ? { course: of.courseId, month: of.month } : {}),
  settlements_to_nobody: ({ settlementsToNobody: [course] = [] }) => deskPaths.settlement(course ? { course } : {}),
  prizes_to_pay: () => deskPaths.payouts({ status: "ready" }),
};

export function NeedsList({ attention, onFollow }: { attention: Attention; onFollow?: () => void }) {
  const words = useWords(needsWords);
  return (
    <ul className="flex flex-wrap gap-3">
      {needsOf(attention).map(({ kind, count }) => {
        const href = places[kind](attention);
        const isWork = kind === "prizes_to_pay";
        // Within a page the browser leads to the place.
        const To = href.includes("#") ? "a" : Link;
        const Icon = isWork ? HandCoins : CircleAlert;
        return (
          <li key={kind}>
            <To
              href={href}
              onClick={onFollow}
              className={cx(
                "flex min-h-12 items-center gap-2 rounded-2xl px-4 py-2 font-semibold hover:underline",
                isWork ? "bg-gold-tint text-gold-text" : "bg-danger-tint text-danger",
              )}
            >
              <Icon aria-hidden className="size-5 shrink-0" />
              <span>
                <span className="tabular text-lg font-bold">{count.toLocaleString("en-US")}</span> {words[kind](count)}
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
