/** Runs in Node: the build draws its pages and learns the files of the screens, the server draws first screens. */
import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { Router } from "wouter";
import type { NodeApp } from "#main/node-app.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import { prerenderIn, useWords } from "#platform/web/words.ts";
import { Opening } from "./opening.tsx";
import { loadOpening } from "./opening-screens.tsx";
import { playerScreens } from "./player-screens.tsx";
import { startApp } from "./root.tsx";
import { Desk } from "./router.tsx";
import type { Screen } from "./screen.tsx";
import { frameWords } from "./words.tsx";

/** Without a bay in the address, a bay's page says that the code is wrong. */
const ANY_BAY = "course=1&bay=1";

/** The HTML of an address. */
export const render: NodeApp["render"] = async (path, data, signal) => {
  prerenderIn(data.language);
  const Screen = await loadOpening(path);
  const App = startApp(data);
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <Router ssrPath={path} ssrSearch={path === playerAddresses.bay.path ? ANY_BAY : (data.search ?? "")}>
      {Screen ? (
        <Opening Screen={Screen} names={data} loadApp={() => Promise.reject(new Error("Nobody goes on from here"))} />
      ) : data.answers ? (
        <Drawn>
          <App />
        </Drawn>
      ) : (
        <App />
      )}
    </Router>,
    {
      // Everything in its place, however large, because pieces that are moved later need scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      ...(signal ? { signal } : {}),
      // An error thrown from here would end the process.
      onError: (error) => void failures.push(error),
    },
  );
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  return html;
};

/** Makes the drawn screen inert until the app runs: the app replaces it, and the focus in it would be lost. */
function Drawn({ children }: { children: ReactNode }) {
  const words = useWords(frameWords);
  return (
    <>
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      <div inert>{children}</div>
    </>
  );
}

/** The file of each screen, as the build for Node gives it (src/main/build/build-for-node.ts). */
export const screenFiles: NodeApp["screenFiles"] = () => {
  const screens = Object.entries<Pick<Screen, "from">>({ ...playerScreens, desk: Desk });
  return Object.fromEntries(screens.map(([name, { from }]) => [name, from])) as ReturnType<NodeApp["screenFiles"]>; // The object has one for each key.
};
