/** What happened, the latest first, as the house's table: the dashboard's and a report's. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Path } from "#platform/shared/addresses/address.ts";
import { useWords } from "../words.ts";
import { CardTable, type Column, NarrowNote } from "./data-table.tsx";
import { listWords } from "./list-words.ts";
import { potText } from "./money.tsx";

export interface ListedEvent {
  id: string;
  Icon: LucideIcon;
  /** What the icon says: 'Refund'. */
  word: string;
  text: string;
  /** The page of its rows, where the reader may open one. */
  href?: Path | undefined;
  /** ISO. */
  at: string;
  when: ReactNode;
  /** Dollars. */
  amount?: number | undefined;
}

interface EventTableProps {
  label: string;
  events: readonly ListedEvent[];
  /** Its greatest height. */
  className?: string;
}

export function EventTable({ label, events, className }: EventTableProps) {
  const words = useWords(listWords);
  return (
    <CardTable
      label={label}
      rows={events}
      columns={columnsIn(words)}
      keyOf={({ id }) => id}
      {...(className !== undefined && { className })}
    />
  );
}

const columnsIn = (words: typeof listWords.en): readonly Column<ListedEvent>[] => [
  {
    label: words.event,
    value: ({ word, text }) => `${word}: ${text}`,
    show: ({ Icon, word, text, href, at, when }) => (
      <span className="flex items-start gap-3">
        <Icon aria-hidden className="mt-1 size-5 shrink-0 text-accent" />
        <span className="min-w-0">
          <span className="sr-only">{word}: </span>
          {href === undefined ? (
            text
          ) : (
            <Link href={href} className="hover:underline">
              {text}
            </Link>
          )}
          <NarrowNote>
            <time dateTime={at}>{when}</time>
          </NarrowNote>
        </span>
      </span>
    ),
  },
  {
    label: words.when,
    value: ({ at }) => at,
    show: ({ at, when }) => (
      <time dateTime={at} className="text-ink-soft">
        {when}
      </time>
    ),
    wideOnly: true,
  },
  {
    label: words.amount,
    value: ({ amount }) => amount ?? null,
    show: ({ amount }) => (amount === undefined ? "" : <span className="font-semibold">{potText(amount)}</span>),
    align: "right",
  },
];
