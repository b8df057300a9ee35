/** Notifications, in the whole browser: its shell shows none. */
import { launchOptions } from "../browser.ts";
import { expect, test } from "../fixtures.ts";
import { keptOffline } from "../offline-play.ts";
import { atSettings, callsOf, registered } from "../people.ts";
import { pushRoutes } from "#features/accounts/push-contract.ts";
import { bodyOf } from "#test/calls.ts";

/** The worker's own globals, of which a page's types know nothing, and what this journey adds. */
interface WorkerGlobals {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event;
  /** Ends once the first notification is on the screen. */
  displayed: Promise<void>;
}

test.use({ launchOptions: launchOptions("browser"), serviceWorkers: "allow" });

test("a notification is shown, and a tap opens the page that it is about", async ({ page, context, baseURL }) => {
  await context.grantPermissions(["notifications"]);
  await page.goto("/login");
  await registered(page);
  await page.goto("/course");
  await keptOffline(page);
  const devtools = await context.newCDPSession(page);
  const registrationId = new Promise<string>((found) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) found(registrations[0].registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const worker = context.serviceWorkers()[0];
  if (!worker) throw new Error("There is no worker");
  // If the test asks for a notification before it is on the screen, Chromium treats it as closed and forgets it.
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as WorkerGlobals;
    const show = registration.showNotification.bind(registration);
    const displayed = new Promise<void>((done) => {
      registration.showNotification = async (...notification) => {
        await show(...notification);
        done();
      };
    });
    Object.assign(globalThis, { displayed });
  });
  const notice = {
    title: "Prize claim verified",
    body: "$25 gift card, Pine Valley. Congratulations!",
    path: "/claims",
    tag: "claim-1",
    language: "en",
  };
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin: baseURL ?? "",
    registrationId: await registrationId,
    data: JSON.stringify(notice),
  });
  const shown = () =>
    page.evaluate(async () => {
      const found = await (await navigator.serviceWorker.ready).getNotifications();
      return found.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
    });
  await worker.evaluate(() => (globalThis as unknown as WorkerGlobals).displayed);
  const { title, body, tag, path } = notice;
  await expect.poll(shown).toEqual([{ title, body, tag, data: { path } }]);
  // A tap, as the browser tells it; to focus and to open windows it takes a real one.
  await worker.evaluate(async () => {
    const { registration, NotificationEvent } = globalThis as unknown as WorkerGlobals;
    const [notification] = await registration.getNotifications();
    dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  });
  await expect.poll(shown).toEqual([]);
});

test("after the installation's keys have changed, a browser that had notifications on subscribes with the new key", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["notifications"]);
  // A push service of another network is not asked: the browser's own part stands in for it.
  await page.addInitScript(() => {
    const endpoint = "https://fcm.googleapis.com/fcm/send/old";
    const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
    const subscription = (key: Uint8Array) => ({
      endpoint,
      options: { applicationServerKey: key.buffer },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        now = undefined;
        return true;
      },
    });
    let now: ReturnType<typeof subscription> | undefined = subscription(new Uint8Array(65).fill(4));
    const subscribe = async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (now) throw new DOMException("Another key", "InvalidStateError");
      document.documentElement.dataset["key"] = applicationServerKey;
      const binary = atob(applicationServerKey.replaceAll("-", "+").replaceAll("_", "/"));
      now = subscription(Uint8Array.from(binary, (byte) => byte.codePointAt(0) ?? 0));
      return now;
    };
    Object.assign(PushManager.prototype, { getSubscription: async () => now, subscribe });
  });
  await page.goto("/login");
  await registered(page);
  await page.goto("/course");
  await keptOffline(page);
  const saved = page.waitForRequest("**/api/push/subscribe");
  await atSettings(page);
  await saved;
  const { publicKey } = await bodyOf(callsOf(page).call(pushRoutes.pushKey));
  await expect(page.locator("html")).toHaveAttribute("data-key", publicKey);
  await expect(page.getByRole("switch", { name: "Notifications on this device" })).toBeChecked();
});
