/** `/admin/people`: one account, found by its address or player ID, and what an administrator may do for it. */
import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useLocation, useSearch } from "wouter";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { ApiError } from "#platform/web/api.ts";
import { valuesOf } from "#platform/web/form.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { PersonCard } from "./person-card.tsx";

export function PeopleScreen() {
  const [, go] = useLocation();
  const q = new URLSearchParams(useSearch()).get("q") ?? "";
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    go(deskPaths.people({ q: valuesOf(event.currentTarget)["q"] }), { replace: true });
  };
  return (
    <ManageShell title="People" lead="Players, staff and administrators: where they are signed in">
      <form role="search" onSubmit={find} className="grid max-w-2xl items-end gap-4 sm:grid-cols-[1fr_auto]">
        <TextField
          key={q}
          label="Email address or player ID"
          name="q"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          defaultValue={q}
        />
        <Button type="submit" variant="secondary">
          Find
        </Button>
      </form>
      {q === "" ? (
        <EmptyState title="Nobody is shown">
          Find a person by the email address or the player ID of their account.
        </EmptyState>
      ) : (
        <Found key={q} q={q} />
      )}
    </ManageShell>
  );
}

function Found({ q }: { q: string }) {
  const { data, error, refetch } = useQuery({
    ...queryFor(peopleRoutes.findPerson, { query: { q } }),
    refetchOnMount: "always",
  });
  if (data) return <PersonCard person={data.person} />;
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState title="Nobody is found">{error.message}. Check it and try again.</EmptyState>;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} title="We could not show this person" />;
  return (
    <Loading label="Looking for the account">
      <Skeleton className="h-48" />
    </Loading>
  );
}
