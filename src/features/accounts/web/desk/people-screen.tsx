/** `/admin/people`: everybody with an account, found by a name, an address or a player ID; each leads to its page. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { type ListedPerson, peopleRoutes, type PeopleSort, peopleSorts } from "#features/accounts/people-contract.ts";
import { useAhead } from "#platform/web/ahead.ts";
import { call } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { NarrowNote } from "#platform/web/ui/data-table.tsx";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { type PagedColumn, PagedTable } from "#platform/web/ui/table/paged-table.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { peopleWords } from "./people-words.ts";

const roles = ["player", "staff", "admin"] as const;
/** The pause in typing after which the list is asked for. */
const TYPED_MS = 300;

/** The search, as the address has it. A type and not an interface, so that it can be used as a query. */
type Asked = { q?: string; role?: (typeof roles)[number]; sort?: PeopleSort };

function readAsked(search: string): Asked {
  const given = new URLSearchParams(search);
  const q = given.get("q")?.trim().slice(0, 254);
  const role = roles.find((known) => known === given.get("role"));
  const sort = peopleSorts.find((known) => known === given.get("sort") && known !== "name");
  return { ...(q ? { q } : {}), ...(role ? { role } : {}), ...(sort ? { sort } : {}) };
}

export function PeopleScreen() {
  const words = useWords(peopleWords);
  const [, go] = useLocation();
  const search = useSearch();
  const asked = readAsked(search);
  const hide = new URLSearchParams(search).get("hide") ?? undefined;
  const searchFor = (change: { [Name in keyof Asked]: Asked[Name] | undefined }) =>
    go(deskPaths.people({ ...asked, hide, ...change }), { replace: true });
  return (
    <ManageShell title={words.people} lead={words.lead}>
      <search className="grid max-w-3xl items-end gap-4 sm:grid-cols-[1fr_12rem] print:hidden">
        <SearchBox asked={asked.q ?? ""} onAsk={(q) => searchFor({ q: q || undefined })} />
        <SelectField
          label={words.role}
          value={asked.role ?? ""}
          onChange={({ currentTarget }) => searchFor({ role: roles.find((role) => role === currentTarget.value) })}
        >
          <option value="">{words.everyRole}</option>
          {roles.map((role) => (
            <option key={role} value={role}>
              {words[role]}
            </option>
          ))}
        </SelectField>
      </search>
      <Found asked={asked} onSort={(sort) => searchFor({ sort: sort === "name" ? undefined : sort })} />
    </ManageShell>
  );
}

/** A component of its own, so that a typed letter does not render the list. */
function SearchBox({ asked, onAsk }: { asked: string; onAsk: (q: string) => void }) {
  const words = useWords(peopleWords);
  const [typed, type] = useAhead(asked, onAsk, TYPED_MS);
  return (
    <TextField
      label={words.search}
      type="search"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}

function Found({ asked, onSort }: { asked: Asked; onSort: (sort: PeopleSort) => void }) {
  const words = useWords(peopleWords);
  const [language] = useLanguage();
  const list = useInfiniteQuery({
    queryKey: [...keyOf(peopleRoutes.listPeople), asked],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...asked, ...(pageParam === "" ? {} : { cursor: pageParam }) };
      return (await call(peopleRoutes.listPeople, { query, signal })).body;
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: "always",
  });
  const pages = list.data?.pages;
  const timeZone = pages?.[0]?.timeZone ?? "UTC";
  const columns = useMemo(() => columnsIn(words, language, timeZone), [words, language, timeZone]);
  if (!pages) {
    if (list.error)
      return <ErrorState error={list.error} onRetry={() => void list.refetch()} title={words.searchFailed} />;
    return (
      <Loading label={words.looking}>
        <Skeleton className="h-48" />
      </Loading>
    );
  }
  if (pages[0]?.people.length === 0) return <EmptyState title={words.nobodyFound}>{words.nobodyFoundAbout}</EmptyState>;
  return (
    <PagedTable
      label={words.people}
      list={list}
      rowsOf={peopleOf}
      columns={columns}
      keyOf={idOf}
      order={asked.sort ?? "name"}
      onOrder={onSort}
    />
  );
}

const idOf = ({ id }: ListedPerson) => id;
const peopleOf = ({ people }: { people: ListedPerson[] }) => people;

function columnsIn(
  words: typeof peopleWords.en,
  language: Language,
  timeZone: string,
): readonly PagedColumn<ListedPerson, PeopleSort>[] {
  return [
    {
      label: words.name,
      value: ({ name }) => name,
      show: ({ id, name, email, userId }) => (
        <>
          <Link
            href={deskPaths.person({ id })}
            className="block py-2 font-semibold underline decoration-edge underline-offset-4 hover:text-accent"
          >
            {name}
          </Link>
          <NarrowNote>{`${email} · ${userId}`}</NarrowNote>
        </>
      ),
      orders: { up: "name", down: "name_down" },
    },
    { label: words.email, value: ({ email }) => email, wideOnly: true },
    { label: words.playerId, value: ({ userId }) => userId, wideOnly: true },
    { label: words.role, value: ({ role }) => words[role] },
    {
      label: words.registered,
      value: ({ createdAt }) => createdAt,
      show: ({ createdAt }) => momentText(createdAt, timeZone, language),
      orders: { up: "oldest", down: "newest" },
      wideOnly: true,
    },
  ];
}
