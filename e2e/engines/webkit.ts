/** WebKitGTK in a window of our own (webkit-window.py) on an invisible screen, by plain WebDriver. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { freePort } from "../../test/ports.ts";
import { type Engine, keyActions, type Size, tapActions } from "./engine.ts";
import { ended, said } from "./process.ts";

const WINDOW = fileURLToPath(new URL("webkit-window.py", import.meta.url));
/** As wide as the desk, and as high as a whole page on a phone. */
const SCREEN = "1400x8000x24";
/** Without an answer for this long, the browser hangs. */
const PATIENCE_MS = 90_000;

/** A value's shape is what the command's specification says: https://www.w3.org/TR/webdriver2/ */
// oxlint-disable-next-line typescript/no-explicit-any
type Value = any;

export async function openWebKit(driver: string, size: Size): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), "acebay-webkit-"));
  const leave = [async () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })];
  const close = async () => {
    for (const step of leave.toReversed()) await step();
  };
  try {
    const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    leave.push(() => ended(screen));
    const [display] = await said(screen, screen.stdout, /\d+(?=\n)/);
    const port = await freePort();
    const program = spawn(driver, [`--port=${port}`], {
      stdio: "ignore",
      // With a group of its own, its window ends with it.
      detached: true,
      env: {
        PATH: process.env["PATH"],
        // The browser's own files go there.
        HOME: folder,
        XDG_RUNTIME_DIR: folder,
        DISPLAY: `:${display}`,
        GDK_BACKEND: "x11",
        GTK_A11Y: "none",
        NO_AT_BRIDGE: "1",
      },
    });
    leave.push(() => ended(program));
    await answering(port);
    const { send, end } = await session(port, join(folder, "window"));
    leave.push(end);
    const engine = engineOf(send, join(folder, "window"), close);
    await engine.resize(size);
    return engine;
  } catch (error) {
    await close();
    throw error;
  }
}

type Send = (method: string, path: string, body?: object) => Promise<Value>;

async function answering(port: number): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline;) {
    const reply = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((done) => setTimeout(done, 30));
  }
  throw new Error("WebKitWebDriver does not answer");
}

async function session(port: number, socket: string): Promise<{ send: Send; end: () => Promise<void> }> {
  const to =
    (base: string): Send =>
    async (method, path, body) => {
      const reply = await fetch(`http://127.0.0.1:${port}${base}${path}`, {
        method,
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const { value }: Value = await reply.json();
      if (!reply.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
      return value;
    };
  const wanted = { "webkitgtk:browserOptions": { binary: WINDOW, args: [socket] } };
  const { sessionId } = await to("")("POST", "/session", { capabilities: { alwaysMatch: wanted } });
  const send = to(`/session/${sessionId}`);
  return { send, end: () => send("DELETE", "").catch(() => undefined) };
}

function engineOf(send: Send, socket: string, close: () => Promise<void>): Engine {
  const tell = async (command: string): Promise<Value> => {
    const line = createConnection(socket);
    line.write(`${command}\n`);
    return json(line);
  };
  const evaluate: Engine["evaluate"] = async (expression) =>
    send("POST", "/execute/sync", { script: `return (${expression})`, args: [] });
  return {
    goto: (url) => send("POST", "/url", { url }),
    evaluate,
    tap: (x, y) => send("POST", "/actions", { actions: tapActions(x, y) }),
    type: (typed) => send("POST", "/actions", { actions: keyActions(typed) }),
    picture: (file) => tell(`picture ${file}`),
    resize: async ({ width, height }) => {
      await tell(`size ${width} ${height}`);
      for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline;) {
        if (await evaluate(`innerWidth === ${width} && innerHeight === ${height}`)) return;
      }
      throw new Error(`The window does not become ${width} by ${height}`);
    },
    scheme: async (theme) => {
      await tell(`scheme ${theme}`);
      for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline;) {
        if (await evaluate(`matchMedia("(prefers-color-scheme: ${theme})").matches`)) return;
      }
      throw new Error(`The page is not told of the ${theme} scheme`);
    },
    errors: () => tell("uncaught"),
    close,
  };
}
