/** What the build makes of pages (vite.config.ts): their HTML, in English, as a visitor sees them. */
import { prerender } from "react-dom/static";
import { Router } from "wouter";
import { Opening } from "./opening.tsx";
import { loadOpening } from "./opening-screens.tsx";
import { startApp } from "./root.tsx";

/**
 * @param names stand-ins for what the server fills in: the product's name and where to write to
 * @param visitor whether it is known that nobody is signed in; unless it is, the page shows that it waits
 */
export async function renderPage(
  path: string,
  names: { productName: string; contactEmail: string },
  visitor: boolean,
): Promise<string> {
  const Screen = await loadOpening(path);
  const App = startApp({ ...names, visitor });
  const { prelude } = await prerender(
    <Router ssrPath={path}>
      {Screen ? (
        <Opening Screen={Screen} names={names} loadApp={() => Promise.reject(new Error("Nobody goes on from here"))} />
      ) : (
        <App />
      )}
    </Router>,
    {
      // Whole in its place, however large: pieces that are moved there later need scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  return new Response(prelude).text();
}
