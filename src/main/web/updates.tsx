/** Registers the service worker, and asks before a new version replaces the running one. */
import { RefreshCw } from "lucide-react";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import { useLocation } from "wouter";
import { findAddress } from "#platform/shared/addresses/address.ts";
import type { deskAddresses } from "#platform/shared/addresses/desk.ts";
import { homes, playerAddresses } from "#platform/shared/addresses/players.ts";
import { isAttended } from "#platform/web/attended.ts";
import { createStore, useStore } from "#platform/web/store.ts";
import { isAnythingUnsaved } from "#platform/web/unsaved.ts";
import { defineWords, useWords } from "#platform/web/words.ts";

const words = defineWords(
  { region: "Update", ready: "A new version is ready.", update: "Update", later: "Later" },
  { region: "Actualización", ready: "Hay una versión nueva.", update: "Actualizar", later: "Más tarde" },
);

/** The time between two checks for a new version, in milliseconds. A check happens when the app comes into view. */
const LOOK_MS = 15 * 60_000;

/** The least time between two checks because a call was answered by another build. */
const LOOK_AGAIN_MS = 60_000;

/** The version that waits to replace this one. */
const offered = createStore<ServiceWorker | undefined>(undefined);

/** Registers the service worker. Called once, after the first screen is shown. */
export async function keepUpdated(): Promise<void> {
  const place = document.createElement("div");
  place.className = "sticky top-0 z-50";
  document.body.prepend(place);
  createRoot(place).render(<UpdatePrompt />);
  // A browser may refuse (a private window). The app works without it, and has nothing to update.
  const registration = await navigator.serviceWorker
    .register("/sw.js", { updateViaCache: "none" })
    .catch(() => undefined);
  if (!registration) return;
  const watch = () => {
    const installing = registration.installing;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") void ready(registration.waiting);
    });
  };
  registration.addEventListener("updatefound", watch);
  // A version that was found before this page listened.
  watch();
  await ready(registration.waiting);
  let checkedAt = performance.now();
  const checkForUpdate = () => {
    checkedAt = performance.now();
    // Without a network there is no new version.
    void registration.update().catch(() => undefined);
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && performance.now() - checkedAt > LOOK_MS) checkForUpdate();
  });
  let otherBuildAt = -LOOK_AGAIN_MS;
  whenOtherBuild(() => {
    // While two releases serve, the answer may come from the earlier one, so the check is repeated.
    if (registration.waiting || performance.now() - otherBuildAt < LOOK_AGAIN_MS) return;
    otherBuildAt = performance.now();
    checkForUpdate();
  });
}

/** Calls `onOther` whenever a call was answered by another build than this page's (server/build-name.ts). */
function whenOtherBuild(onOther: () => void): void {
  new PerformanceObserver((list) => {
    const entries = list.getEntries() as PerformanceResourceTiming[]; // The type that is observed.
    const builds = entries.flatMap(({ serverTiming }) => serverTiming.filter(({ name }) => name === "build"));
    if (builds.some(({ description }) => !entryOfPage()?.endsWith(`/${description}`))) onOther();
  }).observe({ type: "resource" });
}

/** The file with which this page began. */
function entryOfPage(): string | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? new URL(script.src).pathname : undefined;
}

/** A new version waits to replace the running one. If this page already is of the new version, the player is not asked. */
async function ready(worker: ServiceWorker | null): Promise<void> {
  if (!worker || !navigator.serviceWorker.controller) return;
  if (await isOurs(worker)) take(worker);
  else offered.set(worker);
}

function isOurs(worker: ServiceWorker): Promise<boolean> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }) => done(data === true), { once: true });
    port1.start();
    worker.postMessage({ ask: "build", entry: entryOfPage() }, [port2]);
  });
}

/** The longest wait for the new worker, in milliseconds. */
const TAKE_MS = 3_000;

/**
 * Loads the page again, with the new worker. Chromium can let it wait for long, because each call of the page keeps the
 * old one busy. The page is new then all the same: it comes from the server, and lets the new worker in.
 */
function update(worker: ServiceWorker): void {
  const reload = () => window.location.reload();
  const late = setTimeout(reload, TAKE_MS);
  const taken = () => {
    // It would begin a slow load anew.
    clearTimeout(late);
    reload();
  };
  navigator.serviceWorker.addEventListener("controllerchange", taken, { once: true });
  take(worker);
}

/** From then on the new worker serves every page. */
function take(worker: ServiceWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has none, it is no window
  worker.postMessage({ ask: "update" });
}

/** The desk's page that nobody has touched for so long takes a new version by itself: nobody stands at a wall screen. */
const ALONE_MS = 10 * 60_000;
const LOOK_ALONE_MS = 30_000;

/** Its bell would be silent after a reload until somebody clicks. */
const BAYS: (typeof deskAddresses)["bays"]["path"] = "/admin/bays";

/** Whether a reload would disturb nobody and lose nothing. */
function isAlone(path: string): boolean {
  const isOfDesk = path === homes.admin || (path.startsWith(`${homes.admin}/`) && path !== BAYS);
  return isOfDesk && !isAttended(ALONE_MS) && !isAnythingUnsaved() && !document.querySelector("dialog[open]");
}

/** Whether a message may appear here: not while a golfer plays or pays. */
function mayDisturb(path: string): boolean {
  const name = findAddress(playerAddresses, path)?.name;
  return !name || !("undisturbed" in playerAddresses[name]);
}

function UpdatePrompt() {
  const text = useWords(words);
  const [path] = useLocation();
  const worker = useStore(offered);
  useEffect(() => {
    if (!worker) return undefined;
    const timer = setInterval(() => {
      if (!isAlone(path)) return;
      clearInterval(timer);
      update(worker);
    }, LOOK_ALONE_MS);
    return () => clearInterval(timer);
  }, [worker, path]);
  return (
    <div role="status" aria-label={text.region}>
      {worker && mayDisturb(path) && (
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-ink px-4 py-2 text-paper [--focus:var(--color-paper)]">
          <p className="flex items-center gap-2 font-semibold">
            <RefreshCw aria-hidden className="size-5 shrink-0" />
            {text.ready}
          </p>
          <div className="flex gap-2">
            <button
              type="button"
              className="min-h-11 rounded-xl bg-paper px-4 font-semibold text-ink"
              onClick={() => update(worker)}
            >
              {text.update}
            </button>
            <button
              type="button"
              className="min-h-11 rounded-xl px-4 font-semibold underline underline-offset-4"
              onClick={() => offered.set(undefined)}
            >
              {text.later}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
