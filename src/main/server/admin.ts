/** `npm run admin -- COMMAND`: what the operator does at the server itself. The first administrator can be made only here. */
import { readConfig } from "#platform/server/config.ts";
import { movableClock, systemClock } from "#platform/server/clock.ts";
import { createHub } from "#platform/server/live/hub.ts";
import { createMailer, mailerWith } from "#platform/server/mail/mail.ts";
import { commands, CommandRefused, isCalledRight, type OperatorDeps } from "./admin-commands.ts";
import { openBeside } from "./boot.ts";
import { runCommand } from "./explain.ts";
import { endWithUsage } from "./usage.ts";

const [name = "", ...words] = process.argv.slice(2);
const command = commands.get(name);
if (!command || !isCalledRight(command, words)) {
  const usage = [...commands].map(([known, { words: named, more = "", about }]) => {
    return `  ${[known, ...named, more].join(" ").trim()}: ${about}`;
  });
  endWithUsage(`npm run admin -- COMMAND\n${usage.join("\n")}`);
}
await runCommand(async () => {
  const config = readConfig(process.env);
  const opened = await openBeside(config);
  const clock = config.production ? systemClock : await movableClock(opened.db);
  const mailer = createMailer({
    db: opened.db,
    clock,
    smtpUrl: config.smtpUrl,
    productName: config.productName,
    onFailure: (error) => console.error(error),
  });
  const deps: OperatorDeps = {
    db: opened.db,
    clock,
    config,
    hub: createHub(),
    // The server delivers what lies in the outbox: this process ends before a mail server has answered.
    mailer: mailerWith({
      ...mailer,
      postAll: (db, letters) => mailer.postAll({ ...db, afterCommit: () => undefined }, letters),
    }),
  };
  try {
    console.log(await command.run(deps, words));
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await opened.close();
  }
});
