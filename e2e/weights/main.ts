/**
 * `npm run weights`: what each route loads first in a real browser against its budget, scripts and styles, gzipped, in
 * KB of 1000 bytes. It fails when one is beyond. `--files` names the files.
 */
import { chromium, devices } from "@playwright/test";
import { launchOptions } from "../browser.ts";
import { startServer } from "../server.ts";
import { weighAll } from "./weigh.ts";

const server = await startServer("weights");
const browser = await chromium.launch(launchOptions("browser"));
try {
  const column = (value: number | string) => (typeof value === "number" ? value.toFixed(1) : value).padStart(8);
  console.log("route".padEnd(12) + ["JS", "CSS", "first", "budget", "idle"].map(column).join(""));
  for (const { path, budget, scripts, styles, idle, files } of await weighAll(
    browser,
    server.url,
    devices["Pixel 7"],
  )) {
    const first = scripts + styles;
    if (first > budget) process.exitCode = 1;
    const sizes = [scripts, styles, first, budget, idle].map(column).join("");
    console.log(`${path.padEnd(12)}${sizes}  ${first > budget ? "BEYOND" : "ok"}`);
    if (!process.argv.includes("--files")) continue;
    for (const { name, bytes } of files.toSorted((a, b) => b.bytes - a.bytes))
      console.log(`  ${column(bytes / 1000)} ${name}`);
  }
} finally {
  await browser.close();
  await server.stop();
}
