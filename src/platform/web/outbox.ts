/**
 * An outbox: keeps what a player did on the device, in order, and sends it one by one, from one tab at a time, until
 * the server has accepted or refused it. It survives reloads, closed tabs and a server that is away.
 */
import { useEffect } from "react";
import * as z from "zod/mini";
import { ApiError } from "./api.ts";
import { addOutboxRow, changeOutboxRow, outboxRows } from "./device-db.ts";
import { onReachable, isReachable } from "./online.ts";
import { isRefusal, LONGEST_MS, onlyOne, waitMs } from "./outbox-rules.ts";
import { createStore, useStore } from "./store.ts";

export interface OutboxItem<T> {
  id: string;
  /** The player who did it. It is sent only while this player is signed in. */
  owner: string;
  item: T;
  /** How often it was sent. At 0 the server cannot have it. */
  tries: number;
  /** The server's refusal, until it was read. */
  refused?: { code: string; message: string };
  /** `page`: the device could not keep it, so it is lost with this page. */
  place: "saving" | "device" | "page";
}

/** How an item of the outbox ended. Every tab is told. */
export interface OutboxResult<T, A> {
  id: string;
  item: T;
  answer?: A;
  refused?: { code: string; message: string };
}

interface OutboxSetup<T, A> {
  name: string;
  item: z.ZodMiniType<T>;
  /** Sends one item, which may have arrived before. @throws ApiError */
  send: (waiting: OutboxItem<T>) => Promise<A>;
  /** Changes the items that follow a refused one. */
  afterRefusal: (refused: { id: string; item: T }, other: T) => T;
}

type Message<T, A> = { changed: true } | { outcome: OutboxResult<T, A> };

