/** Light, dark, or the system's theme; the choice is kept on the device. */
import { keptChoice } from "./kept-choice.ts";
import { createStore, useStore } from "./store.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const choice = keptChoice("theme", themes);
const current = createStore<Theme>(choice.read() ?? "system");

/** Puts the choice on the document: the tokens follow `color-scheme` (see ui/theme.css). Called once before rendering. */
export function applyTheme(): void {
  const { classList } = document.documentElement;
  classList.toggle("light", current.get() === "light");
  classList.toggle("dark", current.get() === "dark");
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useStore(current), setTheme];
}

function setTheme(theme: Theme): void {
  choice.write(theme);
  current.set(theme);
  applyTheme();
}
