/** `/admin/exports`: everything as files, for a period, which the address holds. */
import { useQuery } from "@tanstack/react-query";
import { claimRoutes } from "#features/claims/contract.ts";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { writeDateFilter } from "#platform/shared/date-filter.ts";
import { localDay } from "#platform/shared/days.ts";
import { urlOf } from "#platform/shared/route.ts";
import { headsIn } from "#platform/web/file-language.ts";
import { periodOf, usePeriod } from "#platform/web/period.ts";
import { queryFor } from "#platform/web/query.ts";
import { FileLink } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { PeriodPicker } from "#platform/web/ui/period-picker.tsx";
import { TextRoom } from "#platform/web/ui/states.tsx";
import { useNow } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { exportWords } from "./file-words.ts";

const files = [
  { name: "sessions", route: recordRoutes.exportSessions, about: "sessionsAbout" },
  { name: "orders", route: recordRoutes.exportOrders, about: "ordersAbout" },
  { name: "claims", route: claimRoutes.exportClaims, about: "claimsAbout" },
  { name: "ledger", route: recordRoutes.exportLedger, about: "ledgerAbout" },
  { name: "trail", route: recordRoutes.exportAudit, about: "trailAbout" },
] as const;

const MINUTE = 60_000;

export function ExportsScreen() {
  const words = useWords(exportWords);
  return (
    <ManageShell title={words.title} lead={words.lead}>
      <Files />
    </ManageShell>
  );
}

function Files() {
  const words = useWords(exportWords);
  const [language] = useLanguage();
  const { choice, choose } = usePeriod();
  const now = useNow(MINUTE);
  const trail = useQuery(queryFor(recordRoutes.listAudit));
  const timeZone = trail.data?.timeZone;
  const today = timeZone === undefined ? undefined : localDay(new Date(now), timeZone);
  const dateFilter = writeDateFilter(periodOf(choice, today ?? localDay(new Date(now), "UTC")));
  const query = { dateFilter, ...headsIn(language) };
  return (
    <>
      <PeriodPicker period={choice} today={today} onChoose={choose} />
      {!trail.error && (
        <p className="-mt-3 text-ink-soft">{timeZone === undefined ? <TextRoom /> : words.daysOf(timeZone)}</p>
      )}
      <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {files.map(({ name, route, about }) => (
          <li key={name} className="flex">
            <Card title={words[name]} className="flex flex-1 flex-col">
              <p className="mb-4 flex-1">{words[about]}</p>
              <FileLink variant="secondary" size="small" className="self-start" href={urlOf(route.path, {}, query)}>
                CSV<span className="sr-only">{words.ofFile(words[name])}</span>
              </FileLink>
            </Card>
          </li>
        ))}
      </ul>
    </>
  );
}
