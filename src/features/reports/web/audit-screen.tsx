/** `/admin/audit`: who did what and when, with values before and after. The address holds the filters. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { isFirstDayFirst } from "#platform/shared/asked-days.ts";
import { isDay } from "#platform/shared/days.ts";
import { call } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { headsIn } from "#platform/web/file-language.ts";
import { keyOf } from "#platform/web/query.ts";
import type { FilterValues, OnFilter } from "#platform/web/ui/filters/filter-fields.tsx";
import { useStep } from "#platform/web/ui/filters/steps.ts";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { AuditList } from "./audit-list.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { trailWords } from "./record-words.ts";

const fields = ["person", "order", "from", "to", "action"] as const;
type Asked = { readonly [Field in (typeof fields)[number]]?: string } & { readonly sort?: "oldest" };

const isEnd = (name: string) => name === "from" || name === "to";

/** Reads by name, from an address or a form. An invalid day is left out. */
function askedFrom(value: (name: string) => string | null | undefined): Asked {
  const given = fields.map((name) => [name, value(name)] as const);
  const filter = Object.fromEntries(given.filter(([name, text]) => text && (!isEnd(name) || isDay(text))));
  return { ...filter, ...(value("sort") === "oldest" && { sort: "oldest" }) };
}

export function AuditScreen() {
  const words = useWords(trailWords);
  const search = new URLSearchParams(useSearch());
  const step = useStep();
  // Links of earlier days name one day.
  const asked = askedFrom((name) => search.get(name) ?? (isEnd(name) ? search.get("date") : null));
  const searchFor = (change: FilterValues<keyof Asked>, visit?: string) => {
    const next: FilterValues<string> = { ...asked, ...change };
    step(deskPaths.auditTrail({ ...askedFrom((name) => next[name]), hide: search.get("hide") ?? undefined }), visit);
  };
  return (
    <ManageShell title={words.title} lead={words.lead}>
      <Trail asked={asked} onAsk={searchFor} />
    </ManageShell>
  );
}

function Trail({ asked, onAsk }: { asked: Asked; onAsk: OnFilter<keyof Asked> }) {
  const words = useWords(trailWords);
  const [language] = useLanguage();
  const list = useInfiniteQuery({
    queryKey: [...keyOf(recordRoutes.listAudit), "trail", asked],
    queryFn: async ({ pageParam, signal }) =>
      (
        await call(recordRoutes.listAudit, {
          query: { ...asked, ...(pageParam === "" ? {} : { cursor: pageParam }) },
          signal,
        })
      ).body,
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: "always",
  });
  const actions = useActions(list.data?.pages[0]?.actions, asked.action);
  return (
    <AuditList
      list={list}
      order={asked.sort ?? "newest"}
      onOrder={(sort) => onAsk({ sort })}
      filters={{
        fields: [
          { kind: "search", name: "person", label: words.person, placeholder: words.personHint },
          { kind: "search", name: "order", label: words.order, placeholder: words.number },
          { kind: "days", from: "from", to: "to" },
          {
            kind: "choice",
            name: "action",
            label: words.what,
            every: words.all,
            options: actions.map((value) => ({ value, label: actionText(value) })),
            lang: "en",
          },
        ],
        values: asked,
        onChange: onAsk,
      }}
      // There is no file of days that the list refuses.
      file={
        isFirstDayFirst(asked)
          ? { route: recordRoutes.exportAudit, query: { ...withoutSort(asked), ...headsIn(language) } }
          : undefined
      }
    />
  );
}

/** The actions of the latest answer, so that the choice stays while the next one is on its way. */
function useActions(answered: readonly string[] | undefined, asked: string | undefined): readonly string[] {
  const [known, setKnown] = useState<readonly string[]>([]);
  if (answered && answered !== known) setKnown(answered);
  return [...new Set([...known, ...(asked === undefined ? [] : [asked])])];
}

/** `order.claims_released` as 'Order: claims released', in English like the trail itself. */
function actionText(action: string): string {
  const [about = "", what = ""] = action.replaceAll("_", " ").split(".");
  return `${about.charAt(0).toUpperCase()}${about.slice(1)}: ${what}`;
}

/** The file is oldest first. */
function withoutSort({ sort: _, ...filter }: Asked) {
  return filter;
}
