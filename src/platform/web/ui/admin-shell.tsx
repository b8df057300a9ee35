/** The page of the staff's and administrators' screens: it uses the width. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useFrame } from "../frame.tsx";
import { paths, type Path } from "../paths.ts";
import { OfflineBanner } from "./banner.tsx";
import { ScreenTitle, SkipLink } from "./title.tsx";

interface AdminShellProps {
  title: string;
  /** Under the title: the zone and the freshness ('updated 2 s ago'). */
  lead?: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  /** Links of the top bar. */
  nav?: readonly { href: Path; label: string }[];
  children: ReactNode;
}

export function AdminShell({ title, lead, actions, nav = [], children }: AdminShellProps) {
  const { accountMenu, productName } = useFrame();
  return (
    <div className="min-h-dvh bg-paper">
      <SkipLink />
      <header className="mown bg-fairway text-on-fairway [--focus:#ffd35c]">
        <div className="mx-auto flex min-h-16 max-w-360 items-center gap-6 px-4 sm:px-8">
          <Link href={paths.admin()} className="font-display text-xl font-extrabold tracking-tight">
            {productName} <span className="font-semibold text-on-fairway-soft">Admin</span>
          </Link>
          <nav aria-label="Admin" className="flex flex-1 gap-2">
            {nav.map(({ href, label }) => (
              <Link key={href} href={href} className="rounded-full px-4 py-2 font-semibold hover:bg-white/12">
                {label}
              </Link>
            ))}
          </nav>
          {accountMenu}
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex max-w-360 flex-col gap-6 px-4 py-8 focus:outline-none sm:px-8"
      >
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <ScreenTitle title={title} className="sm:text-4xl" />
            {lead && <p className="mt-1 text-ink-soft">{lead}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
        </div>
        <OfflineBanner />
        {children}
      </main>
    </div>
  );
}
