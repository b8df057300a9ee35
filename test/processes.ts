/** The processes of this machine. */

/** Whether there is a process of this number, or its remains. */
export function isKnown(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
