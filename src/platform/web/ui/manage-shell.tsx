/** The page of the Manage screens: the admin shell with the links between them. For administrators. */
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useLanguage, useWords } from "../words.ts";
import { AdminShell } from "./admin-shell.tsx";
import { useCurrentInView } from "./current-in-view.ts";
import { deskMenu } from "./desk-menu.ts";
import { deskShellWords } from "./desk-shell-words.ts";

interface ManageShellProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function ManageShell({ children, ...shell }: ManageShellProps) {
  const words = useWords(deskShellWords);
  const [language] = useLanguage();
  const [location] = useLocation();
  const nav = useCurrentInView();
  return (
    <AdminShell {...shell}>
      <nav ref={nav} aria-label={words.manage} className="-mx-1 flex gap-2 overflow-x-auto p-1 print:hidden">
        {deskMenu(location, language).managed.map(({ href, label, current }) => (
          <Link
            key={href}
            href={href}
            {...(current ? { "aria-current": "page" as const } : {})}
            className="flex min-h-11 items-center rounded-full border-2 border-edge bg-card px-4 font-semibold whitespace-nowrap hover:border-accent hover:text-accent aria-[current=page]:border-accent aria-[current=page]:bg-accent aria-[current=page]:text-on-accent"
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </AdminShell>
  );
}
