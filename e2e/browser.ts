/** Starts a browser for journeys, pictures and measures. `npm test` and others name its path (scripts/browser.mjs). */
import type { LaunchOptions } from "@playwright/test";

/** The whole browser, or its shell without windows, which shows the same with less work. */
export function launchOptions(kind: "browser" | "shell"): LaunchOptions {
  const browser = process.env["ACEBAY_BROWSER"];
  const path = kind === "shell" ? (process.env["ACEBAY_HEADLESS_SHELL"] ?? browser) : browser;
  return {
    ...(path === undefined ? {} : { executablePath: path }),
    args: [
      // Chromium has no sandbox under root.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      // On a closed network the browser's own calls would only wait.
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-quic",
      "--no-first-run",
    ],
  };
}
