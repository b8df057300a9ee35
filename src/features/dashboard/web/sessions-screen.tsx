/** `/admin/sessions`: the sessions behind the figures, for administrators. The address holds the filters. */
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
import { type PlayedSession, playedRoutes, type PlayedSort, sessionKinds } from "../played-contract.ts";
import { kindWords, playedWords } from "./played-words.ts";
import { usePlayed } from "./use-played.ts";

export function SessionsScreen() {
  const words = useWords(playedWords);
  const kinds = useWords(kindWords);
  const [language] = useLanguage();
  const { asked, ...table } = usePlayed(kinds, sessionKinds, deskPaths.adminSessions);
  const list = useInfiniteQuery({
    queryKey: [...keyOf(playedRoutes.listSessions), asked],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...asked, ...(pageParam === "" ? {} : { cursor: pageParam }) };
      return (await call(playedRoutes.listSessions, { query, signal })).body;
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: "always",
  });
  const timeZone = list.data?.pages[0]?.timeZone ?? "UTC";
  const columns = useMemo(() => columnsIn(words, kinds, language, timeZone), [words, kinds, language, timeZone]);
  return (
    <AdminShell title={words.sessions} lead={words.sessionsLead}>
      <PagedTable
        {...table}
        label={words.sessions}
        list={list}
        rowsOf={sessionsOf}
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

const idOf = ({ id }: PlayedSession) => id;
const sessionsOf = ({ sessions }: { sessions: PlayedSession[] }) => sessions;

const look = "font-semibold underline decoration-edge underline-offset-4 hover:text-accent";

function columnsIn(
  words: typeof playedWords.en,
  kinds: typeof kindWords.en,
  language: Language,
  timeZone: string,
): readonly PagedColumn<PlayedSession, PlayedSort>[] {
  const placeOf = ({ course, bayNumber }: PlayedSession) => words.atBay(course.name, bayNumber);
  const kindOf = ({ isFreeShot, isGroup, isMore, players }: PlayedSession) =>
    isFreeShot ? kinds.free : `${isGroup ? words.group(players) : kinds.individual}${isMore ? words.more : ""}`;
  return [
    {
      label: words.player,
      value: ({ player }) => player.name,
      show: (one) => (
        <>
          <Link href={deskPaths.person({ id: one.player.id })} className={look}>
            {one.player.name}
          </Link>
          <NarrowNote>
            {`${kindOf(one)} · ${placeOf(one)} · ${momentText(one.startedAt, timeZone, language)}`}
          </NarrowNote>
        </>
      ),
    },
    {
      label: words.started,
      value: ({ startedAt }) => startedAt,
      show: ({ startedAt }) => <span className="whitespace-nowrap">{momentText(startedAt, timeZone, language)}</span>,
      orders: { up: "oldest", down: "newest" },
      wideOnly: true,
    },
    { label: words.where, value: placeOf, wideOnly: true },
    { label: words.kind, value: kindOf, wideOnly: true },
    { label: words.balls, value: ({ balls }) => balls, align: "right", wideOnly: true },
    { label: words.shots, value: ({ shots }) => shots, align: "right" },
    { label: words.claims, value: ({ claims }) => claims, align: "right", wideOnly: true },
    {
      label: words.order,
      value: ({ order }) => order?.number ?? null,
      show: ({ order }) =>
        order ? (
          <Link href={deskPaths.adminOrder({ orderId: order.id })} className={look}>
            {order.number}
          </Link>
        ) : (
          "–"
        ),
    },
  ];
}
