/** The addresses of databases, `postgres://user:password@host:port/database?parameter=value`, as the driver reads them. */
import pg from "pg";

/** The scheme, what names the role, host and database, and the parameters with their `?`. */
const PARTS = /^(\w+:\/\/)(?:([^/?#]*)@)?([^?]*)(.*)$/;

const partsOf = (url: string): string[] => [...(PARTS.exec(url) ?? [])].slice(1);
/** What the driver reads in an address. @throws if it can read nothing */
const readByDriver = (url: string): pg.Client => new pg.Client(url);
const parametersIn = (query: string): string[] => query.slice(1).split("&").filter(Boolean);

/**
 * An address with another role in it. All else stays, also the database that the driver would name after the role.
 * @param password also another password; without it the given one stays
 */
export function withRole(url: string, user: string, password?: string): string {
  const [scheme = "", role = "", place = "", query = ""] = partsOf(url);
  const secret = password === undefined ? role.replace(/^[^:]*/, "") : `:${encodeURIComponent(password)}`;
  const database = /\/./.test(place) ? "" : `/${encodeURI(readByDriver(url).database ?? "")}`;
  // The driver prefers a role among the parameters.
  const replaced = password === undefined ? /^user=/ : /^(user|password)=/;
  const kept = parametersIn(query).filter((parameter) => !replaced.test(parameter));
  const name = `${encodeURIComponent(user)}${secret}`;
  return `${scheme}${name}@${place.replace(/\/$/, "")}${database}${kept.length > 0 ? `?${kept.join("&")}` : ""}`;
}
