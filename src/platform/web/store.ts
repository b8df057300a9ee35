/** A value outside of React that screens show and that anybody may change. */
import { useSyncExternalStore } from "react";

export interface Store<T> {
  get: () => T;
  set: (next: T) => void;
  /** Calls the listener after every change. @returns a function that stops listening */
  listen: (listener: () => void) => () => void;
  /** The value in a prerendered page, which a browser must show first. */
  prerendered: () => T;
}

/** @param prerendered says what the build's pages show, if a browser may begin with another value */
export function createStore<T>(first: T, prerendered = () => first): Store<T> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    prerendered,
  };
}

/** The present value; the screen follows it. */
export function useStore<T>({ get, listen, prerendered }: Store<T>): T {
  return useSyncExternalStore(listen, get, prerendered);
}
