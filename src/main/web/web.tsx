/** The composition root of the web app: starts the app in the page that the server sent. */
import paper from "#platform/web/ui/paper.css?url";
import "#platform/web/ui/theme.css";
import { type ComponentType, startTransition, StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { CrashBoundary, reloadOnNewRelease } from "#main/web/crash-boundary.tsx";
import { untilWanted } from "#platform/web/early-form.ts";
import { whenIdle } from "#platform/web/idle.ts";
import { remembersPlayer } from "#platform/web/remembers-player.ts";
import { learnSpanish } from "#platform/web/translate.ts";
import { applyTheme } from "#platform/web/theme.ts";
import { watchTravel } from "#platform/web/travel.ts";
import { carryTyped } from "#platform/web/typed-early.ts";
import { applyLanguage } from "#platform/web/words.ts";
import { Opening } from "./opening.tsx";
import { loadOpening } from "./opening-screens.tsx";
import type { RootProps } from "./root.tsx";

/** The content of a meta tag that the server fills in (see pages.ts). */
function metaContent(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

/** Whether a code was mailed for signing in on this tab (see mailed-code.ts): then the login page shows that. */
function waitsForCode(): boolean {
  try {
    return window.sessionStorage.getItem("signInCode") !== null;
  } catch {
    return false;
  }
}

async function open(): Promise<void> {
  const place = document.getElementById("root");
  if (!place) throw new Error("index.html has no #root");
  const names = {
    productName: metaContent("application-name") ?? "Acebay",
    contactEmail: metaContent("contact") ?? "",
  };
  // Written by the page's own release (src/main/server/page-answers.ts).
  const answers = JSON.parse(document.getElementById("answers")?.textContent || "null") as RootProps["answers"];
  let app: Promise<ComponentType> | undefined;
  const path = window.location.pathname;
  // A page for a signed-in person shows an outline, or a screen that the server has drawn, until the app runs.
  const waits = place.ariaBusy === "true";
  const hasForm = !waits && place.querySelector("form") !== null;
  const loadApp = () => {
    app ??= import("./root.tsx").then(async ({ loadScreen, startApp }) => {
      // Else the screen that stands would give way to an outline. What does not load fails again where it is shown.
      if (waits || hasForm) await loadScreen(path).catch(() => undefined);
      return startApp({ ...names, visitor: metaContent("visitor") !== undefined, answers });
    });
    return app;
  };
  const stands = place.hasChildNodes() && !waits;
  const screen = stands && !(path === "/" && remembersPlayer()) ? loadOpening(path) : undefined;
  if (screen) {
    const opening = <Opening Screen={await screen} names={names} loadApp={loadApp} />;
    // A transition is rendered in slices, so that a tap can be handled between them.
    startTransition(() => void hydrateRoot(place, opening));
    return;
  }
  // A form can be filled in before the app; a query in the address would need the app.
  const early = stands && window.location.search === "" && !remembersPlayer() && !waitsForCode();
  if (early) {
    await untilWanted();
  }
  const App = await loadApp();
  const page = (
    <StrictMode>
      <CrashBoundary>
        <App />
      </CrashBoundary>
    </StrictMode>
  );
  if (early) {
    startTransition(() => void hydrateRoot(place, page));
    return;
  }
  // React removes what stands with its first rendering, not before.
  const render = () => createRoot(place).render(page);
  if (hasForm) {
    carryTyped(place, () => flushSync(render));
    return;
  }
  if (waits) new MutationObserver(() => (place.ariaBusy = null)).observe(place, { childList: true });
  startTransition(render);
}

applyTheme();
applyLanguage();
learnSpanish(() => import("#main/web/spanish.tsx").then((file) => file.spanish));
watchTravel();
reloadOnNewRelease();
void open();
// After the first screen, which must not wait for files of the next visit, nor for how it looks on paper.
const afterwards = () =>
  whenIdle(() => {
    // Not an import, whose failure would be taken for that of a new release, and load the page again.
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "stylesheet", media: "print", href: paper }),
    );
    if (import.meta.env.PROD && "serviceWorker" in navigator)
      void import("#main/web/updates.tsx").then((file) => file.keepUpdated());
  });
// The scripts of a page for everyone may come after that (shared/head-script.ts).
if (document.readyState === "complete") afterwards();
else window.addEventListener("load", afterwards);
