/**
 * The connection to the mail server. It is opened by the server's name, because nodemailer would open it by an address
 * that it looked up itself, which the list of places that may be called does not have (`outbound.ts`).
 */
import { createConnection, type Socket } from "node:net";

/** The ports where a mail server takes letters of its users: with TLS from the first byte, and with STARTTLS. */
const SECURE_PORT = 465;
const PORT = 587;

export function mailServerOf(smtpUrl: string): { host: string; port: number } {
  const url = new URL(smtpUrl);
  const usual = url.protocol === "smtps:" ? SECURE_PORT : PORT;
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port) || usual };
}

/** For nodemailer's `getSocket`: @param patienceMs how long the connection may take to open */
export function mailSocket(smtpUrl: string, patienceMs: number) {
  return (_options: unknown, done: (error: Error | null, given?: { connection: Socket }) => void): void => {
    const connection = createConnection(mailServerOf(smtpUrl));
    const end = (error: Error | null) => {
      clearTimeout(late);
      connection.removeAllListeners("error");
      if (error) {
        connection.destroy();
        // What comes afterwards is of nobody's interest.
        connection.on("error", () => undefined);
        done(error);
      } else done(null, { connection });
    };
    const late = setTimeout(() => end(new Error("The mail server did not take the connection in time")), patienceMs);
    connection.once("error", end).once("connect", () => end(null));
  };
}