export function createOutbox<T, A>({ name, item: schema, send, afterRefusal }: OutboxSetup<T, A>) {
  const waiting = createStore<readonly OutboxItem<T>[]>([]);
  const { get: entries, set: show } = waiting;
  let owner: string | undefined;
  let screens = 0;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending = false;
  let again = false;
  let storing: Promise<unknown> = Promise.resolve();
  const resultListeners = new Set<(outcome: OutboxResult<T, A>) => void>();
  // The server, which draws screens, has no other tabs.
  const tabs = globalThis.window?.BroadcastChannel && new BroadcastChannel(`outbox ${name}`);

  /** The database does one step after another. */
  function inOrder<R>(step: () => Promise<R>): Promise<R> {
    const mine = storing.then(step);
    storing = mine.catch(() => undefined);
    return mine;
  }
  function notifyTabs(message: Message<T, A>): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel's, not a window's: it has none
    tabs?.postMessage(message);
  }
  function conclude(outcome: OutboxResult<T, A>): void {
    for (const listener of resultListeners) listener(outcome);
  }

  /** Reads what the device keeps, also from other tabs; items that only this page has follow. */
  async function reload(): Promise<void> {
    const rows = await outboxRows(name).catch(() => undefined);
    if (!rows) return;
    const stored = rows.flatMap(({ id, owner: whose, item, tries, refused }): OutboxItem<T>[] => {
      const parsed = z.safeParse(schema, item);
      if (!parsed.success) return [];
      return [{ id, owner: whose, item: parsed.data, tries, place: "device", ...(refused ? { refused } : {}) }];
    });
    show([...stored, ...entries().filter(({ place }) => place !== "device")]);
  }

  /** Adds an item at the end of the outbox. An id that is waiting is not added again. */
  function add(id: string, item: T): void {
    if (owner === undefined || entries().some((entry) => entry.id === id)) return;
    const entry = { id, owner, item, tries: 0 };
    show([...entries(), { ...entry, place: "saving" }]);
    void inOrder(async () => {
      // After an item that only this page has: a stored item would overtake it after a reload.
      const onPage = entries().some(({ place }) => place === "page");
      const kept = !onPage && (await addOutboxRow({ ...entry, outbox: name }).then(ok, failed));
      if (!entries().some((other) => other.id === id)) await changeOutboxRow(id, () => undefined).catch(failed);
      show(entries().map((other) => (other.id === id ? { ...other, place: kept ? "device" : "page" } : other)));
      notifyTabs({ changed: true });
    }).then(kick);
  }

  function change(id: string, to: (entry: OutboxItem<T>) => OutboxItem<T>): Promise<void> {
    return inOrder(async () => {
      const entry = entries().find((other) => other.id === id);
      if (!entry) return;
      const next = to(entry);
      const { item, tries, refused } = next;
      if (entry.place === "device")
        await changeOutboxRow(id, (row) => ({ ...row, item, tries, ...(refused ? { refused } : {}) })).catch(failed);
      show(entries().map((other) => (other.id === id ? next : other)));
      notifyTabs({ changed: true });
    });
  }

  /** Removes an item for good. */
  function remove(id: string): Promise<void> {
    show(entries().filter((entry) => entry.id !== id));
    return inOrder(async () => {
      await changeOutboxRow(id, () => undefined).catch(failed);
      show(entries().filter((entry) => entry.id !== id));
      notifyTabs({ changed: true });
    });
  }

  /** Sends the waiting items now. */
  function kick(): void {
    clearTimeout(timer);
    if (sending) {
      again = true;
      return;
    }
    sending = true;
    void drain().finally(() => {
      sending = false;
      if (again) kick();
    });
  }

  async function drain(): Promise<void> {
    let goesOn = true;
    while (goesOn) {
      again = false;
      goesOn = await onlyOne(`outbox ${name}`, async () => {
        await inOrder(reload);
        const next = entries().find((entry) => entry.owner === owner && !entry.refused);
        // An item that is still being stored starts the sending when it is stored.
        return next !== undefined && next.place !== "saving" && sendOne(next);
      });
    }
  }

  async function sendOne({ id }: OutboxItem<T>): Promise<boolean> {
    await change(id, (entry) => ({ ...entry, tries: entry.tries + 1 }));
    const next = entries().find((entry) => entry.id === id);
    // The item may have been removed meanwhile. From here on the server may have it, whatever the answer.
    if (!next) return true;
    try {
      const answer = await send(next);
      failures = 0;
      const outcome = { id, item: next.item, answer };
      // Listeners are told before the item is removed, so that a screen always shows one of the two.
      conclude(outcome);
      notifyTabs({ outcome });
      await remove(id);
      return true;
    } catch (error) {
      if (error instanceof ApiError && isRefusal(error)) {
        failures = 0;
        await refuse(next, { code: error.code, message: error.message });
        return true;
      }
      failures += 1;
      const seconds = error instanceof ApiError ? error.retryAfter : undefined;
      // Signed out: signing in starts the sending again.
      if (!(error instanceof ApiError && error.status === 401))
        timer = setTimeout(kick, Math.min(LONGEST_MS, Math.max((seconds ?? 0) * 1000, waitMs(failures))));
      return false;
    }
  }

  async function refuse({ id, item }: OutboxItem<T>, refused: { code: string; message: string }): Promise<void> {
    await change(id, (entry) => ({ ...entry, refused }));
    for (const other of entries()) {
      const becomes = afterRefusal({ id, item }, other.item);
      if (becomes !== other.item) await change(other.id, (entry) => ({ ...entry, item: becomes }));
    }
    const outcome = { id, item, refused };
    conclude(outcome);
    notifyTabs({ outcome });
  }

  /** Sends a player's items while one of their screens is mounted. On the sign-in screen nothing is sent. */
  function sendFor(player: string): () => void {
    owner = player;
    screens += 1;
    kick();
    return () => {
      screens -= 1;
      if (screens === 0) owner = undefined;
    };
  }

  function onResult(listener: (outcome: OutboxResult<T, A>) => void): () => void {
    resultListeners.add(listener);
    return () => resultListeners.delete(listener);
  }

  tabs?.addEventListener("message", ({ data }: MessageEvent<Message<T, A>>) => {
    if ("outcome" in data) conclude(data.outcome);
    void inOrder(reload);
  });
  onReachable(() => {
    if (isReachable()) kick();
  });
  for (const hint of ["online", "pageshow"]) globalThis.window?.addEventListener(hint, () => kick());
  globalThis.document?.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") kick();
  });

  return {
    add,
    change,
    remove,
    kick,
    find: (id: string) => entries().find((entry) => entry.id === id),
    onResult,
    /** A player's waiting items, in order. They are sent while the component is mounted. */
    useWaiting(player: string): readonly OutboxItem<T>[] {
      useEffect(() => sendFor(player), [player]);
      return useStore(waiting).filter((entry) => entry.owner === player);
    },
  };
}

const ok = () => true;
const failed = () => false;
