/** Light, dark, or the system's theme; the choice is kept on the device. */
import { useSyncExternalStore } from "react";
import { keptChoice } from "./kept-choice.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const choice = keptChoice("theme", themes);
const listeners = new Set<() => void>();
let current: Theme = choice.read() ?? "system";

/** Puts the choice on the document: the tokens follow `color-scheme` (see ui/theme.css). Called once before rendering. */
export function applyTheme(): void {
  const { classList } = document.documentElement;
  classList.toggle("light", current === "light");
  classList.toggle("dark", current === "dark");
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
  return [theme, setTheme];
}

function setTheme(theme: Theme): void {
  current = theme;
  choice.write(theme);
  applyTheme();
  for (const listener of listeners) listener();
}
