/** Only we may read the data folder: it has people's data, the database's log and the demo's secret. */
import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const STICKY = 0o1000;
const files = ["postgres.log", "session-secret", "owner.lock", "owner.lock-journal", "owner.pid"];
const folders = ["postgres", "socket", "uploads"];

/**
 * Creates the folder, or closes one that an earlier release left readable. Under root the database runs as another
 * user, who may pass through it but not list it. A folder of another user or for everybody (/tmp) is not changed.
 */
export function keepPrivate(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  setMode(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  for (const name of files) setMode(join(dataDir, name), 0o600);
  for (const name of folders) setMode(join(dataDir, name), 0o700);
}

function setMode(path: string, mode: number): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat || stat.isSymbolicLink() || (stat.mode & STICKY) !== 0 || (stat.mode & 0o777) === mode) return;
  const user = process.getuid?.() ?? stat.uid;
  if (user === 0 || user === stat.uid) chmodSync(path, mode);
}
