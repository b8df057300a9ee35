/** The entries of the audit trail: when and who on the left, what and the fields beside it. */
import { Link } from "wouter";
import type { AuditEntry } from "#features/reports/records-contract.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { momentText } from "#platform/web/ui/time.ts";

export function AuditList({ entries, timeZone }: { entries: readonly AuditEntry[]; timeZone: string }) {
  return (
    <>
      <p className="text-ink-soft">Times in {timeZone}</p>
      <ol aria-label="Entries" className="flex flex-col divide-y divide-line rounded-card bg-card px-5 shadow-card">
        {entries.map((entry) => (
          <li key={entry.id} className="grid gap-x-6 gap-y-2 py-4 lg:grid-cols-[14rem_16rem_minmax(0,1fr)]">
            <p>
              <time dateTime={entry.at} className="tabular block text-ink-soft">
                {momentText(entry.at, timeZone)}
              </time>
              {entry.actor ? (
                <Link
                  href={deskPaths.auditTrail({ actor: entry.actor.email })}
                  className="inline-block py-0.5 font-semibold wrap-anywhere hover:text-accent hover:underline"
                >
                  {entry.actor.name}
                </Link>
              ) : (
                <span className="font-semibold">The server</span>
              )}
            </p>
            <p>
              <span className="block font-semibold">{actionText(entry.action)}</span>
              <Link
                href={deskPaths.auditTrail({ subject: entry.subject })}
                className="inline-block py-0.5 text-ink-soft wrap-anywhere hover:text-accent hover:underline"
              >
                {entry.subject}
              </Link>
            </p>
            <Fields entry={entry} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Fields({ entry: { before, after, detail } }: { entry: AuditEntry }) {
  const changed = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <dl className="grid content-start gap-y-1 sm:grid-cols-[10rem_minmax(0,1fr)]">
      {changed.map((field) => (
        <div key={field} className="contents">
          <dt className="text-ink-soft">{nameOf(field)}</dt>
          <dd className="tabular wrap-anywhere">
            {before && (
              <>
                <span className="sr-only">before: </span>
                <del className="text-ink-soft">{valueText(before[field])}</del>
                <span aria-hidden> → </span>
                <span className="sr-only">, after: </span>
              </>
            )}
            <ins className="font-semibold no-underline">{valueText(after?.[field])}</ins>
          </dd>
        </div>
      ))}
      {Object.entries(detail).map(([field, value]) => (
        <div key={field} className="contents">
          <dt className="text-ink-soft">{nameOf(field)}</dt>
          <dd className="tabular wrap-anywhere">{valueText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `course.changed` as 'Course changed'. */
function actionText(action: string): string {
  const words = action.replaceAll(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `baseJackpot` as 'base jackpot'. */
function nameOf(field: string): string {
  return field.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}
