/** `/admin/players`: the players behind the figures, for administrators. The address holds the filters. */
import { Link } from "wouter";
import { call } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { NarrowNote } from "#platform/web/ui/data-table.tsx";
import type { PagedColumn } from "#platform/web/ui/table/paged-table.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { useWords } from "#platform/web/words.ts";
import { type ActivePlayer, playedRoutes, type PlayedSort, playerKinds } from "../played-contract.ts";
import { PlayedScreen, type PlayedTexts } from "./played-screen.tsx";
import { playedWords } from "./played-words.ts";

export function PlayersScreen() {
  const words = useWords(playedWords);
  return (
    <PlayedScreen
      title={words.players}
      lead={words.playersLead}
      kinds={playerKinds}
      pathOf={deskPaths.adminPlayers}
      queryKey={keyOf(playedRoutes.listPlayers)}
      load={async (query, signal) => {
        const { players: rows, ...rest } = (await call(playedRoutes.listPlayers, { query, signal })).body;
        return { ...rest, rows };
      }}
      columnsIn={columnsIn}
    />
  );
}

function columnsIn({
  words,
  kinds,
  language,
  timeZone,
}: PlayedTexts): readonly PagedColumn<ActivePlayer, PlayedSort>[] {
  const kindOf = (isNew: boolean) => (isNew ? kinds.new : kinds.returning);
  return [
    {
      label: words.player,
      value: ({ name }) => name,
      show: ({ id, name, userId, isNew, lastAt }) => (
        <>
          <Link
            href={deskPaths.person({ id })}
            className="font-semibold underline decoration-edge underline-offset-4 hover:text-accent"
          >
            {name}
          </Link>
          <NarrowNote>{`${kindOf(isNew)} · ${userId} · ${momentText(lastAt, timeZone, language)}`}</NarrowNote>
        </>
      ),
    },
    { label: words.playerId, value: ({ userId }) => userId, wideOnly: true },
    { label: words.kind, value: ({ isNew }) => kindOf(isNew), wideOnly: true },
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
