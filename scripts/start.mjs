/** `npm start`: installs and builds what is missing, then runs the server on Node 24 until either of us is stopped. */
import { buildWeb, install, node24, run, stopWithParent } from "./prepare.mjs";

if (process.env.npm_lifecycle_event === "start") stopWithParent();
await install();
await buildWeb();
// The server notices our end over the channel, even by SIGKILL, and stops, too.
process.exitCode = await run(node24, ["src/main/server/server.ts"], {
  stdio: ["inherit", "inherit", "inherit", "ipc"],
});
