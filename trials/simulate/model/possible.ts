/** Several worlds at once: after a crash, or two calls at the same moment, each possible order of events is a world. */
import { difference, field } from "./match.ts";
import { type Call, type Expected, passTime, type Play, type World } from "./world.ts";

export interface Answer {
  status: number;
  body: unknown;
}

/** @returns the fault of an answer, or nothing */
export function misfit(expected: Expected, answer: Answer): string | undefined {
  const code = field(answer.body, "error", "code");
  if (answer.status !== expected.status)
    return `expected ${expected.status} ${expected.codes?.join(" or ") ?? ""}, got ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 300)}`;
  if (expected.codes && !expected.codes.includes(String(code)))
    return `expected ${expected.codes.join(" or ")}, got ${String(code)}`;
  return expected.body === undefined ? undefined : difference(expected.body, answer.body, "body");
}

function finish(call: Call): Expected {
  for (;;) {
    const step = call.next();
    if (step.done) return step.value;
  }
}

/** Plays a call to its end, and gives the expected answer. */
export function played(world: World, now: number, play: Play): Expected {
  passTime(world, now);
  return finish(play(world));
}

/** The worlds after a call in which the process may have died: nothing done, or all up to one of its transactions. */
export function cutShort(world: World, now: number, play: Play): World[] {
  const worlds: World[] = [];
  for (let steps = 0; ; steps++) {
    const copy = structuredClone(world);
    passTime(copy, now);
    const call = play(copy);
    let over = false;
    for (let step = 0; step < steps && !over; step++) over = call.next().done === true;
    worlds.push(copy);
    if (over) return worlds;
  }
}

/** The worlds after two calls at one moment, in every order of their transactions, with both answers. */
export function interleaved(
  world: World,
  now: number,
  plays: readonly [Play, Play],
): { world: World; expected: [Expected, Expected] }[] {
  const found: { world: World; expected: [Expected, Expected] }[] = [];
  const explore = (schedule: readonly (0 | 1)[]) => {
    const copy = structuredClone(world);
    passTime(copy, now);
    const calls = [plays[0](copy), plays[1](copy)] as const;
    const ends: [Expected | undefined, Expected | undefined] = [undefined, undefined];
    for (const turn of schedule) {
      const step = calls[turn].next();
      if (step.done) ends[turn] = step.value;
    }
    const [first, second] = ends;
    if (first && second) found.push({ world: copy, expected: [first, second] });
    else for (const turn of [0, 1] as const) if (!ends[turn]) explore([...schedule, turn]);
  };
  explore([]);
  return found;
}
