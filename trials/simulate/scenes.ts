/** Small scenes that are rare by chance: golfers who want the same bay, or the same jackpot. */
import { free, simplePurchase } from "./buying.ts";
import { claimOn, shotAt, takeBack } from "./hitting.ts";
import { at, type Group, packOf } from "./model/world.ts";
import { type Cast, register } from "./people.ts";
import type { Stage } from "./stage.ts";
import { verdictOn } from "./working.ts";

/** A golfer misses with the last ball, another golfer takes the bay, and the first one undoes the miss. */
export async function playBayTaken(stage: Stage, cast: Cast): Promise<void> {
  const { random } = stage;
  const [one, other] = idle(stage);
  const course = random.pick(stage.world().courses);
  const pack = packOf(stage.world(), 3);
  if (one === undefined || other === undefined || !pack) return;
  const choice = { course, pack, bay: random.int(1, course.bayCount), group: null };
  const before = stage.world().rows.length;
  await stage.call(simplePurchase(stage, cast, one, choice));
  const row = stage.world().rows[before];
  if (!row) return;
  await stage.call(shotAt(stage, cast, row));
  stage.pass(random.int(1, 4_000));
  await stage.call(simplePurchase(stage, cast, other, choice));
  stage.pass(random.int(1, 4_000));
  const shot = stage.world().shots.findLast((taken) => taken.row === row.at);
  const back = shot && takeBack(stage, cast, one, shot);
  if (back) await stage.call(back);
}

/** Two of a group share a bay. When the first one has no balls left, the bay still belongs to the group. */
export async function playSharedBay(stage: Stage, cast: Cast): Promise<void> {
  const { random } = stage;
  const [one, other] = idle(stage);
  const course = random.pick(stage.world().courses);
  const [pack, single] = [packOf(stage.world(), 2), packOf(stage.world(), 3)];
  if (one === undefined || other === undefined || !pack || !single) return;
  const bay = random.int(1, course.bayCount);
  const mainPlayer = { bayNumber: bay, ballCount: 1 };
  const guest = { name: "Guest", bayNumber: bay, ballCount: 2 };
  const meant: Group = { mainPlayer, friends: [{ ...guest, person: null }] };
  const group = { sent: { mainPlayer, friends: [guest] }, meant, sound: true };
  const before = stage.world().rows.length;
  await stage.call(simplePurchase(stage, cast, one, { course, pack, bay, group }));
  const row = stage.world().rows[before];
  if (!row) return;
  await stage.call(shotAt(stage, cast, row));
  stage.pass(random.int(1, 4_000));
  await stage.call(simplePurchase(stage, cast, other, { course, pack: single, bay, group: null }));
}

/** Two golfers claim the jackpot. The first claim is rejected, so the second grows, as if it had been alone. */
export async function playHeir(stage: Stage, cast: Cast): Promise<void> {
  const { random } = stage;
  const [one, other] = idle(stage);
  const pack = packOf(stage.world(), 5);
  const course = random.pick(stage.world().courses);
  if (one === undefined || other === undefined || !pack) return;
  const before = stage.world().rows.length;
  for (const golfer of [one, other]) {
    const choice = { course, pack, bay: random.int(1, course.bayCount), group: null };
    await stage.call(simplePurchase(stage, cast, golfer, choice));
    const row = stage.world().rows.findLast(({ at: place, buyer }) => place >= before && buyer === golfer);
    if (row) await stage.call(claimOn(stage, cast, row, "middle"));
    stage.pass(random.int(1, 4_000));
  }
  for (const verified of [false, random.chance(0.5)]) {
    const pending = stage
      .world()
      .claims.find(({ course: of, hole, status }) => of === course.id && hole === "middle" && status === "pending");
    if (pending) await stage.call(verdictOn(stage, pending, verified));
    stage.pass(random.int(1, 4_000));
  }
}

/** A family on one phone: it has fewer free shots a day than accounts. */
export async function playFamily(stage: Stage, cast: Cast): Promise<void> {
  const first = await register(stage, cast, undefined);
  const family = [first];
  while (family.length < 4) family.push(await register(stage, cast, first));
  for (const person of family) await stage.call(free(stage, cast, person));
}

/** Two golfers without a session, if there are any. */
export function idle(stage: Stage): [number | undefined, number | undefined] {
  const { people, rows } = stage.world();
  const resting = people.filter(
    ({ at: person }) => !rows.some((row) => row.buyer === person && row.status === "active"),
  );
  if (resting.length < 2) return [undefined, undefined];
  const first = stage.random.int(0, resting.length - 1);
  return [at(resting, first).at, at(resting, (first + 1) % resting.length).at];
}
