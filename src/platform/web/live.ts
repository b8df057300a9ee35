/** Live data: a contract's stream of server-sent events as a hook. */
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import type { StreamDef } from "#platform/shared/route.ts";
import { urlOf } from "./api.ts";

/** After an error answer the browser does not reconnect by itself: we do, this much later. */
const REOPEN_MS = 3000;

type Data<S extends StreamDef> = z.output<S["data"]>;

/**
 * Follows a stream while the component is mounted and hands each (parsed) event to `onData`.
 * @param params of the stream's path; `undefined` while there is nothing to follow
 * @returns `connected`: while it is false, poll once a second instead
 * @example const { connected } = useLive(sessionStream, { id }, (view) => queryClient.setQueryData(key, view));
 *          useQuery({ ...queryFor(playRoutes.getSession, { params: { id } }), refetchInterval: connected ? false : 1000 });
 */
export function useLive<S extends StreamDef>(
  stream: S,
  params: Readonly<Record<string, string>> | undefined,
  onData: (data: Data<S>) => void,
): { connected: boolean } {
  const [connected, setConnected] = useState(false);
  const url = params ? urlOf(stream.path, params) : undefined;
  const latest = useRef({ stream, onData });
  useEffect(() => {
    latest.current = { stream, onData };
  });

  useEffect(() => {
    if (url === undefined || typeof EventSource === "undefined") return;
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      source = new EventSource(url, { withCredentials: true });
      source.addEventListener("open", () => setConnected(true));
      source.addEventListener(latest.current.stream.event, (event: MessageEvent<string>) => {
        const parsed = z.safeParse(latest.current.stream.data, JSON.parse(event.data));
        if (parsed.success) latest.current.onData(parsed.data as Data<S>); // Parsed by the stream's own schema.
      });
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
  }, [url]);

  return { connected };
}
