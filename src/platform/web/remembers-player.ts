/** Whether the device remembers a player (see auth.tsx): then the pages for visitors are not for this one. */
export function remembersPlayer(): boolean {
  try {
    return window.localStorage.getItem("authState") !== null;
  } catch {
    return false;
  }
}
