/** Parts that come after the screen they belong to, and must never take it down. */
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { whenIdle } from "../idle.ts";
import { wordsNow } from "../words.ts";
import { notify } from "./toast.tsx";
import { kitWords } from "./words.ts";

/** Between tries for a file that did not come, in milliseconds. */
const AGAIN_MS = 3000;

interface LateOptions {
  /** Stands there meanwhile. */
  instead?: ReactNode;
  /** It comes when the browser has nothing else to do, not at once. */
  idle?: boolean;
  /** Somebody tapped for it: is told when it does not come. */
  asked?: boolean;
}

type Late<Props extends object> = ComponentType<Props> & { preload: () => Promise<unknown> };

/**
 * A part in a file of its own. While the file cannot come the screen goes on without it, and asks again: unlike a
 * `lazy` part, whose failure ends the screen around it and stays. For what is a whole screen, `lazy` is right.
 * @example const EndSheet = late(async () => (await import("./end-sheet.tsx")).EndSheet, { asked: true });
 * @returns the part; `preload` fetches its file ahead, and rejects when it does not come
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { instead = null, idle = false, asked = false }: LateOptions = {},
): Late<Props> {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => (loaded ??= await load());
  function LatePart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => (Part ? undefined : until(preload, { idle, asked }, (part) => setPart(() => part))), [Part]);
    return Part ? <Part {...props} /> : instead;
  }
  return Object.assign(LatePart, { preload });
}

/** Tries until it is there. @returns a function that gives up */
function until<Part>(
  load: () => Promise<Part>,
  { idle, asked }: { idle: boolean; asked: boolean },
  found: (part: Part) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const attempt = async (isFirst: boolean) => {
    try {
      const part = await load();
      if (!over) found(part);
    } catch {
      if (over) return;
      const { failed, comesLater } = wordsNow(kitWords);
      if (asked && isFirst) notify({ title: failed, description: comesLater, variant: "error", duration: 5000 });
      timer = setTimeout(() => void attempt(false), AGAIN_MS);
    }
  };
  const callOff = idle ? whenIdle(() => void attempt(true)) : void attempt(true);
  return () => {
    over = true;
    callOff?.();
    clearTimeout(timer);
  };
}
