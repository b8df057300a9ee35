/** Whether the device remembers a player (see auth.tsx), who then does not get the pages for visitors. */
export function remembersPlayer(): boolean {
  try {
    return window.localStorage.getItem("authState") !== null;
  } catch {
    return false;
  }
}
