/**
 * The service worker, only in built output. Without a network it opens the app with what the device keeps; it also
 * shows notifications. It leaves API calls alone, and keeps only the empty page, which is the same for everybody.
 */
import type { Notice } from "#platform/shared/notice.ts";

declare const self: ServiceWorkerGlobalScope & {
  /** Inserted by the build (main/build/service-worker.ts). */
  __ACEBAY_BUILD__: {
    version: string;
    entry: string;
    files: readonly string[];
    /** The address of the small files, in one. */
    small: string;
    undisturbed: readonly string[];
  };
};

const build = self.__ACEBAY_BUILD__;
const PREFIX = "acebay-";
const CACHE = PREFIX + build.version;
const SHELL = "/index.html";
/** Poor Wi-Fi is worse than none: after this time the kept page opens, and its calls are tried again. */
const PAGE_MS = 5_000;
/** Addresses that the server answers: calls, the demo's own pages, the operator's. */
const notOurs = /^\/(api|dev|healthz|readyz|metrics)(\/|$)/;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || notOurs.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(event, request));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const shell = await fetched(SHELL);
  // During a release the page may be of another build. It is tried again at the next check for an update.
  if (!(await shell.clone().text()).includes(build.entry)) throw new Error("The page is of another build");
  await Promise.all([
    cache.put(SHELL, shell),
    // A name contains its content's hash, so a file from an earlier version can be used.
    ...build.files.map(async (file) => cache.put(file, (await kept(file)) ?? (await fetched(file)))),
    putSmall(cache),
  ]);
}

async function putSmall(cache: Cache): Promise<void> {
  const texts: Record<string, string> = await (await fetched(build.small)).json();
  const headers = (file: string) => ({ "content-type": file.endsWith(".css") ? "text/css" : "text/javascript" });
  await Promise.all(
    Object.entries(texts).map(([file, text]) => cache.put(file, new Response(text, { headers: headers(file) }))),
  );
}

/** Without cookies, because a kept page must not be anybody's own. */
async function fetched(path: string): Promise<Response> {
  const response = await fetch(path, { credentials: "omit", cache: path === SHELL ? "no-store" : "default" });
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`);
  return response;
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
}

function kept(request: Request | string): Promise<Response | undefined> {
  return caches.match(request, { ignoreVary: true });
}

/** Pages come from the server, which knows who is signed in. Without the server the empty page is shown. */
async function page(request: Request): Promise<Response> {
  const shell = () => kept(SHELL);
  const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), PAGE_MS));
  const answer = fetch(request);
  try {
    const response = await Promise.race([answer, late]);
    // A proxy answers 5xx while the server is away.
    if (response && response.status < 500) return response;
    return (await shell()) ?? response ?? (await answer);
  } catch (error) {
    const found = await shell();
    if (found) return found;
    throw error;
  }
}

/** A file never changes under its name. A used file is kept until the next version. */
async function asset(event: FetchEvent, request: Request): Promise<Response> {
  const found = await kept(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) {
    const copy = response.clone();
    event.waitUntil(caches.open(CACHE).then((cache) => cache.put(request, copy)));
  }
  return response;
}

/** A page asks whether it is of this build, or says that its reader wants this version now. */
self.addEventListener("message", (event) => {
  if (event.data?.ask === "update") void self.skipWaiting();
  if (event.data?.ask === "build") event.ports[0]?.postMessage(event.data.entry === build.entry);
});

self.addEventListener("push", (event) => {
  const notice: Notice | undefined = event.data?.json();
  if (!notice) return;
  const { title, body, tag, language, path } = notice;
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      lang: language,
      data: { path },
      icon: "/icons/icon-192.png",
      badge: "/icons/badge-96.png",
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  // By MDN's data, Safari's event may lack the notification.
  event.notification?.close();
  event.waitUntil(openPage(placeOf(event.notification?.data?.path)));
});

/** An address on this site for any path. The app's `returnPath` would be a second file, which a worker cannot have. */
function placeOf(path: unknown): string {
  const here = self.location.origin;
  try {
    const { origin, href } = new URL(String(path), here);
    if (typeof path === "string" && origin === here) return href;
  } catch {
    // Not an address.
  }
  return `${here}/`;
}

/** Opens the page in an open window, unless a golfer plays or pays there. */
async function openPage(href: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find(({ url }) => url === href);
  if (there) return void (await there.focus());
  const free = windows.find(({ url }) => !build.undisturbed.some((path) => new URL(url).pathname.startsWith(path)));
  if (!free) return void (await self.clients.openWindow(href));
  await free.focus();
  await free.navigate(href);
}

/** The browser gave us a new address: tells the server, so that no notices are lost. */
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));

async function subscribeAgain({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const options = oldSubscription?.options;
  const subscription =
    newSubscription ??
    (options &&
      (await self.registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: options.applicationServerKey,
      })));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  await fetch("/api/push/subscribe", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, keys }),
  });
}
