/** The bay board of a course: live by server-sent events, by polling while they are away; and what staff do there. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type BayBoard, type BayPlayer, bayRoutes, bayStream } from "#features/play/bay-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { useLive } from "#platform/web/live.ts";
import { queryFor } from "#platform/web/query.ts";
import { randomId } from "#platform/web/random-id.ts";

/** Without the stream, and with it: the clocks are set anew now and then. */
const POLL_MS = 2000;
const RESYNC_MS = 5000;

export function useBays(courseId: number) {
  const queries = useQueryClient();
  const query = queryFor(bayRoutes.getBays, { params: { id: courseId } });
  const { connected } = useLive(
    bayStream,
    { params: { id: String(courseId) } },
    {
      bays: (board) =>
        queries.setQueryData<BayBoard>(query.queryKey, (shown) =>
          shown && shown.serverNow > board.serverNow ? shown : board,
        ),
    },
  );
  const board = useQuery({ ...query, refetchOnMount: "always", refetchInterval: connected ? RESYNC_MS : POLL_MS });
  return { board, connected, steps: useBaySteps() };
}

interface Step {
  player: BayPlayer;
  run: () => Promise<unknown>;
  done: string;
}

function useBaySteps() {
  const { start, input } = useAction({
    run: ({ run }: Step) => run(),
    done: (_, { player, done }) => ({ title: done, description: `${player.playerName}, bay ${player.bayNumber}` }),
    failed: "Nothing was changed",
    changes: [bayRoutes.getBays],
  });
  /** @returns whether it was done */
  const act = (player: BayPlayer, run: Step["run"], done: string) => start({ player, run, done });
  const at = ({ sessionId }: BayPlayer) => ({ params: { id: sessionId }, idempotencyKey: randomId() });
  return {
    /** The session that is being worked on. */
    busy: input?.player.sessionId,
    pause: (player: BayPlayer, reason: string) =>
      act(player, () => call(bayRoutes.pauseSession, { ...at(player), body: { reason } }), "Clock paused"),
    resume: (player: BayPlayer) => act(player, () => call(bayRoutes.resumeSession, at(player)), "Clock running"),
    extend: (player: BayPlayer, minutes: number, reason: string) =>
      act(
        player,
        () => call(bayRoutes.extendSession, { ...at(player), body: { minutes, reason, expiresAt: player.expiresAt } }),
        `${minutes} ${minutes === 1 ? "minute" : "minutes"} added`,
      ),
    move: (player: BayPlayer, bayNumber: number, reason: string) =>
      act(
        player,
        () => call(bayRoutes.moveSession, { ...at(player), body: { bayNumber, reason } }),
        `Moved to bay ${bayNumber}`,
      ),
  };
}

export type BaySteps = ReturnType<typeof useBaySteps>;
