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

/** @returns what a database's address must be, if it is not: the text itself, which has a password, is not in it */
export function databaseUrlProblem(text: string): string | undefined {
  if (!/^postgres(ql)?:\/\/\S+$/.test(text))
    return "must be postgres: with a host and a database, such as postgres://user:pass@host:5432/acebay";
  return isReadAsMeant(text)
    ? undefined
    : "would not be read as it is meant: a port is a number, the database's name has no / ? # @, and in the user and the password encode / ? # % @ as %2F %3F %23 %25 %40";
}

/** Files, folders and words of the operator may have an `@`. */
const MAY_HAVE_AT = /^(user|password|host|ssl\w+|options|(fallback_)?application_name)=/;

/** Whether the driver finds the host where a person sees it, and each sign that was encoded. */
function isReadAsMeant(text: string): boolean {
  const [scheme = "", role = "", place = "", query = ""] = partsOf(text);
  // For the driver the host begins after the last @ before / ? or #. A later one says that a password has such a sign.
  if (text.includes("#") || place.includes("@")) return false;
  // In the database's name it leaves these signs encoded.
  if (/\/.*%(2f|3f|23|40)/i.test(place)) return false;
  if (parametersIn(query).some((one) => one.includes("@") && !MAY_HAVE_AT.test(one))) return false;
  // Where a % encodes nothing, the driver encodes all of them, and then reads only those of two digits again.
  if (/%(?![0-9a-f]{2})/i.test(text) && /%(?!\d\d)[0-9a-f]{2}/i.test(text)) return false;
  try {
    // Without the parameters, which may name files: another check reads those.
    readByDriver(`${scheme}${role === "" ? "" : `${role}@`}${place}`);
    return true;
  } catch {
    return false;
  }
}
