import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freshApp, type TestApp } from "../app.ts";

/** A real SMTP server that keeps what it is sent, and can refuse. */
const received: { to: string[]; text: string }[] = [];
let refusing = false;
let refused = 0;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onMailFrom: (_address, _session, done) => {
    if (refusing) refused += 1;
    done(refusing ? new Error("not now") : undefined);
  },
  onData: (stream, session, done) => {
    let text = "";
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
    stream.on("end", () => {
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
      done();
    });
  },
});

let app: TestApp;
beforeAll(async () => {
  const listening = smtp.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as { port: number }; // A TCP server's address.
  app = await freshApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((done) => smtp.close(() => done()));
});

test("a sign-in code goes out over SMTP and signs in; the sent letter's text is not kept", async () => {
  const person = app.browser();
  expect((await person.call("POST", "/api/login", { email: "player@acebay.test" })).status).toBe(202);
  await vi.waitFor(() => expect(received).toHaveLength(1));
  const code = /\b(\d{6})\b/.exec(received[0]?.text ?? "")?.[1];
  expect(received[0]?.to).toEqual(["player@acebay.test"]);
  expect((await person.call("POST", "/api/login", { email: "player@acebay.test", code })).status).toBe(200);
  await vi.waitFor(async () =>
    expect((await app.db.pool.query("SELECT body FROM mails WHERE sent_at IS NOT NULL")).rows).toEqual([{ body: "" }]),
  );
});

test("a letter that the server refuses is tried again later, and sent once", async () => {
  refusing = true;
  await app.browser().call("POST", "/api/login", { email: "admin@acebay.test" });
  await vi.waitFor(() => expect(refused).toBe(1));
  refusing = false;
  const before = received.length;
  await app.jobs.runAll();
  expect(received).toHaveLength(before);
  await app.clock.advance(61);
  await app.jobs.runAll();
  await app.jobs.runAll();
  expect(received).toHaveLength(before + 1);
});
