/** How V8 keeps the objects of the server. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * How far the memory grows before old objects are collected, in percent of what is in use. V8 chooses up to 300 by
 * itself: with 10,000 open screens, of which 190 MB are in use, it let several hundred MB of dead objects wait. With 50
 * it would collect so often that views took a quarter longer.
 */
const GROWTH = 100;

/**
 * New objects are young, always. V8 would make those among the old ones whose like have often been kept, and with them
 * whatever is made to be kept in them. Once dead, such an object keeps all that it names until the next full collection,
 * because young collections do not know that it is dead. A call's time limit so kept the whole call (page 191).
 */
const YOUNG = "--no-allocation-site-pretenuring";

/** For the whole process and its workers. Call it before anything fills the memory. */
export function tuneHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  setFlagsFromString(YOUNG);
}

/**
 * Frees what starting has left: 30 MB of room for young objects, which V8 gives back after its first full collection. A
 * server at rest has none for hours. Call it before the server listens: it takes some 20 ms.
 */
export function collectAfterStart(): void {
  setFlagsFromString("--expose-gc");
  // The flag gives each new context this function.
  const collect = runInNewContext("gc") as () => void;
  collect();
}
