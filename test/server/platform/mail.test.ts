import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { encryptedMail } from "#platform/server/config-checks.ts";
import { createMailer } from "#platform/server/mail/mail.ts";
import { freshApp, type TestApp } from "#test/app.ts";

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

/** A mail of two alternatives, decoded (RFC 2045 and 2047). */
function readMail(raw: string): { subject: string; parts: { type: string; body: string }[] } {
  const text = raw.replaceAll("\r\n", "\n");
  const boundary = /multipart\/alternative;\s+boundary="([^"]+)"/.exec(text)?.[1] ?? "none";
  const header = (part: string, name: string) =>
    new RegExp(`^${name}: (.*(?:\\n[ \\t].*)*)`, "im").exec(part)?.[1]?.replaceAll(/\n[ \t]+/g, " ") ?? "";
  const quoted = (encoded: string) =>
    Buffer.from(
      encoded
        .replaceAll("=\n", "")
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      "latin1",
    ).toString();
  const words = header(text, "subject").replaceAll(/\?= =\?/g, "?==?");
  const subject = words.replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, encoded: string) =>
    kind.toUpperCase() === "B" ? Buffer.from(encoded, "base64").toString() : quoted(encoded.replaceAll("_", " ")),
  );
  const parts = text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [, ...body] = part.trimStart().split("\n\n");
      const content = body.join("\n\n");
      const base64 = header(part, "content-transfer-encoding") === "base64";
      return {
        type: header(part, "content-type"),
        body: base64 ? Buffer.from(content, "base64").toString() : quoted(content),
      };
    });
  return { subject, parts };
}

test("a sign-in code goes out over SMTP and signs in; the sent letter's text is not kept", async () => {
  const person = app.browser();
  expect((await person.call(accountRoutes.login, { body: { email: "player@acebay.test" } })).status).toBe(202);
  await vi.waitFor(() => expect(received).toHaveLength(1));
  const code = /\b(\d{6})\b/.exec(received[0]?.text ?? "")?.[1];
  expect(received[0]?.to).toEqual(["player@acebay.test"]);
  expect((await person.call(accountRoutes.login, { body: { email: "player@acebay.test", code } })).status).toBe(200);
  await vi.waitFor(async () =>
    expect((await app.db.pool.query("SELECT body FROM mails WHERE sent_at IS NOT NULL")).rows).toEqual([{ body: "" }]),
  );
});

test("a letter goes out as text and as HTML, in UTF-8, in the player's language; neither is kept", async () => {
  const person = await app.player("Lucía Ñandú");
  await person.call(accountRoutes.updateUser, { params: { id: person.id }, body: { language: "es" } });
  const before = received.length;
  await app.browser().call(accountRoutes.login, { body: { email: person.email } });
  await vi.waitFor(() => expect(received).toHaveLength(before + 1));
  const { subject, parts } = readMail(received.at(-1)?.text ?? "");
  const code = /^(\d{6}) es tu código de Acebay$/.exec(subject)?.[1];
  expect(code).toBeDefined();
  expect(parts.map(({ type }) => type)).toEqual(["text/plain; charset=utf-8", "text/html; charset=utf-8"]);
  for (const { body } of parts) {
    expect(body).toContain("Hola, Lucía Ñandú:");
    expect(body).toContain(code);
    expect(body).toContain("Tu código para entrar es");
  }
  expect(parts[0]?.body).not.toMatch(/<\w/);
  await vi.waitFor(async () =>
    expect((await app.db.pool.query("SELECT 1 FROM mails WHERE sent_at IS NOT NULL AND html <> ''")).rows).toEqual([]),
  );
});

test("a letter that the server refuses is tried again later, and sent once", async () => {
  refusing = true;
  await app.browser().call(accountRoutes.login, { body: { email: "admin@acebay.test" } });
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

test("production hands no letter to a mail server without encryption, but for one of the same machine", async () => {
  const { port } = smtp.server.address() as { port: number }; // A TCP server's address.
  await app.jobs.stop();
  const failures: unknown[] = [];
  const elsewhere = String(encryptedMail("smtp://mail.example.com?from=play@example.com"));
  const mailer = createMailer({
    db: app.db,
    clock: app.clock,
    // As if the server were elsewhere: this one is at the loopback.
    smtpUrl: elsewhere.replace("mail.example.com", `127.0.0.1:${port}`),
    productName: "Acebay",
    onFailure: (error) => failures.push(error),
  });
  const { rows } = await app.db.pool.query("SELECT id FROM users LIMIT 1");
  const letter = { to: "in-the-open@example.com", subject: "s", text: "t", html: "" };
  await app.db.transaction((tx) => mailer.post(tx, letter, rows[0].id));
  await expect.poll(() => String(failures[0])).toMatch(/TLS/);
  expect(received.flatMap(({ to }) => to)).not.toContain(letter.to);
  for (const near of ["smtp://127.0.0.1:25", "smtp://localhost", "smtp://[::1]:25", undefined])
    expect(encryptedMail(near)).toBe(near);
});

test("letters that are posted together keep their order, their files, and what is left of a cut letter", async () => {
  const { mailer, db } = app;
  const letters = ["first", "cut \ud83d", "last"].map((subject) => ({
    letter: {
      to: "in-order@example.com",
      subject,
      text: `${subject}\n"quoted" \\ {}`,
      html: "<p>",
      files: [{ name: `${subject.slice(0, 3)}.csv`, type: "text/csv", content: Buffer.from([0, 255]) }],
    },
    userId: null,
  }));
  await db.transaction((tx) => mailer.postAll(tx, letters));
  const { rows } = await db.pool.query(
    "SELECT subject, files->0->>'name' AS name FROM mails WHERE recipient = 'in-order@example.com' ORDER BY id",
  );
  expect(rows).toEqual([
    { subject: "first", name: "fir.csv" },
    { subject: "cut \ufffd", name: "cut.csv" },
    { subject: "last", name: "las.csv" },
  ]);
});
