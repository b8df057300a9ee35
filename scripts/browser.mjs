/** Finds a Chromium or Chrome for the journeys, or installs one by what the machine has. Runs on Node 20. */
import { existsSync } from "node:fs";

const installed = [
  process.env.ACEBAY_BROWSER,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Debian's browser without windows, which needs a quarter less work. Without it the whole browser is used. */
const DEBIAN_SHELL = "/usr/bin/chromium-headless-shell";

/**
 * Finds the browser and its shell, and passes their paths to the programs that we start (see e2e/browser.ts).
 * @param mustRun runs a program and ends this process if it fails
 * @returns the path of the browser
 */
export async function findBrowser(mustRun) {
  const browser = await findWhole(mustRun);
  process.env.ACEBAY_BROWSER = browser;
  if (existsSync(DEBIAN_SHELL)) process.env.ACEBAY_HEADLESS_SHELL ??= DEBIAN_SHELL;
  return browser;
}

async function findWhole(mustRun) {
  const found = installed.find((path) => path && existsSync(path));
  if (found) return found;
  const { chromium } = await import("@playwright/test");
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  if (mayAptInstall()) {
    await aptInstall(mustRun, ["chromium", "chromium-headless-shell"]);
    return "/usr/bin/chromium";
  }
  console.log("No browser found: installing Playwright's (playwright install chromium) …");
  await mustRun("npx", ["playwright", "install", "chromium"], { shell: process.platform === "win32" });
  return chromium.executablePath();
}

/** Whether we are root on Debian or a system made from it. */
export function mayAptInstall() {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/** Installs Debian's packages, and says so. @param mustRun runs a program and ends this process if it fails */
export async function aptInstall(mustRun, packages) {
  const command = `apt-get install -y --no-install-recommends ${packages.join(" ")}`;
  console.log(`Not found on this machine: installing Debian's (${command}) …`);
  await mustRun("sh", ["-c", `apt-get update && ${command}`], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
