/** Moments at which a rule takes effect: a fitting call is made there, or one millisecond before or after. */
import { answerTo, cancelOf, checkOf } from "./banking.ts";
import { claimOn, finish, shot, takeBack } from "./hitting.ts";
import { at, type Hole } from "./model/world.ts";
import type { Cast } from "./people.ts";
import type { Act, Stage } from "./stage.ts";

const AHEAD_MS = 1_200_000;

interface Turn {
  when: number;
  /** The call for that moment, if it is possible; without it the jobs. */
  act?: () => Act | undefined;
}

/** One of the coming moments, with the milliseconds until then. */
export function comingTurn(stage: Stage, cast: Cast): { wait: number; act: Turn["act"] } | undefined {
  const { random } = stage;
  const { now, rows, shots, orders } = stage.world();
  const hole = () => random.pick<Hole>(["left", "right", "middle"]);
  const known = rows.filter(({ id }) => id !== null);
  const turns: Turn[] = [
    ...known.flatMap((row): Turn[] => [
      {
        when: row.expiresAt,
        act: () =>
          random.pick([shot(stage, cast, row, false), claimOn(stage, cast, row, hole()), finish(stage, cast, row)]),
      },
      { when: (row.endedAt ?? row.expiresAt) + 600_000, act: () => claimOn(stage, cast, row, hole()) },
    ]),
    ...shots
      .filter(({ id, hole: hit, row }) => id !== null && hit === "missed" && at(rows, row).id !== null)
      .flatMap((missed): Turn[] => {
        const row = at(rows, missed.row);
        return [
          { when: missed.takenAt + 60_000, act: () => claimOn(stage, cast, row, hole()) },
          { when: missed.recordedAt + 10_000, act: () => takeBack(stage, cast, row.buyer, missed) },
        ];
      }),
    ...orders
      .filter(({ status }) => status === "charging")
      .flatMap(({ createdAt }) => [{ when: createdAt + 30_000 }, { when: createdAt + 60_000 }]),
    ...orders
      .filter(({ status, id }) => status === "created" && id !== null)
      .flatMap((order): Turn[] => {
        const acts = [() => answerTo(cast, order, true), () => checkOf(cast, order), () => cancelOf(cast, order)];
        const whens = [order.actionUntil, order.capturedAt === null ? null : order.capturedAt + 60_000];
        return whens.flatMap((when) => (when === null ? [] : [{ when }, { when, act: () => random.pick(acts)() }]));
      }),
  ];
  const coming = turns
    .filter(({ when }) => when > now + 1 && when < now + AHEAD_MS)
    .toSorted((a, b) => a.when - b.when);
  if (coming.length === 0) return undefined;
  // Mostly near moments, because a long wait ends what is under way.
  const turn = at(coming, Math.floor(coming.length * random.next() ** 2));
  return { wait: Math.max(1, turn.when - now + random.int(-1, 1)), act: turn.act };
}
