/** What needs an administrator, each a link to its rows, the most urgent first. */
import { ChevronRight, CircleAlert, HandCoins } from "lucide-react";
import { Link } from "wouter";
import { writeDateFilter } from "#platform/shared/date-filter.ts";
import { localDay } from "#platform/shared/days.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { cx } from "#platform/web/ui/cx.ts";
import type { Attention } from "../contract.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { jobText } from "./job-words.ts";
import { needsWords } from "./needs-words.ts";
import { overdueDays } from "./overdue-days.ts";
import { needsOf } from "./use-attention.ts";

type Kind = ReturnType<typeof needsOf>[number]["kind"];

/** The dashboard's line about the books, which names what the last audit found. */
const books = () => `${deskPaths.admin()}#books`;

/** That of the ranges, as far as it is known here: within some hours of midnight a claim more or less may be listed. */
const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const places: Record<Kind, (attention: Attention) => string> = {
  audit_faults: books,
  jobs_standing_still: books,
  refused_refunds: () => deskPaths.adminOrders({ status: "refund_refused" }),
  open_disputes: () => deskPaths.adminOrders({ status: "disputed" }),
  payment_troubles: () => deskPaths.adminOrders(),
  overdue_claims: ({ asOf }) =>
    deskPaths.prizeVerification({ date: writeDateFilter(overdueDays(localDay(new Date(asOf), deviceZone()))) }),
  unsent_settlements: ({ unsentSettlement: of }) =>
    deskPaths.settlement(of ? { course: of.courseId, month: of.month } : {}),
  settlements_to_nobody: ({ settlementsToNobody: [course] = [] }) => deskPaths.settlement(course ? { course } : {}),
  prizes_to_pay: () => deskPaths.payouts({ status: "ready" }),
};

export function NeedsList({ attention, onFollow }: { attention: Attention; onFollow?: () => void }) {
  const words = useWords(needsWords);
  const [language] = useLanguage();
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
                {kind === "jobs_standing_still" &&
                  `: ${attention.jobs.map((job) => jobText(job, language)).join(", ")}`}
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0" />
            </To>
          </li>
        );
      })}
    </ul>
  );
}
