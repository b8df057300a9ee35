/** The mail server's password is changed: letters wait meanwhile, and go out after the restart. */
import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { commands } from "#main/server/admin-commands.ts";
import { createHub } from "#platform/server/live/hub.ts";
import { freshApp, type TestApp } from "#test/app.ts";
import { secondApp } from "#test/second.ts";

let password = "before";
const received: string[] = [];
let refused = 0;
const smtp = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  allowInsecureAuth: true,
  onAuth: ({ username, password: given }, _session, done) => {
    if (username === "acebay" && given === password) return done(null, { user: username });
    refused += 1;
    return done(new Error("535 no such password"));
  },
  onRcptTo: ({ address }, _session, done) => {
    received.push(address);
    done();
  },
  onData: (stream, _session, done) => {
    stream.resume();
    stream.on("end", () => done());
  },
});
let app: TestApp;
let urlWith: (secret: string) => string;
beforeAll(async () => {
  const listening = smtp.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as { port: number }; // A TCP server's address.
  urlWith = (secret) => `smtp://acebay:${secret}@127.0.0.1:${port}`;
  app = await freshApp({ env: { SMTP_URL: urlWith("before") } });
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((done) => smtp.close(() => done()));
});

test("no letter is lost; the restarted process sends new ones at once, and with `resend` those that were refused", async () => {
  const staff = { email: "staff@acebay.test" };
  await app.browser().call(accountRoutes.login, { body: staff });
  await expect.poll(() => received).toEqual([staff.email]);
  password = "after";
  await app.browser().call(accountRoutes.login, { body: staff });
  await expect.poll(() => refused).toBeGreaterThan(0);

  const restarted = await secondApp(app, { env: { SMTP_URL: urlWith("after") } });
  await restarted.browser().call(accountRoutes.login, { body: { email: "admin@acebay.test" } });
  await expect.poll(() => received).toEqual([staff.email, "admin@acebay.test"]);
  // The refused letter waits for its next try, which the command brings about.
  await restarted.app.mailer.deliver();
  expect(received).toHaveLength(2);
  const { db, clock, config } = app;
  const { mailer } = restarted.app;
  const said = await commands.get("resend")?.run({ db, clock, config, mailer, hub: createHub() }, []);
  expect(said).toMatch(/^Letters that are tried again: 1;/);
  await restarted.app.mailer.deliver();
  await expect.poll(() => received).toEqual([staff.email, "admin@acebay.test", staff.email]);
  const waiting = await app.db.pool.query("SELECT count(*)::int AS n FROM mails WHERE sent_at IS NULL");
  expect(waiting.rows).toEqual([{ n: 0 }]);
  await restarted.close();
});
