/** How journeys, pictures and measures start a browser. `npm test` and its kin say where there is one (scripts/browser.mjs). */
import type { LaunchOptions } from "@playwright/test";

/** The whole browser, or the shell of it that has no windows of its own: what it shows is the same, for less work. */
export function launchOptions(kind: "browser" | "shell"): LaunchOptions {
  const browser = process.env["ACEBAY_BROWSER"];
  const path = kind === "shell" ? (process.env["ACEBAY_HEADLESS_SHELL"] ?? browser) : browser;
  return {
    ...(path === undefined ? {} : { executablePath: path }),
    args: [
      // Chromium has no sandbox under root.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      // On a closed network its own errands would only wait.
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-quic",
      "--no-first-run",
    ],
  };
}
