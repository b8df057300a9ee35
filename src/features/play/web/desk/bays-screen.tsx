/** `/admin/bays`: the players in the bays of a course, for its staff and for administrators. */
import { useQuery } from "@tanstack/react-query";
import { Radio, RefreshCw } from "lucide-react";
import { useState, type ComponentType, type ReactNode } from "react";
import { useLocation, useSearch } from "wouter";
import { type BayBoard, type BayPlayer, bayRoutes } from "#features/play/bay-contract.ts";
import { groupBy } from "#platform/shared/groups.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { Banner } from "#platform/web/ui/banner.tsx";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { useServerNow } from "#platform/web/ui/server-clock.ts";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { BayPlayerRow } from "./bay-player.tsx";
import { type Resume, useBays } from "./use-bays.ts";

interface BaysScreenProps {
  /** The claims that ring at a course, beside the bays. */
  Alarms: ComponentType<{ courseId: number; timeZone: string }>;
}

export function BaysScreen({ Alarms }: BaysScreenProps) {
  const known = useQuery({ ...queryFor(bayRoutes.listBayCourses), refetchOnMount: "always" });
  const asked = Number(new URLSearchParams(useSearch()).get("course"));
  const [, navigate] = useLocation();
  if (!known.data) {
    return (
      <AdminShell title="Bays">
        {known.error ? (
          <ErrorState error={known.error} onRetry={() => void known.refetch()} title="We could not load your courses" />
        ) : (
          <LoadingBays />
        )}
      </AdminShell>
    );
  }
  const { courses } = known.data;
  const course = courses.find(({ id }) => id === asked) ?? courses[0];
  if (!course) {
    return (
      <AdminShell title="Bays">
        <EmptyState title="You serve no course yet">An administrator assigns you to one.</EmptyState>
      </AdminShell>
    );
  }
  const picker = courses.length > 1 && (
    <div className="w-96 max-w-full">
      <SelectField
        label="Course"
        value={course.id}
        onChange={({ currentTarget }) =>
          navigate(deskPaths.bays({ course: Number(currentTarget.value) }), { replace: true })
        }
      >
        {courses.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
  return <Board key={course.id} course={course} picker={picker} Alarms={Alarms} />;
}

interface BoardProps extends BaysScreenProps {
  course: BayBoard["course"];
  picker: ReactNode;
}

function Board({ course, picker, Alarms }: BoardProps) {
  const { board, connected, resume } = useBays(course.id);
  return (
    <AdminShell
      wide
      title="Bays"
      lead={
        <span className="flex flex-wrap items-center gap-x-3">
          {course.name} · times are {course.timeZone}’s
          <span className="inline-flex items-center gap-1.5 font-semibold">
            {connected ? <Radio aria-hidden className="size-4.5" /> : <RefreshCw aria-hidden className="size-4.5" />}
            {connected ? "live" : "every 2 s"}
          </span>
        </span>
      }
      actions={picker}
    >
      {board.error && board.data && (
        <Banner tone="warning" live="polite">
          The board could not be refreshed. It tries again every 2 seconds.
        </Banner>
      )}
      <div className="grid items-start gap-8 xl:grid-cols-[3fr_2fr]">
        <div className="min-w-0 xl:order-last">
          <Alarms courseId={course.id} timeZone={course.timeZone} />
        </div>
        {board.data ? (
          <Bays board={board.data} resume={resume} />
        ) : board.error ? (
          <ErrorState error={board.error} onRetry={() => void board.refetch()} title="We could not load the bays" />
        ) : (
          <LoadingBays />
        )}
      </div>
    </AdminShell>
  );
}

function Bays({ board, resume }: { board: BayBoard; resume: Resume }) {
  const now = useServerNow(board.serverNow, 500);
  const [search, setSearch] = useState("");
  const { course, players } = board;
  const found = players.filter((player) => matches(player, search));
  const bays = [...groupBy(found, ({ bayNumber }) => bayNumber)];
  return (
    <section aria-label="Players in the bays" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="text-2xl font-bold tracking-tight">
          {players.length} {players.length === 1 ? "player" : "players"} in the bays
        </h2>
        <div className="w-full sm:w-64">
          <TextField
            label="Find a name or bay"
            type="search"
            autoComplete="off"
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </div>
      </div>
      {bays.length === 0 ? (
        <EmptyState title={players.length === 0 ? "No active sessions" : "Nobody by that name or bay"} />
      ) : (
        <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] items-start gap-4">
          {bays.map(([bay, inBay]) => (
            <li key={bay} className="rounded-card bg-card p-5 shadow-card">
              <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
                <p className="font-display text-xl font-extrabold">Bay {bay}</p>
                {inBay.some(({ overlaps }) => overlaps) && <StatusBadge tone="waiting">Shared bay</StatusBadge>}
              </div>
              <ul className="divide-y divide-line">
                {inBay.map((player) => (
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
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function matches({ playerName, bayNumber }: BayPlayer, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return wanted === "" || playerName.toLowerCase().includes(wanted) || String(bayNumber) === wanted;
}

function LoadingBays() {
  return (
    <Loading label="Loading the bays">
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
    </Loading>
  );
}
