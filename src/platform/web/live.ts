/** Live data: a contract's stream of server-sent events as a hook. */
import { useEffect, useEffectEvent, useState } from "react";
import * as z from "zod/mini";
import { ALIVE, type StreamDef, urlOf } from "#platform/shared/route.ts";

/** After an error answer the browser does not reconnect by itself: we do, this much later. */
const REOPEN_MS = 3000;
/** Three heartbeats. A connection that is silent for longer is dead, although nothing has told the browser. */
const SILENT_MS = 45_000;
const LOOK_MS = 5000;

/** The parameters of a stream's path, and its query. */
interface Address {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
}

type Listeners<S extends StreamDef> = { [E in keyof S["events"]]?: (data: z.output<S["events"][E]>) => void };

/**
 * Follows a stream while the component is mounted and hands each (parsed) event to its listener.
 * @param address `undefined` while there is nothing to follow
 * @returns `connected`: while it is false, poll once a second instead
 * @example const { connected } = useLive(sessionStream, { params: { id } }, { session: (view) => queryClient.setQueryData(key, view) });
 *          useQuery({ ...queryFor(playRoutes.getSession, { params: { id } }), refetchInterval: connected ? false : 1000 });
 */
export function useLive<S extends StreamDef>(
  stream: S,
  address: Address | undefined,
  listeners: Listeners<S>,
): { connected: boolean } {
  const [connected, setConnected] = useState(false);
  const url = address ? urlOf(stream.path, address.params, address.query) : undefined;
  const receive = useEffectEvent((event: string, text: string) => {
    const schema = stream.events[event];
    const parsed = schema && z.safeParse(schema, JSON.parse(text));
    // Parsed by the event's own schema, which also types its listener.
    if (parsed?.success) (listeners[event] as ((data: unknown) => void) | undefined)?.(parsed.data);
  });

  useEffect(() => {
    if (url === undefined || typeof EventSource === "undefined") return;
    const stop = followEvents(url, Object.keys(stream.events), { receive, connected: setConnected });
    return () => {
      stop();
      setConnected(false);
    };
  }, [stream, url]);

  return { connected };
}

/**
 * Keeps a connection for the events of these names. A device that slept, or whose network changed, may go on with a
 * connection that carries nothing any more: without a heartbeat it is opened anew.
 * @returns a function that ends it
 */
export function followEvents(
  url: string,
  events: readonly string[],
  on: { receive: (event: string, text: string) => void; connected: (connected: boolean) => void },
): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // By the wall clock, because the other one may stand still while a device sleeps.
  let heardAt = Date.now();
  const open = () => {
    const opened = new EventSource(url, { withCredentials: true });
    source = opened;
    const heard = () => void (heardAt = Date.now());
    heard();
    opened.addEventListener("open", () => {
      heard();
      on.connected(true);
    });
    opened.addEventListener(ALIVE, heard);
    for (const event of events)
      opened.addEventListener(event, ({ data }: MessageEvent<string>) => {
        heard();
        on.receive(event, data);
      });
    opened.addEventListener("error", () => {
      on.connected(false);
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      timer = setTimeout(open, REOPEN_MS);
    });
  };
  open();
  const watch = setInterval(() => {
    if (source?.readyState !== EventSource.OPEN || Math.abs(Date.now() - heardAt) <= SILENT_MS) return;
    source.close();
    on.connected(false);
    open();
  }, LOOK_MS);
  return () => {
    source?.close();
    clearTimeout(timer);
    clearInterval(watch);
  };
}
