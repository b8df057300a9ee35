/** `/admin/audit`: who did what and when, with values before and after. The address holds the filters. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useLocation, useSearch } from "wouter";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { isFirstDayFirst } from "#platform/shared/asked-days.ts";
import { isDay } from "#platform/shared/days.ts";
import { urlOf } from "#platform/shared/route.ts";
import { call } from "#platform/web/api.ts";
import { valuesOf } from "#platform/web/form.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { AuditList } from "./audit-list.tsx";
import { useWords } from "#platform/web/words.ts";
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
  // Links of earlier days name one day.
  const asked = askedFrom((name) => search.get(name) ?? (isEnd(name) ? search.get("date") : null));
  return (
    <ManageShell title={words.title} lead={words.lead}>
      <Trail key={JSON.stringify(asked)} asked={asked} hide={search.get("hide") ?? undefined} />
    </ManageShell>
  );
}

function Trail({ asked, hide }: { asked: Asked; hide: string | undefined }) {
  const words = useWords(trailWords);
  const [, go] = useLocation();
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
  const actions = list.data?.pages[0]?.actions ?? [];
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = valuesOf(event.currentTarget);
    go(deskPaths.auditTrail({ ...askedFrom((name) => values[name]), sort: asked.sort, hide }), { replace: true });
  };
  return (
    <>
      <form
        role="search"
        onSubmit={search}
        className="grid grid-cols-2 items-end gap-4 print:hidden md:grid-cols-3 xl:grid-cols-[1.3fr_0.7fr_1fr_1fr_1.2fr_auto]"
      >
        <TextField
          label={words.person}
          name="person"
          type="search"
          autoComplete="off"
          placeholder={words.personHint}
          maxLength={100}
          defaultValue={asked.person}
        />
        <TextField
          label={words.order}
          name="order"
          type="search"
          autoComplete="off"
          placeholder={words.number}
          maxLength={100}
          defaultValue={asked.order}
        />
        <TextField label={words.from} name="from" type="date" defaultValue={asked.from} />
        <TextField label={words.to} name="to" type="date" defaultValue={asked.to} />
        <div className="max-md:col-span-2">
          <SelectField key={actions.length} label={words.what} name="action" defaultValue={asked.action ?? ""}>
            <option value="">{words.all}</option>
            {[...new Set([...actions, ...(asked.action ? [asked.action] : [])])].map((action) => (
              <option key={action} value={action} lang="en">
                {actionText(action)}
              </option>
            ))}
          </SelectField>
        </div>
        <Button type="submit" className="max-md:col-span-2">
          {words.search}
        </Button>
      </form>
      {!list.data ? (
        list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} title={words.failed} />
        ) : (
          <Loading label={words.loading}>
            <Skeleton className="h-28" />
            <Skeleton className="h-28" />
            <Skeleton className="h-28" />
          </Loading>
        )
      ) : list.data.pages[0]?.entries.length === 0 ? (
        <EmptyState title={Object.keys(withoutSort(asked)).length > 0 ? words.nothingFits : words.nothingYet}>
          {words.about}
        </EmptyState>
      ) : (
        <AuditList
          list={list}
          order={asked.sort ?? "newest"}
          onOrder={(sort) =>
            go(deskPaths.auditTrail({ ...asked, sort: sort === "newest" ? undefined : sort, hide }), { replace: true })
          }
          // Days that the list refuses have no file.
          {...(isFirstDayFirst(asked) && { file: urlOf(recordRoutes.exportAudit.path, {}, withoutSort(asked)) })}
        />
      )}
    </>
  );
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
