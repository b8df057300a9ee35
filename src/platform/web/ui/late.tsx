/** Parts that load after their screen and must never make it fail. */
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { whenIdle } from "../idle.ts";
import { wordsNow } from "../words.ts";
import { notify } from "./toast.tsx";
import { kitWords } from "./words.ts";

/** Milliseconds between tries for a file that did not come. */
const AGAIN_MS = 3000;

interface LateOptions {
  /** Shown until the part has come. */
  instead?: ReactNode;
  /** Loads it when the browser is idle, not at once. */
  idle?: boolean;
  /** Somebody tapped for it, and reads a message if it does not come. */
  asked?: boolean;
}

type Late<Props extends object> = ComponentType<Props> & { preload: () => Promise<unknown> };

/**
 * A part in its own file. If the file does not come, the screen goes on without it and tries again. The failure of a
 * `lazy` part instead ends the screen around it, and stays; `lazy` is right for whole screens.
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

/** Tries until the file has come. @returns a function that gives up */
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
