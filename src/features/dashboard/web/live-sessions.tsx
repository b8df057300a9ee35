/** The running sessions, whatever the period. The list holds still while somebody points at it. */
import { Users } from "lucide-react";
import { Link } from "wouter";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { useHeldRows } from "#platform/web/held-rows.ts";
import { Nothing } from "#platform/web/ui/breakdown.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { clockText } from "#platform/web/ui/clock.tsx";
import { CardTable, type Column, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { Explained } from "#platform/web/ui/explained.tsx";
import { Skeleton } from "#platform/web/ui/states.tsx";
import { useNow } from "#platform/web/ui/time.ts";
import type { LiveSession } from "../contract.ts";
import { AtBay } from "./at-bay.tsx";
import { explanations } from "./explanations.ts";
import { NewRows } from "./new-rows.tsx";
import { useWords } from "#platform/web/words.ts";
import { dashboardWords } from "./words.ts";

interface LiveSessionsProps {
  /** Undefined until the first answer. */
  sessions: readonly LiveSession[] | undefined;
  /** When this device received them (milliseconds): the clocks run on from there. */
  asOf: number;
}

export function LiveSessions({ sessions, asOf }: LiveSessionsProps) {
  const words = useWords(dashboardWords);
  const about = useWords(explanations);
  const { rows, gone, waiting = 0, showAll, area } = useHeldRows(sessions, "live");
  const now = useNow(1000);
  const passed = Math.max(0, (now - asOf) / 1000);
  /** Seconds; null once it has ended. */
  const leftOf = ({ id, timeRemaining, isPaused }: LiveSession) =>
    gone?.has(id) ? null : timeRemaining - (isPaused ? 0 : passed);
  return (
    <Card
      title={<Explained text={about.liveSessions}>{words.liveSessions}</Explained>}
      aside={rows && <span className="tabular text-ink-soft">{words.now(rows.length)}</span>}
    >
      {!rows ? (
        <Skeleton className="h-64" />
      ) : (
        <div {...area} className="relative">
          <NewRows count={waiting} onShow={showAll} />
          {rows.length === 0 ? (
            <Nothing>{words.noSessions}</Nothing>
          ) : (
            <CardTable
              label={words.liveList}
              className="max-h-96 2xl:max-h-123 print:max-h-none"
              rows={rows}
              columns={columnsIn(words, leftOf)}
              keyOf={({ id }) => id}
            />
          )}
        </div>
      )}
    </Card>
  );
}

const columnsIn = (
  words: typeof dashboardWords.en,
  leftOf: (session: LiveSession) => number | null,
): readonly Column<LiveSession>[] => [
  {
    label: words.player,
    value: ({ userName }) => userName,
    show: (session) => (
      <>
        <span className="flex flex-wrap items-center gap-x-3 font-semibold wrap-anywhere">
          {session.userName}
          {session.groupData && (
            <span className="inline-flex items-center gap-1 rounded-full bg-blue-tint px-2.5 text-sm font-semibold text-blue">
              <Users aria-hidden className="size-4" />
              {words.group}
            </span>
          )}
          {session.isFreeShot && (
            <span className="rounded-full bg-gold-tint px-2.5 text-sm font-semibold text-gold-text">
              {words.freeShot}
            </span>
          )}
        </span>
        <NarrowNote>
          <Place session={session} />
        </NarrowNote>
      </>
    ),
  },
  {
    label: words.place,
    value: ({ courseName, bayNumber }) => `${courseName} · ${words.bay(bayNumber)}`,
    show: (session) => <Place session={session} />,
    wideOnly: true,
  },
  {
    label: words.timeLeft,
    value: leftOf,
    show: (session) => {
      const left = leftOf(session);
      return (
        <span className="font-display text-xl font-bold">
          {left === null ? words.ended : clockText(left)}
          {session.isPaused && left !== null && words.paused}
        </span>
      );
    },
    align: "right",
  },
  {
    label: words.ballsHead,
    value: ({ totalBallCount }) => totalBallCount,
    show: ({ totalBallCount }) => words.balls(totalBallCount),
    align: "right",
  },
];

function Place({ session: { courseId, courseName, bayNumber } }: { session: LiveSession }) {
  const words = useWords(dashboardWords);
  return (
    <Link href={deskPaths.bays({ course: courseId })} className="text-ink-soft hover:underline">
      <AtBay course={courseName} bay={words.bay(bayNumber)} />
    </Link>
  );
}
