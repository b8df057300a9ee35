/** What the trial of the alerts needs of this machine. */
import { lackingOf } from "../needs.ts";

/** @returns what to do before it can run, in sentences; undefined if nothing */
export function lacking(): string | undefined {
  return lackingOf({
    who: "The trial of the alerts",
    why: "it mounts a small disk to fill it",
    programs: ["/usr/bin/prometheus"],
    packages: "prometheus",
  });
}
