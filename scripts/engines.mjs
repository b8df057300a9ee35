/** Finds WebKit and Firefox for the journeys in other engines, or installs them. Runs on Node 20. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { aptInstall, mayAptInstall } from "./browser.mjs";

const firefoxes = [
  process.env.ACEBAY_FIREFOX,
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
];
const webkitDrivers = [process.env.ACEBAY_WEBKIT_DRIVER, "/usr/bin/WebKitWebDriver"];

/** The parts for e2e/engines/webkit.ts: the driver, a window of ours around its engine, and an invisible screen. */
const webkitPackages = ["webkit2gtk-driver", "python3-gi", "gir1.2-webkit2-4.1", "gir1.2-gtk-3.0", "xvfb"];
const WINDOW_PARTS = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')";

/**
 * Finds both, and passes their paths to the programs that we start (e2e/engines/open.ts): Playwright's own if
 * installed, otherwise the system's. If there is none, root on Debian installs Debian's, everybody else Playwright's.
 * @param mustRun runs a program and ends this process if it fails
 * @returns the paths, for the log
 */
export async function findEngines(mustRun) {
  const { firefox, webkit } = await import("@playwright/test");
  return [
    await place(webkit, "ACEBAY_WEBKIT_DRIVER", webkitDriver, webkitPackages, mustRun),
    await place(firefox, "ACEBAY_FIREFOX", () => firefoxes.find(isThere), ["firefox-esr"], mustRun),
  ];
}

/** @param onSystem the path of the system's engine, if it is complete */
async function place(engine, variable, onSystem, packages, mustRun) {
  if (!process.env[variable] && existsSync(engine.executablePath())) return engine.executablePath();
  if (!onSystem() && mayAptInstall()) await aptInstall(mustRun, packages);
  const path = onSystem();
  if (path) return (process.env[variable] = path);
  console.log(`No ${engine.name()} found: installing Playwright's (playwright install ${engine.name()}) …`);
  console.log("On Linux its libraries are installed by root: npx playwright install-deps");
  await mustRun("npx", ["playwright", "install", engine.name()], { shell: process.platform === "win32" });
  return engine.executablePath();
}

function webkitDriver() {
  const parts = () => spawnSync("/usr/bin/python3", ["-c", WINDOW_PARTS]).status === 0 && isThere("/usr/bin/Xvfb");
  return webkitDrivers.find((path) => isThere(path) && parts());
}

function isThere(path) {
  return Boolean(path) && existsSync(path);
}
