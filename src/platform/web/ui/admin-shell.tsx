/** The page of the desk's screens: it uses the width. */
import { type ReactNode, useRef } from "react";
import { Link, useLocation } from "wouter";
import { homes } from "#platform/shared/addresses/players.ts";
import { useCallerState } from "../caller.tsx";
import { useFreshAgain } from "../fresh-again.ts";
import { useFrame } from "../frame.tsx";
import { useLanguage, useWords } from "../words.ts";
import { OfflineBanner } from "./banner.tsx";
import { useCurrentInView } from "./current-in-view.ts";
import { cx } from "./cx.ts";
import { deskMenu, isOpenTo } from "./desk-menu.ts";
import { deskShellWords } from "./desk-shell-words.ts";
import { useFocusNearby } from "./focus.ts";
import { ScreenTitle, SkipLink } from "./title.tsx";

interface AdminShellProps {
  title: string;
  /** Under the title: the zone and the freshness ('updated 2 s ago'). */
  lead?: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  /** Uses the full width of a wall screen. */
  wide?: boolean;
  children: ReactNode;
}

export function AdminShell({ title, lead, actions, wide = false, children }: AdminShellProps) {
  const words = useWords(deskShellWords);
  const [language] = useLanguage();
  const { accountMenu, deskNotices, productName } = useFrame();
  const state = useCallerState();
  const [location] = useLocation();
  const isAdmin = state.status === "signedIn" && state.caller.role === "admin";
  const nav = useCurrentInView();
  useFreshAgain();
  const main = useRef<HTMLElement>(null);
  useFocusNearby(main);
  const shown = deskMenu(location, language).bar.filter((link) => isOpenTo(link, isAdmin ? "admin" : "staff"));
  return (
    <div className="min-h-dvh bg-paper print:bg-white">
      <SkipLink />
      <header className="mown print:hidden bg-fairway text-on-fairway [--focus:#ffd35c]">
        <div
          className={cx(
            "mx-auto flex min-h-16 flex-wrap items-center gap-x-3 px-4 sm:gap-x-6 py-2 sm:flex-nowrap sm:px-8 sm:py-0",
            wide ? "max-w-480" : "max-w-360",
          )}
        >
          <Link
            href={homes[isAdmin ? "admin" : "staff"]}
            className="shrink-0 font-display text-xl font-extrabold tracking-tight sm:whitespace-nowrap"
          >
            {productName} <span className="font-semibold text-on-fairway-soft max-sm:sr-only">{words.desk}</span>
          </Link>
          <nav
            ref={nav}
            aria-label={words.desk}
            // An edge beyond which there are more links fades.
            className="order-last -mx-2 flex min-w-0 basis-full gap-1 overflow-x-auto p-1 sm:order-none sm:mx-0 sm:flex-1 sm:basis-auto [--after:0rem] [--before:0rem] [mask-image:linear-gradient(to_right,transparent,black_var(--before),black_calc(100%-var(--after)),transparent)] data-after:[--after:3rem] data-before:[--before:3rem]"
          >
            {shown.map(({ href, label, current }) => (
              <Link
                key={label}
                href={href}
                {...(current ? { "aria-current": "page" as const } : {})}
                className="flex min-h-11 items-center rounded-full px-2.5 font-semibold whitespace-nowrap min-[90rem]:px-3 hover:bg-white/12 aria-[current=page]:bg-white/16"
              >
                {label}
              </Link>
            ))}
          </nav>
          <div className="ml-auto flex items-center gap-2">{accountMenu}</div>
        </div>
      </header>
      <main
        ref={main}
        id="content"
        tabIndex={-1}
        className={cx(
          "mx-auto flex flex-col gap-6 px-4 py-8 focus:outline-none sm:px-8 print:max-w-none print:gap-3 print:p-0",
          wide ? "max-w-480" : "max-w-360",
        )}
      >
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <ScreenTitle title={title} className="sm:text-4xl" />
            {lead && <p className="mt-1 text-ink-soft">{lead}</p>}
          </div>
          {actions && <div className="flex max-w-full min-w-0 flex-wrap gap-3 print:hidden">{actions}</div>}
        </div>
        <div className="contents print:hidden">
          <OfflineBanner />
          {isAdmin && deskNotices}
        </div>
        {children}
      </main>
    </div>
  );
}
