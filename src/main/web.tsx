/** The composition root of the web app: takes over the page that the server sent. */
import "#platform/web/ui/theme.css";
import { type ComponentType, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { CrashBoundary, reloadOnNewRelease } from "#main/crash-boundary.tsx";
import { holdSubmits, untilWanted } from "#platform/web/early-form.ts";
import { whenIdle } from "#platform/web/idle.ts";
import { learnSpanish } from "#platform/web/said.ts";
import { applyTheme } from "#platform/web/theme.ts";
import { applyLanguage } from "#platform/web/words.ts";
import { Opening } from "./opening.tsx";
import { loadOpening } from "./opening-screens.tsx";

/** What the page says of itself in its head (see pages.ts). */
function told(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

/** Whether the device remembers a player (see auth.tsx): then `/` is not the visitor's. */
function remembersPlayer(): boolean {
  try {
    return window.localStorage.getItem("authState") !== null;
  } catch {
    return false;
  }
}

async function open(): Promise<void> {
  const place = document.getElementById("root");
  if (!place) throw new Error("index.html has no #root");
  const names = { productName: told("application-name") ?? "Acebay", contactEmail: told("contact") ?? "" };
  let app: Promise<ComponentType> | undefined;
  const loadApp = () => {
    app ??= import("./root.tsx").then(({ startApp }) => startApp({ ...names, visitor: told("visitor") !== undefined }));
    return app;
  };
  const path = window.location.pathname;
  const screen = place.hasChildNodes() && !(path === "/" && remembersPlayer()) ? loadOpening(path) : undefined;
  if (screen) {
    hydrateRoot(place, <Opening Screen={await screen} names={names} loadApp={loadApp} />);
    return;
  }
  // A form: it is filled in, whatever the address adds would not be.
  const early = place.hasChildNodes() && window.location.search === "" && !remembersPlayer();
  if (early) {
    holdSubmits();
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
    hydrateRoot(place, page);
    return;
  }
  place.replaceChildren();
  createRoot(place).render(page);
}

applyTheme();
applyLanguage();
learnSpanish(() => import("#main/spanish.tsx").then((file) => file.spanish));
reloadOnNewRelease();
void open();
// After the first screen: it must not wait for what the next visit will use.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  window.addEventListener("load", () =>
    whenIdle(() => void import("#main/updates.tsx").then((file) => file.keepUpdated())),
  );
