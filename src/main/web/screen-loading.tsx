/** The outline of a screen while it is not known what to show: its name, and that it loads. */
import { useLocation } from "wouter";
import { frameWords, titleWords } from "#main/web/words.tsx";
import { findAddress } from "#platform/shared/addresses/address.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import { useFrame } from "#platform/web/frame.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { bandLooks, PlayerColumn } from "#platform/web/ui/player-shell.tsx";
import { Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";

/** It comes with the page, before any script: on a slow network these are the first words. */
export function ScreenLoading() {
  const { productName } = useFrame();
  const words = useWords(frameWords);
  const titles: Readonly<Record<string, string>> = useWords(titleWords);
  const [location] = useLocation();
  const name = findAddress(playerAddresses, location)?.name ?? "";
  return (
    <PlayerColumn>
      <div className={cx(bandLooks, "pb-5 low:flex low:items-center low:gap-4 low:pt-1 low:pb-2")}>
        <p className="flex min-h-14 items-center font-display text-xl font-extrabold tracking-tight">{productName}</p>
        {titles[name] !== undefined && (
          <p className="font-display text-2xl leading-tight font-extrabold tracking-tight">{titles[name]}</p>
        )}
      </div>
      <main id="content" tabIndex={-1} className="px-5 py-6">
        <div role="status" className="flex flex-col gap-4">
          <p className="text-ink-soft">{words.loading}</p>
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      </main>
    </PlayerColumn>
  );
}
