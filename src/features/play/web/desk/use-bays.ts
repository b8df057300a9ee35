/** The bay board of a course, by server-sent events, or by polling while they are away; and the steps of staff. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type BayBoard, type BayPlayer, bayRoutes, bayStream } from "#features/play/bay-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { useLive } from "#platform/web/live.ts";
import { queryFor } from "#platform/web/query.ts";
import { randomId } from "#platform/web/random-id.ts";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { bayBoardWords } from "./words.ts";

/** Polling without the stream; with it, a slower one that sets the clocks again. */
const POLL_MS = 2000;
const RESYNC_MS = 5000;

export function bayToast(title: string, { playerName, bayNumber }: BayPlayer) {
  return { title, description: wordsNow(bayBoardWords).playerAt(playerName, bayNumber) };
}

export function useBays(courseId: number) {
  const words = useWords(bayBoardWords);
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
  const resume = useAction({
    run: (player: BayPlayer) =>
      call(bayRoutes.resumeSession, { params: { id: player.sessionId }, idempotencyKey: randomId() }),
    done: (_, player) => bayToast(words.clockRunning, player),
    failed: words.unchanged,
    changes: [bayRoutes.getBays],
  });
  return { board, connected, resume };
}

export type Resume = ReturnType<typeof useBays>["resume"];
