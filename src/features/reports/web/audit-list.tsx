/**
 * The lines of the audit trail: when, and what was done with the changed fields. The sentences are the server's, in
 * both languages.
 */
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "wouter";
import type { AuditEntry, AuditSort } from "#features/reports/records-contract.ts";
import { NarrowNote } from "#platform/web/ui/data-table.tsx";
import type { Filters } from "#platform/web/ui/filters/filter-bar.tsx";
import { type PagedColumn, type PagedFile, PagedTable } from "#platform/web/ui/table/paged-table.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { trailWords } from "./record-words.ts";

interface Page {
  entries: AuditEntry[];
  timeZone: string;
}

interface AuditListProps {
  list: UseInfiniteQueryResult<InfiniteData<Page>>;
  order: AuditSort;
  onOrder: (order: AuditSort) => void;
  filters: Filters<"person" | "order" | "from" | "to" | "action">;
  /** The server's file, where there is one. */
  file: PagedFile | undefined;
}

const idOf = ({ id }: AuditEntry) => id;
const entriesOf = ({ entries }: Page) => entries;

export function AuditList({ file, ...table }: AuditListProps) {
  const words = useWords(trailWords);
  const [language] = useLanguage();
  const timeZone = table.list.data?.pages[0]?.timeZone ?? "UTC";
  const columns = useMemo(() => columnsIn(words, language, timeZone), [words, language, timeZone]);
  return (
    <PagedTable
      {...table}
      {...(file !== undefined && { file })}
      label={words.entries}
      rowsOf={entriesOf}
      columns={columns}
      keyOf={idOf}
      says={{
        failed: words.failed,
        loading: words.loading,
        none: { title: words.nothingYet, text: words.about },
        fits: { title: words.nothingFits, text: words.about },
      }}
      note={words.timesIn(timeZone)}
    />
  );
}

function columnsIn(
  words: typeof trailWords.en,
  language: Language,
  timeZone: string,
): readonly PagedColumn<AuditEntry, AuditSort>[] {
  const moment = (at: string) => (
    <time dateTime={at} className="tabular text-ink-soft">
      {momentText(at, timeZone, language)}
    </time>
  );
  return [
    {
      label: words.what,
      value: (entry) =>
        sentenceIn(entry, language)
          .pieces.map(({ text }) => text)
          .join(""),
      show: ({ at, changes, ...entry }) => (
        <div className="flex max-w-prose flex-col gap-1">
          <p lang={sentenceIn(entry, language).lang}>
            <Sentence pieces={sentenceIn(entry, language).pieces} />
          </p>
          {changes.length > 0 && <Changes changes={changes} />}
          <NarrowNote>{momentText(at, timeZone, language)}</NarrowNote>
        </div>
      ),
    },
    {
      label: words.when,
      value: ({ at }) => at,
      show: ({ at }) => moment(at),
      orders: { up: "oldest", down: "newest" },
      wideOnly: true,
    },
  ];
}

/** A sentence in the reader's language if there is one, otherwise in English. */
function sentenceIn({ sentence, spanish }: Pick<AuditEntry, "sentence" | "spanish">, language: Language) {
  return language === "es" && spanish ? { lang: "es", pieces: spanish } : { lang: "en", pieces: sentence };
}

/** Each thing that a sentence names leads to its page. */
function Sentence({ pieces }: { pieces: AuditEntry["sentence"] }) {
  return pieces.map(({ text, href }, index) =>
    href === undefined ? (
      text
    ) : (
      // A sentence does not change while it is shown.
      <Link
        key={index}
        href={href}
        className="font-semibold underline decoration-edge underline-offset-4 hover:text-accent hover:decoration-current"
      >
        {text}
      </Link>
    ),
  );
}

function Changes({ changes }: { changes: AuditEntry["changes"] }) {
  const words = useWords(trailWords);
  return (
    <dl className="grid content-start gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="contents">
          <dt lang="en" className="text-ink-soft">
            {field}
          </dt>
          <dd className="tabular wrap-anywhere">
            {before !== null && (
              <>
                <span className="sr-only">{words.before}</span>
                <del className="text-ink-soft">{before}</del>
                <span aria-hidden> → </span>
                <span className="sr-only">{words.after}</span>
              </>
            )}
            <ins className="font-semibold no-underline">{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
