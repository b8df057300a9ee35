/** A mail server that takes every letter and keeps none: as much of SMTP as a sender needs. */
import { createServer } from "node:net";

/** @returns how many letters have come, and how it ends */
export function startMailServer(port: number): Promise<{ count(): number; close(): void }> {
  let letters = 0;
  const server = createServer((socket) => {
    let isLetter = false;
    let rest = "";
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 faults");
    socket
      .on("error", () => undefined)
      .on("data", (bytes) => {
        const lines = (rest + bytes.toString()).split("\r\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          if (isLetter) {
            if (line !== ".") continue;
            isLetter = false;
            letters += 1;
            say("250 taken");
          } else if (/^DATA/i.test(line)) {
            isLetter = true;
            say("354 go on");
          } else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
          else say("250 faults");
        }
      });
  });
  // It ends with the run.
  server.unref();
  return new Promise((done, failed) => {
    server
      .once("error", failed)
      .listen(port, "127.0.0.1", () => done({ count: () => letters, close: () => void server.close() }));
  });
}
