/** Ports for servers of tests. */
import { once } from "node:events";
import { createServer } from "node:net";

/** A port at which nobody listens now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number }; // A TCP server's address.
  await new Promise((done) => server.close(done));
  return port;
}
