/** A person at a screen, in any engine: finds things by their names, taps them, fills fields, reads. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "./engine.ts";
import { type Found, keptHere, lookFor, type Thing } from "./in-page.ts";

/** How long a person looks for something before giving up. */
const PATIENCE_MS = 15_000;
const BETWEEN_LOOKS_MS = 50;

export interface Person {
  goto(path: string): Promise<void>;
  /** Waits until the thing is there, still and uncovered, and taps its middle. */
  tap(thing: Thing, within?: Thing): Promise<void>;
  /** Replaces the value of a label's field. */
  fill(label: string, value: string, within?: Thing): Promise<void>;
  /** Waits until the thing can be seen. */
  sees(thing: Thing, within?: Thing): Promise<void>;
  /** Waits until the thing is gone. */
  misses(thing: Thing, within?: Thing): Promise<void>;
  /** Waits until an expression is true in the page. */
  until(expression: string): Promise<void>;
  /** Everything that the pages keep on the device, as one text. */
  kept(): Promise<string>;
}

export function personAt(engine: Engine, url: string): Person {
  const ask = async (script: (...args: never[]) => unknown, ...args: unknown[]) =>
    engine.evaluate(`(${String(script)})(${args.map((arg) => JSON.stringify(arg)).join(", ")})`);
  const look = async (thing: Thing, within: Thing | undefined, isToTap = false) =>
    (await ask(lookFor, thing, within ?? null, isToTap)) as Found | null | undefined;
  /** Looks again until something is found. */
  const wait = async <T>(wanted: string, find: () => Promise<T | string>): Promise<T> => {
    let problem = "";
    for (
      const deadline = performance.now() + PATIENCE_MS;
      performance.now() < deadline;
      await sleep(BETWEEN_LOOKS_MS)
    ) {
      // Between two pages there is no page.
      const found = await find().catch((error: Error) => error.message);
      if (typeof found !== "string") return found;
      problem = found;
    }
    const [address, page] = await Promise.all(
      ["location.href", "document.body.innerText"].map(async (of) => String(await engine.evaluate(of).catch(String))),
    );
    throw new Error(`${wanted}: ${problem}. On the page (${address}):\n${page}`);
  };
  /** The place of a thing, once it is still and uncovered. */
  const find = (thing: Thing, within: Thing | undefined, isToTap: boolean): Promise<Found> => {
    let before: Found | undefined;
    return wait(`${isToTap ? "Tap" : "See"} ${JSON.stringify({ ...thing, within })}`, async () => {
      const found = await look(thing, within, isToTap);
      const last = before;
      before = found ?? undefined;
      if (!found) return "it is not there";
      if (found.covered !== undefined) return `it is covered by ${found.covered}`;
      if (isToTap && found.disabled) return "it is disabled";
      return found.x === last?.x && found.y === last.y ? found : "it moves";
    });
  };
  const tap: Person["tap"] = (thing, within) =>
    wait(`Tap ${JSON.stringify(thing)}`, async () => {
      const { x, y } = await find(thing, within, true);
      await engine.tap(x, y);
      // A thing that moved at the last moment is tapped again. If the page is gone, so is this note.
      return (await engine.evaluate("globalThis.tapLanded")) === false ? "the tap went past it" : undefined;
    });
  return {
    goto: (path) => engine.goto(`${url}${path}`),
    tap,
    fill: async (label, value, within) => {
      await tap({ label }, within);
      await engine.evaluate("document.activeElement.select?.()");
      await engine.type(value);
    },
    sees: async (thing, within) => void (await find(thing, within, false)),
    misses: (thing, within) =>
      wait(`No ${JSON.stringify(thing)}`, async () => ((await look(thing, within)) ? "it is still there" : undefined)),
    until: (expression) =>
      wait(expression, async () => ((await engine.evaluate(expression)) ? undefined : "it does not hold")),
    kept: async () => String(await ask(keptHere)),
  };
}
