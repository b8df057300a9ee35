/** Firefox, by WebDriver BiDi over its own socket, without a driver. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, keyActions, type Size, tapActions } from "./engine.ts";
import { ended, said } from "./process.ts";

/** No motion, as in the other journeys, and no calls of its own. */
const settings = {
  "ui.prefersReducedMotion": 1,
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "browser.safebrowsing.update.enabled": false,
  "browser.search.update": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.getAddons.cache.enabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
};

export async function openFirefox(binary: string, size: Size): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), "acebay-firefox-"));
  writeFileSync(
    join(profile, "user.js"),
    Object.entries(settings)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(""),
  );
  const options = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank"];
  const browser = spawn(binary, options, { stdio: ["ignore", "ignore", "pipe"] });
  const leave = async () => {
    await ended(browser);
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const [, address] = await said(browser, browser.stderr, /WebDriver BiDi listening on (ws:\S+)/);
    return await connected(`${address}/session`, size, leave);
  } catch (error) {
    await leave();
    throw error;
  }
}

/** A result's shape is what the method's specification says: https://w3c.github.io/webdriver-bidi/ */
// oxlint-disable-next-line typescript/no-explicit-any
type Result = any;

async function connected(address: string, size: Size, leave: () => Promise<void>): Promise<Engine> {
  const socket = new WebSocket(address);
  await new Promise((done, fail) => {
    socket.addEventListener("open", done);
    socket.addEventListener("error", () => fail(new Error(`Firefox does not answer at ${address}`)));
  });
  const waiting = new Map<number, { done: (result: Result) => void; fail: (error: Error) => void }>();
  const errors: string[] = [];
  socket.addEventListener("message", ({ data }) => {
    const message: Result = JSON.parse(String(data));
    if (message.method === "log.entryAdded" && message.params.type === "javascript") errors.push(message.params.text);
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "error") asked?.fail(new Error(`${message.error}: ${message.message}`));
    else asked?.done(message.result);
  });
  socket.addEventListener("close", () => {
    for (const { fail } of waiting.values()) fail(new Error("Firefox has ended"));
  });
  let count = 0;
  const send = (method: string, params: object) =>
    new Promise<Result>((done, fail) => {
      waiting.set(++count, { done, fail });
      socket.send(JSON.stringify({ id: count, method, params }));
    });

  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const [{ context }] = (await send("browsingContext.getTree", {})).contexts;
  const resize = (viewport: Size) => send("browsingContext.setViewport", { context, viewport });
  await resize(size);
  return {
    goto: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    evaluate: async (expression) => {
      const { type, result, exceptionDetails } = await send("script.evaluate", {
        expression: `(async () => JSON.stringify(await (${expression})))()`,
        target: { context },
        awaitPromise: true,
      });
      if (type !== "success") throw new Error(exceptionDetails.text);
      return result.value === undefined ? undefined : JSON.parse(result.value);
    },
    tap: (x, y) => send("input.performActions", { context, actions: tapActions(x, y) }),
    type: (text) => send("input.performActions", { context, actions: keyActions(text) }),
    picture: async (file) => {
      const { data } = await send("browsingContext.captureScreenshot", { context });
      writeFileSync(file, Buffer.from(data, "base64"));
    },
    resize,
    // Firefox is told of a system's theme at its start only: the page is, by the classes of the theme's own switch.
    scheme: async (theme) => {
      const expression = `for (const each of ["light", "dark"]) document.documentElement.classList.toggle(each, each === "${theme}")`;
      await send("script.evaluate", { expression, target: { context }, awaitPromise: false });
    },
    errors: async () => errors,
    close: async () => {
      await send("browser.close", {}).catch(() => undefined);
      await leave();
    },
  };
}
