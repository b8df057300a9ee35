/** All bays of a course as tiles on one screen, and the bay that was tapped. */
import { useState } from "react";
import type { BayBoard, BayPlayer } from "#features/play/bay-contract.ts";
import { groupBy } from "#platform/shared/groups.ts";
import { cx } from "#platform/web/ui/cx.ts";
import { useServerNow } from "#platform/web/ui/server-clock.ts";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { EmptyState } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { AllBays } from "./all-bays.tsx";
import { BayPlayerRow } from "./bay-player.tsx";
import { BayTile } from "./bay-tile.tsx";
import type { ClaimsAtBays } from "./claims-at-bays.ts";
import type { Resume } from "./use-bays.ts";
import { bayBoardWords } from "./words.ts";

/** A tablet in portrait (820 x 1180) shows so many tiles with names on one screen, and up to 100 small ones. */
const MOST_WITH_NAMES = 48;

interface BayTilesProps {
  board: BayBoard;
  resume: Resume;
  claims: ClaimsAtBays;
}

export function BayTiles({ board, resume, claims }: BayTilesProps) {
  const words = useWords(bayBoardWords);
  const now = useServerNow(board.serverNow, 500);
  const [search, setSearch] = useState("");
  const [opened, open] = useState<number>();
  const { course, players } = board;
  const inBays = groupBy(players, ({ bayNumber }) => bayNumber);
  // A course that lost bays may still have players in them.
  const count = Math.max(course.bayCount, ...inBays.keys());
  const bays = Array.from({ length: count }, (_, index) => index + 1);
  // A search hides no claim that rings.
  const found = bays.filter((bay) => claims.at.get(bay)?.rings || matches(bay, inBays.get(bay) ?? [], search));
  const dense = count > MOST_WITH_NAMES;
  return (
    <section aria-label={words.theBays} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-xl font-bold tracking-tight">
          {players.length === 0 ? words.nobodyPlays : words.playing(players.length, inBays.size, count)}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          {claims.controls}
          <input
            type="search"
            aria-label={words.find}
            placeholder={words.nameOrBay}
            autoComplete="off"
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            className="min-h-11 w-40 rounded-xl border-2 border-edge bg-card px-3 placeholder:text-ink-soft print:hidden"
          />
          <AllBays players={players} now={now} />
        </div>
      </div>
      {found.length === 0 ? (
        <EmptyState title={words.notFound} />
      ) : (
        <ol
          aria-label={words.title}
          className={cx(
            "grid gap-1.5",
            dense
              ? "grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))]"
              : "grid-cols-[repeat(auto-fill,minmax(7rem,1fr))]",
          )}
        >
          {found.map((bay) => (
            <BayTile
              key={bay}
              bay={bay}
              players={inBays.get(bay) ?? []}
              claim={claims.at.get(bay)}
              dense={dense}
              now={now}
              onOpen={() => open(bay)}
            />
          ))}
        </ol>
      )}
      <Sheet open={opened !== undefined} onClose={() => open(undefined)} title={`${words.bay} ${opened ?? ""}`}>
        {opened !== undefined && (
          <div className="flex flex-col gap-6">
            {claims.at.get(opened)?.cards}
            <InBay players={inBays.get(opened) ?? []} course={course} now={now} resume={resume} />
          </div>
        )}
      </Sheet>
    </section>
  );
}

interface InBayProps {
  players: readonly BayPlayer[];
  course: BayBoard["course"];
  now: number;
  resume: Resume;
}

function InBay({ players, course, now, resume }: InBayProps) {
  const words = useWords(bayBoardWords);
  if (players.length === 0) return <p className="text-ink-soft">{words.nobodyHere}</p>;
  return (
    <ul className="divide-y divide-line">
      {players.map((player) => (
        <BayPlayerRow
          key={player.sessionId}
          player={player}
          timeZone={course.timeZone}
          bayCount={course.bayCount}
          now={now}
          resume={resume}
        />
      ))}
    </ul>
  );
}

function matches(bay: number, players: readonly BayPlayer[], search: string): boolean {
  const wanted = search.trim().toLowerCase();
  if (wanted === "" || String(bay) === wanted) return true;
  return players.some(({ playerName }) => playerName.toLowerCase().includes(wanted));
}
