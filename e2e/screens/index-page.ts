/** The page over all pictures: by screen, with what axe has found in each. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Picture } from "./studio.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

function card({ file, state, size, theme, language, violations, smallestText }: Picture): string {
  const faults = violations.map((fault) => `<li>${escaped(fault)}</li>`).join("");
  return `<li${violations.length > 0 ? ' class="bad"' : ""}><a href="${file}"><img loading="lazy" src="${file}" alt=""></a>
<b>${escaped(state)}</b> ${size}, ${theme}, ${language}; axe: ${violations.length}; smallest text: ${smallestText} px<ul>${faults}</ul></li>`;
}

export function writeIndex(folder: string, pictures: readonly Picture[], failures: readonly string[]): void {
  const screens = [...Map.groupBy(pictures, ({ screen }) => screen)];
  const violations = pictures.reduce((sum, picture) => sum + picture.violations.length, 0);
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>
body { font: 16px/1.4 system-ui; margin: 2rem; background: #eee }
ol { display: flex; flex-wrap: wrap; gap: 1rem; list-style: none; padding: 0 }
ol > li { width: 15rem; padding: .5rem; background: #fff; overflow-wrap: anywhere }
ol > li.bad { outline: 3px solid #b00 }
img { display: block; width: 100%; height: 20rem; object-fit: cover; object-position: top; border: 1px solid #ccc }
b { display: block }
</style>
<h1>${pictures.length} pictures of ${screens.length} screens, ${violations} violations</h1>
<nav>${screens.map(([screen]) => `<a href="#${encodeURIComponent(screen)}">${escaped(screen)}</a>`).join(" · ")}</nav>
${failures.length > 0 ? `<h2>Not taken</h2><ul>${failures.map((failure) => `<li>${escaped(failure)}</li>`).join("")}</ul>` : ""}
${screens.map(([screen, taken]) => `<h2 id="${encodeURIComponent(screen)}">${escaped(screen)}</h2><ol>${taken.map(card).join("\n")}</ol>`).join("\n")}
`,
  );
}
