/** The build runs this in Node for the pages' HTML and the files of the screens. */
import { prerender } from "react-dom/static";
import { Router } from "wouter";
import type { NodeApp } from "#main/node-app.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import { prerenderIn } from "#platform/web/words.ts";
import { Opening } from "./opening.tsx";
import { loadOpening } from "./opening-screens.tsx";
import { playerScreens } from "./player-screens.tsx";
import { startApp } from "./root.tsx";
import { Desk } from "./router.tsx";
import type { Screen } from "./screen.tsx";

/** A bay's page without one says that the code is wrong. */
const ANY_BAY = "course=1&bay=1";

/** The HTML of an address. */
export const render: NodeApp["render"] = async (path, data) => {
  prerenderIn(data.language);
  const Screen = await loadOpening(path);
  const App = startApp(data);
  const { prelude } = await prerender(
    <Router ssrPath={path} ssrSearch={path === playerAddresses.bay.path ? ANY_BAY : ""}>
      {Screen ? (
        <Opening Screen={Screen} names={data} loadApp={() => Promise.reject(new Error("Nobody goes on from here"))} />
      ) : (
        <App />
      )}
    </Router>,
    {
      // Everything in its place, however large, because pieces that are moved later need scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  return new Response(prelude).text();
};

/** The file of each screen, as the build for Node gives it (src/main/build/build-for-node.ts). */
export const screenFiles: NodeApp["screenFiles"] = () => {
  const screens = Object.entries<Pick<Screen, "from">>({ ...playerScreens, desk: Desk });
  return Object.fromEntries(screens.map(([name, { from }]) => [name, from])) as ReturnType<NodeApp["screenFiles"]>; // The object has one for each key.
};
