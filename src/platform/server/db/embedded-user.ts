/** The user that runs the embedded PostgreSQL. */
import { chownSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Gives a folder with all its content to the user that runs the server, if that is another one. */
export function giveToDatabase(path: string): void {
  const identity = identityOfServer();
  if (!identity || lstatSync(path).uid === identity.uid) return;
  const inside = readdirSync(path, { recursive: true, encoding: "utf8" });
  for (const name of [".", ...inside]) lchownSync(join(path, name), identity.uid, identity.gid);
}

/** The same for the folder alone: what is in it stays as it is. */
export function giveFolderToDatabase(path: string): void {
  const identity = identityOfServer();
  if (identity) chownSync(path, identity.uid, identity.gid);
}

/** Whether a folder is the user's that runs the server. */
export function isOfDatabase(path: string): boolean {
  const identity = identityOfServer();
  return !identity || statSync(path).uid === identity.uid;
}

/** PostgreSQL refuses to run as root. */
export const identityOfServer = () => (process.getuid?.() === 0 ? unprivileged() : undefined);

function unprivileged(): { uid: number; gid: number } {
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const entry = accounts.find(([account]) => account === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error(
    "PostgreSQL does not run as root, and there is no user postgres or nobody: start Acebay as another user, or set DATABASE_URL.",
  );
}
