/** The running sessions, whatever the period. The list holds still while somebody points at it. */
import { Users } from "lucide-react";
import { Link } from "wouter";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { useHeldRows } from "#platform/web/held-rows.ts";
import { Nothing } from "#platform/web/ui/breakdown.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { clockText } from "#platform/web/ui/clock.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { Explained } from "#platform/web/ui/explained.tsx";
import { Scrolls } from "#platform/web/ui/scrolls.tsx";
import { Skeleton } from "#platform/web/ui/states.tsx";
import { useNow } from "#platform/web/ui/time.ts";
import type { LiveSession } from "../contract.ts";
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
            <Scrolls label={words.whoPlays} className="max-h-96">
              <ul aria-label={words.liveList} className="divide-y divide-line">
                {rows.map((session) => {
                  const isGone = gone?.has(session.id);
                  return (
                    <li key={session.id} className={cx("flex items-center gap-4 py-3", isGone && "opacity-60")}>
                      <div className="min-w-0 flex-1">
                        <p className="flex flex-wrap items-center gap-x-3 font-semibold wrap-anywhere">
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
                        </p>
                        <p className="text-ink-soft wrap-anywhere">
                          <Link href={deskPaths.bays({ course: session.courseId })} className="hover:underline">
                            {words.atBay(session.courseName, session.bayNumber)}
                          </Link>
                        </p>
                      </div>
                      <div className="tabular shrink-0 text-right">
                        <p className="font-display text-xl font-bold">
                          {isGone ? words.ended : clockText(session.timeRemaining - (session.isPaused ? 0 : passed))}
                          {session.isPaused && !isGone && words.paused}
                        </p>
                        <p className="text-ink-soft">{words.balls(session.totalBallCount)}</p>
                      </div>
                    </li>
                  );
                })}
              </ul>
            </Scrolls>
          )}
        </div>
      )}
    </Card>
  );
}
