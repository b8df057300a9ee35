/** A message in place of a screen of the desk, with the way to the screens that the caller may see. */
import type { ReactNode } from "react";
import { useCaller } from "../caller.tsx";
import { useLanguage, useWords } from "../words.ts";
import { AdminShell } from "./admin-shell.tsx";
import { ButtonLink } from "./button.tsx";
import { deskMenu, isOpenTo } from "./desk-menu.ts";
import { deskShellWords } from "./desk-shell-words.ts";

interface DeskMessageProps {
  title: string;
  children: ReactNode;
}

export function DeskMessage({ title, children }: DeskMessageProps) {
  return (
    <AdminShell title={title}>
      <p className="max-w-160 text-lg">{children}</p>
      <OwnScreens />
    </AdminShell>
  );
}

/** The links of the menu that are for the caller. */
export function OwnScreens() {
  const words = useWords(deskShellWords);
  const [language] = useLanguage();
  const { role } = useCaller();
  const links = deskMenu("", language).bar.filter((link) => isOpenTo(link, role));
  return (
    <nav aria-label={words.ownScreens} className="flex flex-wrap gap-3 print:hidden">
      {links.map(({ href, label }) => (
        <ButtonLink key={label} href={href} variant="secondary">
          {label}
        </ButtonLink>
      ))}
    </nav>
  );
}
