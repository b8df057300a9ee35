/** The push services of the browsers, which we may call for a subscription. */

/** The browsers' services (https://web.dev/articles/push-notifications-web-push-protocol), with their subdomains. */
const services = [
  "fcm.googleapis.com",
  "android.googleapis.com",
  "push.services.mozilla.com",
  "push.apple.com",
  "notify.windows.com",
];

/**
 * Whether an endpoint belongs to a push service. A browser sends it, so without this check a caller could make the
 * server call any address. Outside production a service on this machine counts as well.
 */
export function isPushService(endpoint: string, production: boolean): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username !== "" || url.password !== "") return false;
  if (!production && url.protocol === "http:" && url.hostname === "127.0.0.1") return true;
  return isPushHost(url.hostname) && url.protocol === "https:" && url.port === "";
}

/** Whether a host is one of a push service. */
export function isPushHost(host: string): boolean {
  return services.some((service) => host === service || host.endsWith(`.${service}`));
}
