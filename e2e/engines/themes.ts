/** The system changes its theme while a screen is open, as phones do at sunset. */
import type { Engine } from "./engine.ts";

/** The colours of what is shown, and how many differ once the page is drawn anew. Runs in the page. */
function keptColours(): number {
  const shown = [...document.querySelectorAll("body *")].filter((element) => element.checkVisibility());
  const colours = () => shown.map((element) => getComputedStyle(element).color);
  const before = colours();
  const { style } = document.documentElement;
  style.display = "none";
  // Asking for a size makes the engine forget every style.
  void document.body.offsetHeight;
  style.display = "";
  const after = colours();
  return before.filter((colour, index) => colour !== after[index]).length;
}

/** @returns for each change of the theme, how many things kept a colour of the theme before */
export async function coloursKept(engine: Engine): Promise<number[]> {
  const kept: number[] = [];
  for (const theme of ["dark", "light", "dark", "light"] as const) {
    await engine.scheme(theme);
    kept.push(
      Number(await engine.evaluate(`new Promise((drawn) => setTimeout(drawn, 500)).then(${String(keptColours)})`)),
    );
  }
  return kept;
}
