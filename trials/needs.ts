/** What a trial needs of this machine: Linux, root, and programs of Debian's packages. */
import { existsSync } from "node:fs";

export interface Needs {
  /** What needs it, at the beginning of a sentence: `The cluster test`. */
  who: string;
  /** What it needs root for. */
  why: string;
  /** Paths of programs that must be there. */
  programs: readonly string[];
  /** Debian's packages that have them. */
  packages: string;
}

/** @returns what to do before it can run, in sentences; undefined if nothing */
export function lackingOf({ who, why, programs, packages }: Needs): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return `${who} needs Linux and root: ${why}.`;
  const missing = programs.filter((path) => !existsSync(path) && !existsSync(path.replace("/usr/sbin", "/sbin")));
  if (missing.length === 0) return undefined;
  return [
    `${who} needs ${missing.join(", ")}. On Debian 12, without starting their services:`,
    "  printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d",
    `  apt-get update && apt-get install -y --no-install-recommends ${packages}`,
  ].join("\n");
}
