/**
 * The page of the ui kit: every part in every state. `?part=Button` shows one part, `?part=Sheet&state=full` one state
 * as it fills the window.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { learnSpanish } from "#platform/web/translate.ts";
import { createQueryClient } from "#platform/web/query.ts";
import { platformSpanish } from "#platform/web/spanish.ts";
import { applyTheme } from "#platform/web/theme.ts";
import { applyLanguage } from "#platform/web/words.ts";
import { Kit } from "./page.tsx";
import "./kit.css";

applyTheme();
applyLanguage();
learnSpanish(async () => platformSpanish);
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const asked = new URLSearchParams(window.location.search);
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <Kit part={asked.get("part") ?? undefined} state={asked.get("state") ?? undefined} />
    </QueryClientProvider>
  </StrictMode>,
);
