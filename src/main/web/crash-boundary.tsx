/** Shown when a screen broke, or when a new release has removed its file, instead of a white page. */
import { Component, type ReactNode } from "react";
import { frameWords } from "#main/web/words.tsx";
import { checkServerNow } from "#platform/web/online.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { MessageScreen } from "#platform/web/ui/message-screen.tsx";
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

function Crashed() {
  const words = useWords(frameWords);
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
    const before = Number(window.sessionStorage.getItem("reloadedAt") ?? 0);
    if (performance.timeOrigin - before < 10_000) return;
    void checkServerNow().then((reachable) => {
      if (!reachable) return;
      window.sessionStorage.setItem("reloadedAt", String(performance.timeOrigin + performance.now()));
      window.location.reload();
    });
  });
}
