/**
 * One heartbeat for all streams of a process: each stream has a beat every 15 seconds, and those that beat at the same
 * second ask together whether what they show still holds.
 */

/** Whether one subject, such as a session or a sign-in, is still what a stream knows of it. */
export interface BeatCheck {
  /**
   * Reads some subjects by key, each as a text; subjects that are gone are missing. Checks with the same function are
   * read together.
   */
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  key: string;
  /** The text of what the stream knows. */
  known: () => string | undefined;
  /** Called if the subject has changed, and if it could not be read. */
  changed: () => void;
}

export interface Member {
  beat: () => void;
  checks: readonly BeatCheck[];
}

export interface Beats {
  /** Gives a stream its beats, until the returned function is called. */
  join(member: Member): () => void;
}

const EVERY_MS = 15_000;
/** The streams' beats are spread over this many moments, so that not all ask at once. */
const SLOTS = 15;
/** The most keys of one question. */
const LOT = 1000;

export function createBeats(): Beats {
  const slots = Array.from({ length: SLOTS }, () => new Set<Member>());
  const asking = new Set<number>();
  let now = 0;
  let members = 0;
  let timer: NodeJS.Timeout | undefined;

  const tick = async () => {
    now = (now + 1) % SLOTS;
    const slot = now;
    const due = [...(slots[slot] ?? [])];
    for (const { beat } of due) beat();
    // The database is slow and still works on the last check.
    if (asking.has(slot)) return;
    asking.add(slot);
    await checkAll(due.flatMap(({ checks }) => checks));
    asking.delete(slot);
  };

  return {
    join: (member) => {
      // Its first beat comes after the others of this moment had theirs.
      const slot = slots[now];
      slot?.add(member);
      members += 1;
      timer ??= setInterval(() => void tick(), EVERY_MS / SLOTS);
      return () => {
        if (!slot?.delete(member)) return;
        members -= 1;
        if (members > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

async function checkAll(checks: readonly BeatCheck[]): Promise<void> {
  for (const [read, same] of Map.groupBy(checks, (check) => check.read))
    for (let at = 0; at < same.length; at += LOT) await checkLot(read, same.slice(at, at + LOT));
}

async function checkLot(read: BeatCheck["read"], checks: readonly BeatCheck[]): Promise<void> {
  try {
    const found = await read(checks.map(({ key }) => key));
    for (const { key, known, changed } of checks) if (found.get(key) !== known()) changed();
  } catch {
    // Each stream then reads by itself, and tells its listener if it cannot.
    for (const { changed } of checks) changed();
  }
}
