/** The last net: a screen that broke, or whose file a new release took away, says so instead of going white. */
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
 * A new release replaces the files that an open page still counts on: load the page anew, once in a while at most, so
 * that a real absence ends at the boundary instead of in a circle. The server is asked first: without it a new load
 * could only lose the page.
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
