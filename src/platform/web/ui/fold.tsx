/** A row that opens rarely needed content: by tap, by keyboard, and by a search in the page. */
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

interface FoldProps {
  title: string;
  /** Whether it is open at first. */
  open?: boolean;
  onToggle?: (open: boolean) => void;
  children: ReactNode;
}

/** @example <Fold title="How the jackpot works">…</Fold> */
export function Fold({ title, open = false, onToggle, children }: FoldProps) {
  return (
    <details open={open} onToggle={(event) => onToggle?.(event.currentTarget.open)} className="group">
      <summary className="flex min-h-16 list-none items-center justify-between gap-4 rounded-card bg-card px-5 py-3 shadow-card hover:text-accent [&::-webkit-details-marker]:hidden">
        <h2 className="min-w-0 text-xl font-bold wrap-anywhere">{title}</h2>
        <ChevronDown aria-hidden className="size-6 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-5 pt-5">{children}</div>
    </details>
  );
}
