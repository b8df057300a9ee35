/** What makes the server's alerts ring: how each fact is caused, and how it ends. Those of money are in a file of their own. */
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { accountRoutes } from "#features/accounts/contract.ts";
import { readOnly } from "../faults/read-only.ts";
import type { Cause } from "./cause.ts";
import { moneyCauses } from "./causes-money.ts";
import { pictureCauses } from "./causes-pictures.ts";
import { browserAt, golferAt, pay, shoot } from "./people.ts";
import type { Message } from "./server.ts";

/** Repeats something until the returned function is called. */
function again(work: () => Promise<unknown>, betweenMs: number): () => Promise<void> {
  let over = false;
  const done = (async () => {
    while (!over) {
      await work().catch(() => undefined);
      await sleep(betweenMs);
    }
  })();
  return async () => {
    over = true;
    await done;
  };
}

/** Sends a message to all servers, and another one at the end. */
function all(first: Message, last: Message): Cause["cause"] {
  return async ({ servers }) => {
    for (const { tell } of servers) tell(first);
    return () => {
      for (const { tell } of servers) tell(last);
    };
  };
}

/** A caller whose network goes away while it sends. */
async function leave(url: string): Promise<void> {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
  socket.write(
    "POST /api/login HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 10.0.0.1\r\ncontent-type: application/json\r\n",
  );
  socket.write('content-length: 100\r\n\r\n{"email":');
  await sleep(100);
  socket.destroy();
}

/** Tries codes of an account until it is locked. */
async function tryCodes(url: string): Promise<void> {
  const { email } = await golferAt(url);
  const thief = browserAt(url);
  for (let n = 0; n < 4; n += 1) {
    await thief.call(accountRoutes.login, { body: { email } });
    for (const code of ["000001", "000002", "000003"]) await thief.call(accountRoutes.login, { body: { email, code } });
  }
}

function fill(folder: string): () => void {
  const path = join(folder, "full");
  const file = openSync(path, "w");
  try {
    for (;;) writeSync(file, Buffer.alloc(2 ** 20));
  } catch {
    // The disk is full.
  }
  closeSync(file);
  return () => rmSync(path);
}

const MINUTE = 60;

export const causes: readonly Cause[] = [
  {
    what: "the event loops stand still for 0.4 of each 0.5 s",
    rings: ["PagesFastBurn", "PagesSlowBurn", "EventLoopLags"],
    cause: all({ stallMs: 400 }, { stallMs: 0 }),
  },
  {
    what: "somebody locks the table of shots for 0.4 s, again and again",
    rings: ["ShotsFastBurn", "ShotsSlowBurn"],
    cause: async ({ holding }) =>
      again(async () => {
        const release = await holding("attempts", "EXCLUSIVE");
        await sleep(400);
        await release();
      }, 100),
  },
  {
    what: "the payment service takes 6 s",
    rings: ["PaymentsFastBurn", "PaymentsSlowBurn"],
    cause: all({ gateway: "slow" }, { gateway: "well" }),
  },
  {
    what: "one of two servers has no network to the database",
    rings: ["DatabaseUnreachable", "Errors"],
    cause: async ({ servers: [, { cable }] }) => {
      await cable.cut();
      return () => cable.plug();
    },
  },
  {
    what: "both servers have no network to the database",
    rings: ["DatabaseAway"],
    cause: async ({ servers }) => {
      for (const { cable } of servers) await cable.cut();
      return async () => {
        for (const { cable } of servers) await cable.plug();
      };
    },
  },
  {
    what: "the database is read-only",
    rings: ["DatabaseReadOnly"],
    cause: ({ asOwner }) => readOnly(asOwner),
  },
  {
    what: "one of two servers is killed",
    rings: ["Down"],
    cause: async ({ servers: [, { installation }] }) => {
      installation.signal("server", "SIGKILL");
      await installation.ended();
      return async () => void (await installation.start());
    },
  },
  {
    what: "the disk of the log is full",
    rings: ["LogLost"],
    cause: all({ isLogFull: true }, { isLogFull: false }),
  },
  {
    what: "the disk of a data folder is filled",
    rings: ["DiskNearlyFull"],
    cause: async ({ servers: [, { dataDir }] }) => fill(dataDir),
  },
  {
    what: "a forgotten transaction locks the sessions while 60 golfers shoot",
    rings: ["PoolExhausted"],
    cause: async ({ servers: [{ url }], holding }) => {
      const golfer = await golferAt(url);
      const { body } = await pay(golfer);
      const id = "session" in body && body.session ? body.session.id : "";
      const release = await holding("sessions", "ACCESS EXCLUSIVE");
      const over = Array.from({ length: 60 }, () => again(() => shoot(golfer, id, "missed"), 50));
      return async () => {
        await release();
        await Promise.all(over.map((end) => end()));
      };
    },
  },
  {
    what: "callers leave while they send",
    rings: ["CallsUnanswered"],
    cause: async ({ servers: [{ url }] }) => {
      const over = Array.from({ length: 4 }, () => again(() => leave(url), 50));
      return async () => void (await Promise.all(over.map((end) => end())));
    },
  },
  {
    what: "a forgotten transaction locks the notifications, and 20 minutes pass",
    rings: ["JobStandsStill"],
    cause: async ({ holding, pass }) => {
      const release = await holding("push_messages", "EXCLUSIVE");
      pass(20 * MINUTE);
      return async () => {
        await release();
        pass(1);
      };
    },
  },
  {
    what: "the mail server is away, and 20 minutes pass",
    rings: ["OutboxOld", "JobFails"],
    cause: async ({ servers: [{ url }], mail, pass }) => {
      mail.stop();
      await tryCodes(url);
      pass(20 * MINUTE);
      return async () => {
        await mail.start();
        pass(60 * MINUTE);
      };
    },
  },
  {
    what: "codes of eight accounts are tried until they are locked",
    rings: ["CodesLocked"],
    cause: async ({ servers: [{ url }] }) => {
      await Promise.all(Array.from({ length: 8 }, () => tryCodes(url)));
      return () => undefined;
    },
  },
  ...pictureCauses,
  ...moneyCauses,
];
