/** The calls that are measured, as bytes: the same to our server and to the plain program. */
import { randomUUID } from "node:crypto";
import { card } from "./client.ts";
import { requestOf } from "./load.ts";
import { COURSE, PACKAGE, type Person, type World } from "./world.ts";

export interface Call {
  name: string;
  connections: number;
  /** A slice of load in seconds. */
  seconds: number;
  status: number;
  /** The path whose answer gives the bytes with which the floors answer. */
  floorPath?: string;
  /** Whether the server goes on working after its answers, for example issues receipts. That work is counted, too. */
  hasWorkAfter: boolean;
  /** Whether the plain program has this call. */
  isPlain: boolean;
  /** A source of requests, one for each server, because people who can pay only once are used up. */
  requests: () => (connection: number) => Buffer | undefined;
}

/** @param etag the tags of the session that is over, from all servers; each server finds its own in the list */
export function callsOf(world: World, etag: string): Call[] {
  const { golfers, payers, claimers, done } = world;
  const golfer = (n: number): Person => golfers[n % golfers.length] ?? done;
  const read = (name: string, path: string): Call => {
    const request = requestOf("GET", path);
    return { ...reading, name, floorPath: path, requests: () => () => request };
  };
  const reading = { connections: 64, seconds: 1.5, status: 200, hasWorkAfter: false, isPlain: true };
  const shot = ({ cookie, sessionId }: Person, targetHole: string) =>
    requestOf(
      "POST",
      "/api/attempts",
      { cookie },
      {
        sessionId,
        targetHole,
        prizeClaim: targetHole !== "missed",
        prizeAmount: 0,
        shotId: randomUUID(),
      },
    );
  const oneByOne = (people: readonly Person[], request: (person: Person) => Buffer) => () => {
    let used = 0;
    return () => {
      const person = people[used++];
      return person && request(person);
    };
  };
  const paying = { connections: 16, seconds: 2, hasWorkAfter: true, isPlain: true };
  const half = Math.floor(claimers.length / 2);
  return [
    {
      ...reading,
      name: "POST attempts",
      status: 201,
      hasWorkAfter: true,
      requests: () => (n) => shot(golfer(n), "missed"),
    },
    {
      ...reading,
      name: "GET session",
      floorPath: `/api/sessions/${golfer(0).sessionId}`,
      requests: () => {
        const made = golfers.map(({ sessionId, cookie }) => requestOf("GET", `/api/sessions/${sessionId}`, { cookie }));
        return (n) => made[n % made.length];
      },
    },
    {
      ...reading,
      name: "GET session, 304",
      status: 304,
      requests: () => {
        const request = requestOf("GET", `/api/sessions/${done.sessionId}`, {
          cookie: done.cookie,
          "if-none-match": etag,
        });
        return () => request;
      },
    },
    read("GET courses", "/api/courses"),
    read("GET packages", "/api/packages"),
    read("GET sponsors", `/api/courses/${COURSE}/sponsors`),
    {
      ...reading,
      name: "POST login, known device",
      hasWorkAfter: true,
      requests: () => {
        const made = golfers.map(({ email, cookie }) =>
          requestOf("POST", "/api/login", { cookie: devicesOnly(cookie) }, { email }),
        );
        return (n) => made[n % made.length];
      },
    },
    {
      ...paying,
      name: "process-payment",
      status: 200,
      requests: oneByOne(payers, ({ cookie }) =>
        requestOf(
          "POST",
          "/api/process-payment",
          { cookie },
          {
            paymentInfo: card,
            sessionData: { courseId: COURSE, packageId: PACKAGE, bayNumber: 1 },
            amount: 5,
          },
        ),
      ),
    },
    {
      ...paying,
      name: "claim of a prize",
      status: 201,
      requests: oneByOne(claimers.slice(0, half), (person) => shot(person, "left")),
    },
    {
      ...paying,
      name: "claim of the jackpot",
      status: 201,
      requests: oneByOne(claimers.slice(half), (person) => shot(person, "middle")),
    },
  ];
}

/** The browser's sign-in has expired, as at a golfer's next visit. */
function devicesOnly(cookie: string): string {
  return cookie
    .split("; ")
    .filter((pair) => pair.includes("device="))
    .join("; ");
}
