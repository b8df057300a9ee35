/** Shown when a screen broke, or when a new release has removed its file, instead of a white page. */
import { Component, type ReactNode } from "react";
import { frameWords } from "#main/web/words.tsx";
import { checkServerNow } from "#platform/web/online.ts";
import { createStore, useStore } from "#platform/web/store.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { MessageScreen } from "#platform/web/ui/message-screen.tsx";
import { PlayerColumn } from "#platform/web/ui/player-shell.tsx";
import { useWords } from "#platform/web/words.ts";

export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    return this.state.crashed ? <Crashed /> : this.props.children;
  }
}

/** Whether the page is about to be loaded again, or asks the server first. */
const loadsAgain = createStore(false);

function Crashed() {
  const words = useWords(frameWords);
  if (useStore(loadsAgain))
    return (
      // No whole outline (guards.tsx): a visitor's first load would carry it.
      <PlayerColumn>
        <div aria-busy className="mown h-40 bg-fairway sm:rounded-t-[1.75rem]" />
      </PlayerColumn>
    );
  return (
    <MessageScreen title={words.wrong} text={words.crashed}>
      <Button onClick={() => window.location.reload()}>{words.reload}</Button>
    </MessageScreen>
  );
}

/**
 * A new release removes files that an open page may still need: loads the page again, but only once in a while, so that
 * a file that is really missing leads to the boundary and not to endless loading. The server is asked first, because
 * without it loading would only lose the page.
 */
export function reloadOnNewRelease(): void {
  window.addEventListener("vite:preloadError", () => {
    // The load that begins cuts off another question, whose failure would put the message on the screen meanwhile.
    if (loadsAgain.get()) return;
    const before = Number(window.sessionStorage.getItem("reloadedAt") ?? 0);
    if (performance.timeOrigin - before < 10_000) return;
    loadsAgain.set(true);
    void checkServerNow().then((reachable) => {
      if (!reachable) return loadsAgain.set(false);
      window.sessionStorage.setItem("reloadedAt", String(performance.timeOrigin + performance.now()));
      window.location.reload();
    });
  });
}
