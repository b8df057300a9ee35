/** Draws the first screen of a signed-in golfer's page with the app itself, as the build has it for Node. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { NodeApp, PageData } from "#main/node-app.ts";
import { APP_FOR_NODE } from "#main/web-build.ts";
import type { Config } from "#platform/server/config.ts";
import type { PageReader } from "./page-head.ts";

/** A screen that takes longer is not drawn, in milliseconds. */
const MOST_MS = 1000;
/** At most so many pages wait for their drawing; the others show the outline. A drawing takes a few milliseconds. */
const MOST_WAITING = 16;

interface Drawing extends PageReader, Required<Pick<PageData, "search" | "answers">> {
  path: string;
  /** The nonce by which the page's policy allows the styles of single elements. */
  nonce: string;
}

/**
 * Draws the screen of an address as its caller's browser will first show it. The app replaces the drawing.
 * @returns undefined if the screen needs what only the browser knows, does not come in time or fails
 */
type Draw = (wanted: Drawing) => Promise<string | undefined>;

/** @param web the folder of the web app's build. The app in it is loaded at the first call. */
export function createDrawing(web: string, { productName, contactEmail }: Config): Draw {
  const file = join(web, APP_FOR_NODE, "prerender.js");
  if (!existsSync(file)) return () => Promise.resolve(undefined);
  let loading: Promise<NodeApp> | undefined;
  let waiting = 0;
  // The app has one language at a time.
  let before: Promise<unknown> = Promise.resolve();
  const drawn = async ({ path, nonce, ...data }: Drawing) => {
    const app = await (loading ??= import(pathToFileURL(file).href) as Promise<NodeApp>); // Its type is that of its exports.
    const html = await app.render(path, { ...data, productName, contactEmail }, AbortSignal.timeout(MOST_MS));
    // A screen that leads elsewhere, or is not there yet, has no content.
    return html.includes("<main") ? withStyles(html, nonce) : undefined;
  };
  return async (wanted) => {
    if (waiting >= MOST_WAITING) return undefined;
    waiting += 1;
    const mine = before.then(() => drawn(wanted)).catch(() => undefined);
    before = mine.finally(() => (waiting -= 1));
    return mine;
  };
}

/** Elements that take no taps until the app runs. */
const BUTTONS = "#root[aria-busy] button{opacity:.6}";

/** What React escapes in an attribute (only quotes can stand in our styles). */
const escaped: Readonly<Record<string, string>> = { "&quot;": '"', "&#x27;": "'", "&amp;": "&" };

/**
 * Moves the styles of elements into a sheet, which a nonce can allow.
 * In text and in attributes React escapes quotes, so that only its own attributes match.
 */
function withStyles(html: string, nonce: string): string {
  const rules: string[] = [];
  const plain = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const rule = style.replace(/&(?:quot|#x27|amp);/g, (name) => escaped[name] ?? "");
    return rule.includes("<") ? "" : ` data-drawn="${rules.push(rule) - 1}"`;
  });
  const sheet = rules.map((rule, at) => `[data-drawn="${at}"]{${rule}}`).join("");
  return `<style nonce="${nonce}">${BUTTONS}${sheet}</style>${plain}`;
}
