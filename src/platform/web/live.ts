/** Live data: a contract's stream of server-sent events as a hook. */
import { useEffect, useEffectEvent, useState } from "react";
import * as z from "zod/mini";
import { type StreamDef, urlOf } from "#platform/shared/route.ts";

/** After an error answer the browser does not reconnect by itself: we do, this much later. */
const REOPEN_MS = 3000;

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
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      source = new EventSource(url, { withCredentials: true });
      source.addEventListener("open", () => setConnected(true));
      for (const event of Object.keys(stream.events))
        source.addEventListener(event, ({ data }: MessageEvent<string>) => receive(event, data));
      source.addEventListener("error", () => {
        setConnected(false);
        if (source?.readyState !== EventSource.CLOSED) return;
        timer = setTimeout(open, REOPEN_MS);
      });
    };
    open();
    return () => {
      source?.close();
      clearTimeout(timer);
      setConnected(false);
    };
  }, [stream, url]);

  return { connected };
}
