/** The latest events of the period. The list holds still while somebody points at it. The address holds the search. */
import { CreditCard, Gift, Play, Trophy, Undo2, UserPlus } from "lucide-react";
import { useLocation, useSearch } from "wouter";
import { searchNow } from "#platform/web/desk-address.ts";
import { useHeldRows } from "#platform/web/held-rows.ts";
import { Nothing } from "#platform/web/ui/breakdown.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { FilterBar } from "#platform/web/ui/filters/filter-bar.tsx";
import { useStep } from "#platform/web/ui/filters/steps.ts";
import { listWords } from "#platform/web/ui/list-words.ts";
import { EventTable } from "#platform/web/ui/event-table.tsx";
import { Skeleton } from "#platform/web/ui/states.tsx";
import { useServerNow } from "#platform/web/ui/server-clock.ts";
import { agoText, momentText } from "#platform/web/ui/time.ts";
import type { Activity } from "../activity-contract.ts";
import { pathOfEvent } from "#platform/web/desk-rows.ts";
import { NewRows } from "./new-rows.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { dashboardWords } from "./words.ts";

const kinds = {
  account_created: { word: "accountCreated", Icon: UserPlus },
  purchase: { word: "purchase", Icon: CreditCard },
  refund: { word: "refund", Icon: Undo2 },
  prize_claim: { word: "prizeClaim", Icon: Trophy },
  free_shot: { word: "freeShot", Icon: Gift },
  session: { word: "session", Icon: Play },
} as const satisfies Record<Activity["type"], unknown>;

interface RecentActivityProps {
  /** Undefined until the first answer. */
  activity: readonly Activity[] | undefined;
  zone: string;
  /** The server's moment (ISO) of the latest answer: this device's clock may be wrong. */
  asOf: string;
  /** It changes with the period. */
  list: string;
}

export function RecentActivity({ activity, zone, asOf, list }: RecentActivityProps) {
  const words = useWords(dashboardWords);
  const [language] = useLanguage();
  const lists = useWords(listWords);
  const [search, searchFor] = useSearchInAddress();
  const { rows, waiting = 0, showAll, area } = useHeldRows(activity, list);
  const now = useServerNow(asOf, 15_000);
  const wanted = search.trim().toLowerCase();
  const shown = rows?.filter(({ type, description, spanish }) =>
    `${words[kinds[type].word]} ${language === "es" ? spanish : description}`.toLowerCase().includes(wanted),
  );
  return (
    <Card title={words.activity}>
      {!shown ? (
        <Skeleton className="h-64" />
      ) : rows?.length === 0 ? (
        <Nothing>{words.noActivity}</Nothing>
      ) : (
        <>
          <div className="mb-2">
            <FilterBar
              fields={[
                {
                  kind: "search",
                  name: "activity",
                  label: words.searchActivity,
                  placeholder: words.searchHint,
                },
              ]}
              values={{ activity: search }}
              onChange={({ activity: typed = "" }, visit) => searchFor(typed, visit)}
              found={
                shown.length === rows?.length
                  ? lists.inAll(shown.length)
                  : lists.shownOf(shown.length, rows?.length ?? 0)
              }
            />
          </div>
          <div {...area} className="relative">
            <NewRows count={waiting} onShow={showAll} />
            {shown.length === 0 && <Nothing>{words.noneLikeThat}</Nothing>}
            {shown.length > 0 && (
              <EventTable
                label={words.activityList}
                className="max-h-82 2xl:max-h-123 print:max-h-none"
                events={shown.map(({ id, type, description, spanish, timestamp, amount, ...subject }) => ({
                  id,
                  Icon: kinds[type].Icon,
                  word: words[kinds[type].word],
                  text: language === "es" ? spanish : description,
                  href: pathOfEvent(subject),
                  at: timestamp,
                  when: <span title={momentText(timestamp, zone, language)}>{agoText(timestamp, now, language)}</span>,
                  amount,
                }))}
              />
            )}
          </div>
        </>
      )}
    </Card>
  );
}

/** The text beside the period and the course in the address; what is typed in one visit is one step of the history. */
function useSearchInAddress() {
  const [path] = useLocation();
  const step = useStep();
  const search = new URLSearchParams(useSearch()).get("activity") ?? "";
  const searchFor = (typed: string, visit?: string) => {
    const query = new URLSearchParams(searchNow());
    if (typed === "") query.delete("activity");
    else query.set("activity", typed);
    step(query.size === 0 ? path : `${path}?${query}`, visit);
  };
  return [search, searchFor] as const;
}
