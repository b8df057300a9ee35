/** What PostgreSQL's log says of a recovery that did not come to its moment. */
import { expect, test } from "vitest";
import { RecoveryEnded } from "../db/embedded.ts";
import { whyNotRecovered } from "./base.ts";

test.each([
  ["2026-11-28 12:00:00.5+00", "2026-11-28T12:00:00.500Z"],
  ["2026-11-28 12:00:00.5-05", "2026-11-28T17:00:00.500Z"],
  ["2026-11-28 12:00:00.5+05:30", "2026-11-28T06:30:00.500Z"],
])("the log's last moment %s is told as %s", (last, told) => {
  const log = `LOG:  last completed transaction was at log time ${last}
FATAL:  recovery ended before configured recovery target was reached`;
  const why = whyNotRecovered(new RecoveryEnded(log), "/copies", "base-1", new Date());
  expect(why.message).toContain(`The log in /copies reaches only to ${told}: nothing was recovered.`);
});
