/** `/admin/players`: the players behind the figures, for administrators. The address holds the filters. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "wouter";
import { call } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { NarrowNote } from "#platform/web/ui/data-table.tsx";
import { type PagedColumn, PagedTable } from "#platform/web/ui/table/paged-table.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { type ActivePlayer, playedRoutes, type PlayedSort, playerKinds } from "../played-contract.ts";
import { kindWords, playedWords } from "./played-words.ts";
import { usePlayed } from "./use-played.ts";

export function PlayersScreen() {
  const words = useWords(playedWords);
  const kinds = useWords(kindWords);
  const [language] = useLanguage();
  const { asked, ...table } = usePlayed(kinds, playerKinds, deskPaths.adminPlayers);
  const list = useInfiniteQuery({
    queryKey: [...keyOf(playedRoutes.listPlayers), asked],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...asked, ...(pageParam === "" ? {} : { cursor: pageParam }) };
      return (await call(playedRoutes.listPlayers, { query, signal })).body;
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: "always",
  });
  const timeZone = list.data?.pages[0]?.timeZone ?? "UTC";
  const columns = useMemo(() => columnsIn(words, kinds, language, timeZone), [words, kinds, language, timeZone]);
  return (
    <AdminShell title={words.players} lead={words.playersLead}>
      <PagedTable
        {...table}
        label={words.players}
        list={list}
        rowsOf={playersOf}
        columns={columns}
        keyOf={idOf}
        note={words.timesIn(timeZone)}
        says={{
          failed: words.failed,
          loading: words.loading,
          none: { title: words.none, text: words.noneAbout },
          fits: { title: words.noneFits, text: words.noneFitsAbout },
        }}
      />
    </AdminShell>
  );
}

const idOf = ({ id }: ActivePlayer) => id;
const playersOf = ({ players }: { players: ActivePlayer[] }) => players;

function columnsIn(
  words: typeof playedWords.en,
  kinds: typeof kindWords.en,
  language: Language,
  timeZone: string,
): readonly PagedColumn<ActivePlayer, PlayedSort>[] {
  return [
    {
      label: words.player,
      value: ({ name }) => name,
      show: ({ id, name, userId, lastAt }) => (
        <>
          <Link
            href={deskPaths.person({ id })}
            className="font-semibold underline decoration-edge underline-offset-4 hover:text-accent"
          >
            {name}
          </Link>
          <NarrowNote>{`${userId} · ${momentText(lastAt, timeZone, language)}`}</NarrowNote>
        </>
      ),
    },
    { label: words.playerId, value: ({ userId }) => userId, wideOnly: true },
    { label: words.kind, value: ({ isNew }) => (isNew ? kinds.new : kinds.returning) },
    { label: words.sessionCount, value: ({ sessions }) => sessions, align: "right" },
    { label: words.shots, value: ({ shots }) => shots, align: "right" },
    {
      label: words.lastPlayed,
      value: ({ lastAt }) => lastAt,
      show: ({ lastAt }) => momentText(lastAt, timeZone, language),
      orders: { up: "oldest", down: "newest" },
      wideOnly: true,
    },
  ];
}
