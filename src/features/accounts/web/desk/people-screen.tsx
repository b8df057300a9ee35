/** `/admin/people`: everybody with an account, found by a name, an address or a player ID; each leads to its page. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link, useSearch } from "wouter";
import {
  type ListedPerson,
  peopleRoutes,
  type PeopleSort,
  peopleSorts,
  type PeopleSource,
  peopleSources,
} from "#features/accounts/people-contract.ts";
import { type Day, isDay } from "#platform/shared/days.ts";
import { call } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { NarrowNote } from "#platform/web/ui/data-table.tsx";
import { type FilterValues, type OnFilter } from "#platform/web/ui/filters/filter-fields.tsx";
import { useStep } from "#platform/web/ui/filters/steps.ts";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { type PagedColumn, PagedTable } from "#platform/web/ui/table/paged-table.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { peopleWords, sourceWords } from "./people-words.ts";

const roles = ["player", "staff", "admin"] as const;

/** The search, as the address has it. A type and not an interface, so that it can be used as a query. */
type Asked = {
  q?: string;
  role?: (typeof roles)[number];
  source?: PeopleSource;
  from?: Day;
  to?: Day;
  sort?: PeopleSort;
};

function readAsked(given: FilterValues<keyof Asked>): Asked {
  const q = given.q?.trim().slice(0, 254);
  const role = roles.find((known) => known === given.role);
  const source = peopleSources.find((known) => known === given.source);
  const { from, to } = given;
  const sort = peopleSorts.find((known) => known === given.sort && known !== "name");
  return {
    ...(q ? { q } : {}),
    ...(role ? { role } : {}),
    ...(source ? { source } : {}),
    ...(from && isDay(from) ? { from } : {}),
    ...(to && isDay(to) ? { to } : {}),
    ...(sort ? { sort } : {}),
  };
}

export function PeopleScreen() {
  const words = useWords(peopleWords);
  const step = useStep();
  const search = useSearch();
  const given = Object.fromEntries(new URLSearchParams(search));
  const asked = readAsked(given);
  const searchFor = (change: FilterValues<keyof Asked>, visit?: string) =>
    step(deskPaths.people({ ...readAsked({ ...asked, ...change }), hide: given["hide"] }), visit);
  return (
    <ManageShell title={words.people} lead={words.lead}>
      <Found asked={asked} onAsk={searchFor} />
    </ManageShell>
  );
}

function Found({ asked, onAsk }: { asked: Asked; onAsk: OnFilter<keyof Asked> }) {
  const words = useWords(peopleWords);
  const sources = useWords(sourceWords);
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
  const timeZone = list.data?.pages[0]?.timeZone ?? "UTC";
  const columns = useMemo(() => columnsIn(words, language, timeZone), [words, language, timeZone]);
  const nobody = { title: words.nobodyFound, text: words.nobodyFoundAbout };
  return (
    <PagedTable
      label={words.people}
      list={list}
      rowsOf={peopleOf}
      columns={columns}
      keyOf={idOf}
      order={asked.sort ?? "name"}
      onOrder={(sort) => onAsk({ sort })}
      filters={{
        fields: [
          { kind: "search", name: "q", label: words.search, maxLength: 254 },
          {
            kind: "choice",
            name: "role",
            label: words.role,
            every: words.everyRole,
            options: roles.map((value) => ({ value, label: words[value] })),
          },
          {
            kind: "choice",
            name: "source",
            label: words.source,
            every: words.everySource,
            options: peopleSources.map((value) => ({ value, label: sources[value] })),
          },
          { kind: "days", from: "from", to: "to" },
        ],
        values: asked,
        onChange: onAsk,
      }}
      note={words.registeredIn(timeZone)}
      says={{ failed: words.searchFailed, loading: words.looking, none: nobody, fits: nobody }}
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
