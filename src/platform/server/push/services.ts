/** The push services of the browsers: what a subscription may have us call. */

/** Browsers' own (https://web.dev/articles/push-notifications-web-push-protocol); subdomains count. */
const services = [
  "fcm.googleapis.com",
  "android.googleapis.com",
  "push.services.mozilla.com",
  "push.apple.com",
  "notify.windows.com",
];

/**
 * Whether an endpoint is a push service's. A browser names it, so anything else could have the server call addresses
 * of the caller's choice. Outside production a service on this machine counts as well.
 */
export function isPushService(endpoint: string, production: boolean): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username !== "" || url.password !== "") return false;
  if (!production && url.protocol === "http:" && url.hostname === "127.0.0.1") return true;
  const known = services.some((service) => url.hostname === service || url.hostname.endsWith(`.${service}`));
  return known && url.protocol === "https:" && url.port === "";
}
