/** The page of the Manage screens: the admin shell with the links between them, in groups. For administrators. */
import { ChevronDown } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useLanguage, useWords } from "../words.ts";
import { AdminShell } from "./admin-shell.tsx";
import { cx } from "./cx.ts";
import { deskMenu } from "./desk-menu.ts";
import { deskShellWords } from "./desk-shell-words.ts";

interface ManageShellProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function ManageShell({ children, ...shell }: ManageShellProps) {
  return (
    <AdminShell {...shell}>
      <ManageMenu />
      {children}
    </AdminShell>
  );
}

/** The groups side by side, and below them the links of the open one: at first that of the present screen. */
function ManageMenu() {
  const words = useWords(deskShellWords);
  const [language] = useLanguage();
  const [location] = useLocation();
  const { groups } = deskMenu(location, language);
  const here = groups.find(({ links }) => links.some(({ current }) => current));
  const [openName, setOpenName] = useState(here?.name);
  const open = groups.find(({ name }) => name === openName);
  const id = useId();
  return (
    <nav aria-label={words.manage} className="flex flex-col gap-2 print:hidden">
      <div className="flex flex-wrap border-b-2 border-line sm:gap-x-2">
        {groups.map(({ name, label, links }) => {
          const isOpen = name === openName;
          return (
            <button
              key={name}
              type="button"
              aria-expanded={isOpen}
              aria-controls={`${id}-${name}`}
              onClick={() => setOpenName(isOpen ? undefined : name)}
              className={cx(
                "-mb-0.5 flex min-h-11 items-center gap-1 border-b-4 px-1 font-semibold hover:text-accent sm:px-4",
                isOpen ? "border-accent" : "border-transparent",
                here?.name === name && "text-accent",
              )}
            >
              {label}
              <span className="tabular text-sm text-ink-soft max-sm:hidden">{links.length}</span>
              <ChevronDown aria-hidden className={cx("size-4 transition-transform", isOpen && "rotate-180")} />
            </button>
          );
        })}
      </div>
      {groups.map(({ name, label, links }) => (
        <ul
          key={name}
          id={`${id}-${name}`}
          aria-label={label}
          hidden={name !== open?.name}
          className="flex flex-wrap gap-2 [[hidden]]:hidden"
        >
          {links.map(({ href, label: screen, current }) => (
            <li key={href}>
              <Link
                href={href}
                {...(current ? { "aria-current": "page" as const } : {})}
                className="flex min-h-11 items-center rounded-full border-2 border-edge bg-card px-4 font-semibold whitespace-nowrap hover:border-accent hover:text-accent aria-[current=page]:border-accent aria-[current=page]:bg-accent aria-[current=page]:text-on-accent"
              >
                {screen}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
