/**
 * Reads that are asked for in the same turn of the event loop travel in one statement: a round trip costs both sides
 * more than most rows do. Nobody waits for the answer to an earlier statement, and each statement is sent after all who
 * share it have asked.
 */

/** The most that share a statement: so many ask at once only after the event loop has stood still. */
const MOST = 100;

interface Waiting<Asked, Found> {
  asked: Asked;
  done: (found: Found) => void;
  fail: (error: unknown) => void;
}

/**
 * @param read reads for all who ask together; its result finds each one's part, and what it throws fails only for that
 *   one
 */
export function together<Asked, Found>(
  read: (all: readonly Asked[]) => Promise<(asked: Asked) => Found>,
): (asked: Asked) => Promise<Found> {
  let waiting: Waiting<Asked, Found>[] = [];

  async function send(lot: readonly Waiting<Asked, Found>[]): Promise<void> {
    try {
      const find = await read(lot.map(({ asked }) => asked));
      for (const { asked, done, fail } of lot)
        try {
          done(find(asked));
        } catch (error) {
          fail(error);
        }
    } catch (error) {
      for (const { fail } of lot) fail(error);
    }
  }

  function sendAll(): void {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += MOST) void send(all.slice(at, at + MOST));
  }

  return (asked) =>
    new Promise((done, fail) => {
      if (waiting.length === 0) setImmediate(sendAll);
      waiting.push({ asked, done, fail });
    });
}
