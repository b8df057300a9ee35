/** This browser's notifications: whether it supports them, whether they are on, and switching them (Push API). */
import { useEffect, useState } from "react";
import { pushRoutes } from "#features/accounts/push-contract.ts";
import { call } from "#platform/web/api.ts";

/**
 * `install`: an iPhone or iPad has notifications only in an installed app. `refused`: in the browser's settings, where
 * only the player can undo it.
 */
export type PushState = "unknown" | "unsupported" | "install" | "refused" | "off" | "on";

/** @returns the state, and what switches notifications on or off; that throws when the browser or the server cannot */
export function usePush(): { state: PushState; change: (on: boolean) => Promise<PushState> } {
  const [state, setState] = useState<PushState>("unknown");
  useEffect(() => {
    let gone = false;
    const refresh = () =>
      void readState().then(
        (found) => !gone && setState(found),
        () => !gone && setState("unsupported"),
      );
    refresh();
    // Back from the browser's settings.
    document.addEventListener("visibilitychange", refresh);
    return () => {
      gone = true;
      document.removeEventListener("visibilitychange", refresh);
    };
  }, []);
  const change = async (on: boolean) => {
    const next = on ? await subscribe() : await unsubscribe();
    setState(next);
    return next;
  };
  return { state, change };
}

async function readState(): Promise<PushState> {
  if (!("PushManager" in window) || !("Notification" in window) || !("serviceWorker" in navigator))
    return /iPhone|iPad/.test(navigator.userAgent) ? "install" : "unsupported";
  if (Notification.permission === "denied") return "refused";
  const worker = await registration();
  const subscription = await worker?.pushManager.getSubscription();
  if (!worker || !subscription || Notification.permission !== "granted") return "off";
  const { publicKey } = (await call(pushRoutes.pushKey)).body;
  // Another player may have had notifications here before: the signed-in player takes them over.
  if (isFor(subscription, publicKey)) await saveSubscription(subscription);
  // After new keys, nothing arrives by the old subscription. The player had said yes, so there is a new one.
  else await subscribeTo(worker, publicKey);
  return "on";
}

/** Whether a subscription is for a key; true where a browser does not say. */
function isFor({ options }: PushSubscription, publicKey: string): boolean {
  if (!options.applicationServerKey) return true;
  const bytes = String.fromCharCode(...new Uint8Array(options.applicationServerKey));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === publicKey.replaceAll("=", "");
}

/** The service worker; a development build has none. */
function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration();
}

async function subscribe(): Promise<PushState> {
  if ((await Notification.requestPermission()) === "denied") return "refused";
  if (Notification.permission !== "granted") return "off";
  const worker = await registration();
  if (!worker) return "unsupported";
  await subscribeTo(worker, (await call(pushRoutes.pushKey)).body.publicKey);
  return "on";
}

async function subscribeTo(worker: ServiceWorkerRegistration, publicKey: string): Promise<void> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await worker.pushManager.subscribe(options).catch(async (error: unknown) => {
    // Subscribed with another key of this installation, or of another one at this address: subscribe again.
    const old = await worker.pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return worker.pushManager.subscribe(options);
  });
  await saveSubscription(subscription);
}

async function saveSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.["p256dh"] || !keys["auth"]) throw new Error("The browser gave no keys");
  await call(pushRoutes.subscribe, { body: { endpoint, keys: { p256dh: keys["p256dh"], auth: keys["auth"] } } });
}

async function unsubscribe(): Promise<PushState> {
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (!subscription) return "off";
  // The server first: if it cannot be reached, the switch stays on.
  await call(pushRoutes.unsubscribe, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
  return "off";
}
