/**
 * The lines of the audit trail: when on the left, beside it what was done and the changed fields. The sentences are the
 * server's, in English.
 */
import { Link } from "wouter";
import type { AuditEntry } from "#features/reports/records-contract.ts";
import { momentText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { trailWords } from "./record-words.ts";

export function AuditList({ entries, timeZone }: { entries: readonly AuditEntry[]; timeZone: string }) {
  const words = useWords(trailWords);
  const [language] = useLanguage();
  return (
    <>
      <p className="text-ink-soft">{words.timesIn(timeZone)}</p>
      <ol
        aria-label={words.entries}
        className="flex flex-col divide-y divide-line rounded-card bg-card px-5 shadow-card"
      >
        {entries.map(({ id, at, sentence, changes }) => (
          <li key={id} className="grid gap-x-6 gap-y-1 py-4 md:grid-cols-[13rem_minmax(0,1fr)]">
            <time dateTime={at} className="tabular text-ink-soft">
              {momentText(at, timeZone, language)}
            </time>
            <div className="flex flex-col gap-1">
              <p lang="en" className="wrap-anywhere">
                <Sentence pieces={sentence} />
              </p>
              {changes.length > 0 && <Changes changes={changes} />}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
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
