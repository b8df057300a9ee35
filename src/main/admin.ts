/** `npm run admin -- grant EMAIL`: makes an account an administrator. The first one can be made only here. */
import { findUserByEmail, revokeAll, updateUser } from "#features/accounts/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import { readConfig } from "#platform/server/config.ts";
import { systemClock } from "#platform/server/clock.ts";
import { openBeside } from "./boot.ts";

const [command, email] = process.argv.slice(2);
if (command !== "grant" || email === undefined) {
  console.error("Usage: npm run admin -- grant EMAIL");
  process.exit(2);
}
const opened = await openBeside(readConfig(process.env));
const user = await findUserByEmail(opened.db, email);
if (user) {
  await opened.db.transaction(async (tx) => {
    await updateUser(tx, user.id, { role: "admin" });
    // Administrators prove themselves at each sign-in; one by email alone must not become an administrator's.
    await revokeAll(tx, user.id, systemClock.now());
    await note(tx, {
      actorId: null,
      action: "account.grant_admin",
      subject: user.id,
      detail: { from: user.role, to: "admin" },
      at: systemClock.now(),
    });
  });
  console.log(`${user.email} is an administrator now, and signs in with a mailed code.`);
} else console.error(`Nobody is registered as ${email}. Register that account first.`);
await opened.close();
process.exit(user ? 0 : 1);
