/** `npm start`: installs and builds what is missing, then runs the server on Node 24 until either of us is stopped. */
import { build, compiled, install, node24, run, stopWithParent } from "./prepare.mjs";

if (process.env.npm_lifecycle_event === "start") stopWithParent();
await install();
await build();
// The server notices our end over the channel, even by SIGKILL, and stops, too.
process.exitCode = await run(node24, ["dist/server/server.js"], {
  // A start compiles what has not been compiled before.
  env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  stdio: ["inherit", "inherit", "inherit", "ipc"],
});
