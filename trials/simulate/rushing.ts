/** Two calls at the same moment about the same thing, where the order of events matters most. */
import { free, purchase, ahead } from "./buying.ts";
import { claimOn, finish, quit, shot, withdraw } from "./hitting.ts";
import type { Row } from "./model/world.ts";
import type { Cast } from "./people.ts";
import type { Act, Stage } from "./stage.ts";
import { reprice, tend } from "./tending.ts";
import { refundOf, verdictOn } from "./working.ts";

type Pair = readonly [Act | undefined, Act | undefined];

/** Two calls that conflict, if there is something for them. */
export function rush(stage: Stage, cast: Cast): readonly [Act, Act] | undefined {
  const { random } = stage;
  const world = stage.world();
  const person = random.int(0, world.people.length - 1);
  const rows = world.rows.filter(({ id, status }) => id !== null && status !== "completed");
  const pending = world.claims.filter(({ id, status }) => id !== null && status === "pending");
  const row: Row | undefined = rows.length > 0 ? random.pick(rows) : undefined;
  const order = row && world.orders.find((bought) => bought.row === (row.main ?? row.at) && bought.id !== null);
  const other = rows.find((candidate) => candidate.course === row?.course && candidate.at !== row.at);
  const friend = rows.find(({ main }) => main !== null);
  const main = friend && world.rows.find(({ at }) => at === friend.main);
  const bought = main && world.orders.find(({ row: of, id }) => of === main.at && id !== null);
  const claim = pending.length > 0 ? random.pick(pending) : undefined;
  const pairs: (() => Pair)[] = [
    () => [purchase(stage, cast, person), free(stage, cast, person)],
    () => [ahead(stage, cast, person), free(stage, cast, person)],
    () => [row && shot(stage, cast, row, false), row && shot(stage, cast, row, false)],
    () => [row && claimOn(stage, cast, row, "middle"), other && claimOn(stage, cast, other, "middle")],
    () => [row && claimOn(stage, cast, row, "middle"), order && refundOf(stage, cast, order, null)],
    () => [row && claimOn(stage, cast, row, "middle"), row && finish(stage, cast, row)],
    () => [row && shot(stage, cast, row, false), order && refundOf(stage, cast, order, null)],
    () => [friend && claimOn(stage, cast, friend, "left"), main && finish(stage, cast, main)],
    () => [friend && claimOn(stage, cast, friend, "left"), bought && refundOf(stage, cast, bought, null)],
    () => [friend && claimOn(stage, cast, friend, "left"), main && claimOn(stage, cast, main, "middle")],
    () => [friend && quit(stage, cast, friend), main && finish(stage, cast, main)],
    () => [friend && quit(stage, cast, friend), bought && refundOf(stage, cast, bought, null)],
    () => [friend && quit(stage, cast, friend), main && purchase(stage, cast, main.buyer)],
    () => [friend && quit(stage, cast, friend), friend && claimOn(stage, cast, friend, "left")],
    () => [friend && tend(stage, friend), main && finish(stage, cast, main)],
    () => [row && tend(stage, row), row && finish(stage, cast, row)],
    () => [row && tend(stage, row), row && tend(stage, row)],
    () => [row && tend(stage, row), order && refundOf(stage, cast, order, null)],
    () => [row && tend(stage, row), row && shot(stage, cast, row, false)],
    () => [purchase(stage, cast, person), reprice(stage)],
    () => [row && withdraw(stage, cast, row), row && claimOn(stage, cast, row, "left")],
    () => [order && refundOf(stage, cast, order, null), order && refundOf(stage, cast, order, order.amount)],
    () => [claim && verdictOn(stage, claim, true), claim && verdictOn(stage, claim, false)],
    () => [claim && verdictOn(stage, claim, false), row && claimOn(stage, cast, row, "middle")],
    () => [claim && verdictOn(stage, claim, false), pending[0] && verdictOn(stage, pending[0], random.chance(0.5))],
  ];
  const [one, two] = random.pick(pairs)();
  return one && two && !one.charge && !two.charge ? [one, two] : undefined;
}
