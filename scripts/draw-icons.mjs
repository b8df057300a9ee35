/**
 * Draws the icons of the installed app from its favicon, in the browser of the journeys:
 * `node scripts/draw-icons.mjs`. Run it after the favicon changed, and commit what it writes.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { findBrowser } from "./browser.mjs";
import { mustRun } from "./prepare.mjs";

const place = (name) => new URL(`../src/main/web/${name}`, import.meta.url);
const favicon = readFileSync(place("favicon.svg"), "utf8");
/** Systems cut their own shape out of the middle four fifths, so the background reaches the edges. */
const shapes = favicon.replace(/<rect[^>]*>/, "").replaceAll(/<\/?svg[^>]*>/g, "");
const square = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#0b4531"/><path d="M-20 54h104v20H-20z" fill="#1c7a50"/><g transform="translate(9 7) scale(.72)">${shapes.replace(/<path d="M0 46[^>]*>/, '<path d="M-16 52c20-10 50-10 98-4v40H-16z" fill="#1c7a50"/>')}</g></svg>`;
/** Android shows the shape alone, in its own colour. */
const badge = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M22 8v48" stroke="#fff" stroke-width="6" stroke-linecap="round"/><path d="M23 9h32l-9 11 9 11H23z" fill="#fff"/><circle cx="42" cy="52" r="7" fill="#fff"/></svg>`;
const icons = [
  ["icon-192", favicon, 192],
  ["icon-512", favicon, 512],
  ["maskable-512", square, 512],
  ["apple-touch-icon", square, 180],
  ["badge-96", badge, 96],
];

const browser = await chromium.launch({
  executablePath: await findBrowser(mustRun),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
for (const [name, svg, size] of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  writeFileSync(place(`public/icons/${name}.png`), png);
  console.log(`${name}.png ${png.length} bytes`);
  await page.close();
}
await browser.close();
