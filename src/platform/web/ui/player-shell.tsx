/** The page of every player screen: a phone-wide column, on a wide screen in front of the picture of the range. */
import { ArrowLeft } from "lucide-react";
import { type ComponentProps, type ReactNode, type RefObject, useRef } from "react";
import { Link } from "wouter";
import { useFrame } from "../frame.tsx";
import type { Path } from "#platform/shared/addresses/address.ts";
import { paths } from "../paths.ts";
import { useWords } from "../words.ts";
import { OfflineBanner } from "./banner.tsx";
import { cx } from "./cx.ts";
import { Progress } from "./progress.tsx";
import { RangeScenery } from "./scenery.tsx";
import { ScreenTitle, SkipLink } from "./title.tsx";
import { useToastsAbove } from "./toast.tsx";
import { kitWords } from "./words.ts";

/** The green band on top of a player's screen. It begins below a phone's notch. */
export const bandLooks =
  "mown bg-fairway px-5 pt-[max(0.5rem,env(safe-area-inset-top))] text-on-fairway sm:rounded-t-[1.75rem] low:rounded-none!";

interface PlayerColumnProps {
  children: ReactNode;
  ground?: "paper" | "fairway";
}

/** Only the column, for screens that draw everything themselves (onboarding, 404). */
export function PlayerColumn({ children, ground = "paper" }: PlayerColumnProps) {
  return (
    <div className={cx("relative isolate min-h-dvh text-lg sm:py-6 low:py-0!")}>
      <SkipLink />
      <RangeScenery className="fixed inset-0 -z-10 hidden size-full sm:block print:hidden" />
      <div
        className={cx(
          "mx-auto flex min-h-dvh w-full max-w-110 flex-col sm:min-h-[calc(100dvh-3rem)] low:min-h-dvh! sm:rounded-[1.75rem] low:max-w-none low:rounded-none! sm:shadow-[0_24px_64px_-16px_rgb(5_28_19/55%)] print:max-w-none print:shadow-none",
          ground === "paper" ? "bg-paper" : "bg-fairway text-on-fairway [--focus:#ffd35c] sm:ring-1 sm:ring-white/20",
        )}
      >
        {children}
      </div>
    </div>
  );
}

interface PlayerShellProps {
  title: string;
  /** The same for titles of one screen (see ScreenTitle). */
  screen?: string;
  /** Under the title: one line. */
  lead?: ReactNode;
  /** The path to which Back leads, or a function that Back calls. */
  back?: Path | (() => void);
  backLabel?: string;
  /** The wizard's progress: 'Step N of 3' and its bar. It stays in sight while the rest of the header scrolls away. */
  step?: { now: number; of: number };
  /** Beside the account button: the greeting. */
  greeting?: ReactNode;
  /** Inside the green band, under the title: a clock, a pot. */
  band?: ReactNode;
  /** Stays at the bottom of the window: the screen's one action. */
  footer?: ReactNode;
  /** The account button; `false` on screens without it (sign-in). */
  account?: boolean;
  children: ReactNode;
}

/** @example <PlayerShell title="My claims" back={paths.app()}>…cards…</PlayerShell> */
export function PlayerShell({
  title,
  screen,
  lead,
  back,
  backLabel,
  step,
  greeting,
  band,
  footer,
  account = true,
  children,
}: PlayerShellProps) {
  const { accountMenu, deviceNotices, productName } = useFrame();
  const words = useWords(kitWords);
  const backLooks =
    "-ml-2 inline-flex min-h-12 items-center gap-2 rounded-full py-2 pr-4 pl-2 font-semibold text-on-fairway hover:bg-white/12";
  return (
    <PlayerColumn>
      <header className="contents [--focus:#ffd35c]">
        <div
          className={cx(
            bandLooks,
            "low:flex low:items-center low:gap-4 low:pt-1",
            step ? "pb-2 low:pb-0" : "pb-5 low:pb-2",
          )}
        >
          <div className="flex min-h-14 items-center justify-between gap-3 low:contents print:hidden">
            {back === undefined ? (
              <Link href={paths.home()} className="font-display text-xl font-extrabold tracking-tight">
                {productName}
              </Link>
            ) : typeof back === "string" ? (
              <Link href={back} className={backLooks}>
                <ArrowLeft aria-hidden className="size-6" />
                {backLabel ?? words.back}
              </Link>
            ) : (
              <button type="button" onClick={back} className={backLooks}>
                <ArrowLeft aria-hidden className="size-6" />
                {backLabel ?? words.back}
              </button>
            )}
            {greeting && (
              <p className="line-clamp-2 min-w-0 flex-1 text-right leading-tight wrap-anywhere text-on-fairway-soft low:order-2 low:flex-none">
                {greeting}
              </p>
            )}
            {account && <div className="low:order-3">{accountMenu}</div>}
          </div>
          <div className="min-w-0 low:order-1 low:flex-1">
            <ScreenTitle title={title} screen={screen} className={step ? "text-2xl!" : "mt-1 low:text-2xl!"} />
            {lead && <p className={cx("wrap-anywhere text-on-fairway-soft", !step && "mt-1")}>{lead}</p>}
            {band}
          </div>
        </div>
        {step && (
          <div className="sticky top-0 z-10 flex items-center gap-4 bg-fairway px-5 pt-1 pb-2 text-on-fairway">
            <div className="flex-1">
              <Progress on="band" value={step.now} max={step.of} label={words.stepOf(step.now, step.of)} />
            </div>
            <span className="tabular shrink-0 font-semibold">{words.stepOf(step.now, step.of)}</span>
          </div>
        )}
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={cx(
          "flex flex-1 animate-rise flex-col px-5 focus:outline-none",
          step ? "gap-4 py-4 [--folded:2.5rem] short:gap-3 short:py-3" : "gap-5 py-6",
        )}
      >
        <OfflineBanner />
        {deviceNotices}
        {children}
      </main>
      <ActionBar
        hidden={!footer}
        // A phone on its side has width and no height, so messages stand beside the button.
        className={cx("low:flex-row low:items-center low:*:min-w-0 low:*:flex-1", step && "short:*:min-h-14!")}
      >
        {footer}
      </ActionBar>
    </PlayerColumn>
  );
}

/** Stays at the bottom of the window, and toasts above it. */
export function ActionBar({
  className,
  ref,
  ...section
}: ComponentProps<"section"> & { ref?: RefObject<HTMLElement | null> }) {
  const own = useRef<HTMLElement>(null);
  const bar = ref ?? own;
  useToastsAbove(bar);
  return (
    <section
      {...section}
      ref={bar}
      className={cx(
        "sticky bottom-0 z-10 flex flex-col gap-2 print:hidden border-t border-line bg-paper/95 px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] short:pt-2 short:pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:rounded-b-[1.75rem]",
        className,
      )}
    />
  );
}
