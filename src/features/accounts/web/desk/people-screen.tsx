/** `/admin/people`: finds accounts by a name, an address or a player ID; each leads to its page. */
import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { valuesOf } from "#platform/web/form.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { peopleWords } from "./people-words.ts";

export function PeopleScreen() {
  const words = useWords(peopleWords);
  const [, go] = useLocation();
  const q = new URLSearchParams(useSearch()).get("q") ?? "";
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    go(deskPaths.people({ q: valuesOf(event.currentTarget)["q"] }), { replace: true });
  };
  return (
    <ManageShell title={words.people} lead={words.lead}>
      <form role="search" onSubmit={find} className="grid max-w-2xl items-end gap-4 sm:grid-cols-[1fr_auto]">
        <TextField
          key={q}
          label={words.search}
          type="search"
          name="q"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          defaultValue={q}
        />
        <Button type="submit" variant="secondary">
          {words.find}
        </Button>
      </form>
      {q === "" ? <EmptyState title={words.nobodyShown}>{words.nobodyShownAbout}</EmptyState> : <Found key={q} q={q} />}
    </ManageShell>
  );
}

function Found({ q }: { q: string }) {
  const words = useWords(peopleWords);
  const { data, error, refetch } = useQuery({
    ...queryFor(peopleRoutes.findPeople, { query: { q } }),
    refetchOnMount: "always",
  });
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={words.searchFailed} />;
    return (
      <Loading label={words.looking}>
        <Skeleton className="h-48" />
      </Loading>
    );
  }
  if (data.people.length === 0) return <EmptyState title={words.nobodyFound}>{words.nobodyFoundAbout}</EmptyState>;
  return (
    <>
      <ul aria-label={words.people} className="flex flex-col gap-3">
        {data.people.map(({ id, name, email, userId, role }) => (
          <li key={id}>
            <Link
              href={deskPaths.person({ id })}
              className="grid gap-x-6 gap-y-1 rounded-card bg-card px-5 py-4 shadow-card transition-colors hover:bg-tint grid-cols-[minmax(0,1fr)_auto]"
            >
              <span className="font-bold wrap-anywhere">{name}</span>
              <span className="text-right">{words[role]}</span>
              <span className="text-ink-soft wrap-anywhere">{email}</span>
              <span className="tabular text-right text-ink-soft">{userId}</span>
            </Link>
          </li>
        ))}
      </ul>
      {data.more && <p className="text-ink-soft">{words.more}</p>}
    </>
  );
}
