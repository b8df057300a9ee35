/** The `Idempotency-Key`: the first answer again (rules, section 4). */
import type { Call, Expected, Key, Play, World } from "./world.ts";
import { WHOLE } from "./match.ts";
import { refusal } from "./world.ts";

/** After this time a key is taken over from a process that died. */
const STALE_MS = 60_000;

/**
 * A call under a person's key; without a key, the call itself.
 * @param fingerprint of what was sent, without card fields
 * @param told answers from what was made, if the process died before its answer
 */
export function* underKey(
  world: World,
  key: { person: number; text: string | undefined; fingerprint: string },
  work: Play,
  told?: (made: number) => Expected,
): Call {
  if (key.text === undefined) return yield* work(world);
  const name = `${key.person} ${key.text}`;
  const known = world.keys[name];
  if (known) {
    if (known.fingerprint !== key.fingerprint) return refusal(422, "request.key_reused");
    if (known.answer) return { status: known.answer.status, body: exactly(known.answer) };
    if (known.startedAt >= world.now - STALE_MS) return refusal(409, "request.in_progress");
  }
  const mine: Key = {
    fingerprint: key.fingerprint,
    startedAt: world.now,
    made: known?.made ?? null,
    answer: null,
  };
  world.keys[name] = mine;
  yield;
  const expected = mine.made !== null && told ? told(mine.made) : yield* work(world);
  mine.made ??= expected.made ?? null;
  yield;
  if (expected.codes && !expected.kept) {
    delete world.keys[name];
    return expected;
  }
  const answer = { status: expected.status, body: undefined as unknown };
  mine.answer = answer;
  return { ...expected, body: remembered(answer, expected) };
}

/** Forgets a key that is not sent again. */
export function forgetKey(world: World, text: string | undefined): void {
  for (const name of Object.keys(world.keys))
    if (text !== undefined && name.endsWith(` ${text}`)) delete world.keys[name];
}

/** The first answer, once it was seen, except for the id of the request in an error. */
function exactly(answer: { body: unknown }): unknown {
  return (actual: unknown) => {
    const words = JSON.stringify(actual, (name, value: unknown) => (name === "requestId" ? undefined : value));
    if (answer.body === undefined) answer.body = words;
    return answer.body === words ? undefined : `the first answer, ${String(answer.body)}`;
  };
}

function remembered(answer: { body: unknown }, expected: Expected): unknown {
  return {
    ...(typeof expected.body === "object" ? expected.body : {}),
    // Judges the whole answer: see `difference`.
    [WHOLE]: exactly(answer),
  };
}
