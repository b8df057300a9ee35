/** `/admin/audit`: who did what and when, with values before and after. The address holds the filters. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useLocation, useSearch } from "wouter";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { call, urlOf } from "#platform/web/api.ts";
import { valuesOf } from "#platform/web/form.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { Button, FileLink } from "#platform/web/ui/button.tsx";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { ShowMore } from "#platform/web/ui/show-more.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { AuditList } from "./audit-list.tsx";

type Asked = { readonly actor?: string; readonly action?: string; readonly subject?: string };

const fields = ["actor", "action", "subject"] as const;

function askedFrom(value: (name: string) => string | null | undefined): Asked {
  return Object.fromEntries(fields.flatMap((name) => (value(name) ? [[name, value(name)]] : [])));
}

export function AuditScreen() {
  const search = new URLSearchParams(useSearch());
  const asked = askedFrom((name) => search.get(name));
  return (
    <ManageShell
      title="Audit trail"
      lead="Every change that somebody made, newest first"
      actions={
        <FileLink variant="secondary" size="small" href={urlOf(recordRoutes.exportAudit.path, {}, asked)}>
          CSV
        </FileLink>
      }
    >
      <Trail key={JSON.stringify(asked)} asked={asked} />
    </ManageShell>
  );
}

function Trail({ asked }: { asked: Asked }) {
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
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = valuesOf(event.currentTarget);
    go(deskPaths.auditTrail(askedFrom((name) => values[name])), { replace: true });
  };
  return (
    <>
      <form
        role="search"
        onSubmit={ask}
        className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]"
      >
        <TextField
          label="Who"
          name="actor"
          autoComplete="off"
          placeholder="Email address"
          maxLength={254}
          defaultValue={asked.actor}
        />
        <SelectField key={actions.length} label="Action" name="action" defaultValue={asked.action ?? ""}>
          <option value="">All</option>
          {[...new Set([...actions, ...(asked.action ? [asked.action] : [])])].map((action) => (
            <option key={action}>{action}</option>
          ))}
        </SelectField>
        <TextField
          label="Subject"
          name="subject"
          autoComplete="off"
          placeholder="course:3, or an id"
          maxLength={100}
          defaultValue={asked.subject}
        />
        <Button type="submit">Search</Button>
      </form>
      {!list.data ? (
        list.error ? (
          <ErrorState
            error={list.error}
            onRetry={() => void list.refetch()}
            title="We could not load the audit trail"
          />
        ) : (
          <Loading label="Loading the audit trail">
            <Skeleton className="h-28" />
            <Skeleton className="h-28" />
            <Skeleton className="h-28" />
          </Loading>
        )
      ) : list.data.pages[0]?.entries.length === 0 ? (
        <EmptyState title={Object.keys(asked).length > 0 ? "Nothing fits" : "Nothing was done yet"}>
          Changes of courses, prizes, claims, payouts and refunds are kept here for good.
        </EmptyState>
      ) : (
        <>
          <AuditList
            entries={list.data.pages.flatMap((page) => page.entries)}
            timeZone={list.data.pages[0]?.timeZone ?? "UTC"}
          />
          <ShowMore list={list} />
        </>
      )}
    </>
  );
}
