/** `/admin/sessions`: the sessions behind the figures, for administrators. The address holds the filters. */
import { Link } from "wouter";
import { call } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { NarrowNote } from "#platform/web/ui/data-table.tsx";
import type { PagedColumn } from "#platform/web/ui/table/paged-table.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { useWords } from "#platform/web/words.ts";
import { type PlayedSession, playedRoutes, type PlayedSort, sessionKinds } from "../played-contract.ts";
import { AtBay } from "./at-bay.tsx";
import { PlayedScreen, type PlayedTexts } from "./played-screen.tsx";
import { playedWords } from "./played-words.ts";

export function SessionsScreen() {
  const words = useWords(playedWords);
  return (
    <PlayedScreen
      title={words.sessions}
      lead={words.sessionsLead}
      kinds={sessionKinds}
      pathOf={deskPaths.adminSessions}
      queryKey={keyOf(playedRoutes.listSessions)}
      load={async (query, signal) => {
        const { sessions: rows, ...rest } = (await call(playedRoutes.listSessions, { query, signal })).body;
        return { ...rest, rows };
      }}
      columnsIn={columnsIn}
    />
  );
}

const look = "font-semibold underline decoration-edge underline-offset-4 hover:text-accent";

function columnsIn({
  words,
  kinds,
  language,
  timeZone,
}: PlayedTexts): readonly PagedColumn<PlayedSession, PlayedSort>[] {
  const placeOf = ({ course, bayNumber }: PlayedSession) => `${course.name} · ${words.bay(bayNumber)}`;
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
    {
      label: words.where,
      value: placeOf,
      show: ({ course, bayNumber }) => <AtBay course={course.name} bay={words.bay(bayNumber)} />,
      wideOnly: true,
    },
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
