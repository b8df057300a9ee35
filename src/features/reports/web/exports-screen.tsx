/** `/admin/exports`: everything as files, for a period. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { claimRoutes } from "#features/claims/contract.ts";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { writeDateFilter } from "#platform/shared/date-filter.ts";
import { localDay } from "#platform/shared/days.ts";
import { urlOf } from "#platform/web/api.ts";
import { type ChosenPeriod, periodOf } from "#platform/web/period.ts";
import { queryFor } from "#platform/web/query.ts";
import { FileLink } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { PeriodPicker } from "#platform/web/ui/period-picker.tsx";
import { useNow } from "#platform/web/ui/time.ts";

const files = [
  { name: "Sessions", route: recordRoutes.exportSessions, about: "By their start, a row for each player of a group." },
  { name: "Orders", route: recordRoutes.exportOrders, about: "By their creation, with shares and what was refunded." },
  { name: "Claims", route: claimRoutes.exportClaims, about: "By their creation, on the days of their own course." },
  { name: "Ledger", route: recordRoutes.exportLedger, about: "Every entry. A debit is positive, a credit negative." },
  { name: "Audit trail", route: recordRoutes.exportAudit, about: "Who did what, with the fields before and after." },
];

const MINUTE = 60_000;

export function ExportsScreen() {
  return (
    <ManageShell title="Exports" lead="CSV files for a spreadsheet or the books. Times in them are UTC">
      <Files />
    </ManageShell>
  );
}

function Files() {
  const [choice, choose] = useState<ChosenPeriod>(null);
  const now = useNow(MINUTE);
  const timeZone = useQuery(queryFor(recordRoutes.listAudit)).data?.timeZone;
  const today = timeZone === undefined ? undefined : localDay(new Date(now), timeZone);
  const query = { dateFilter: writeDateFilter(periodOf(choice, today ?? localDay(new Date(now), "UTC"))) };
  return (
    <>
      <PeriodPicker period={choice} today={today} onChoose={choose} />
      {timeZone !== undefined && <p className="-mt-3 text-ink-soft">Days are those of {timeZone}.</p>}
      <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {files.map(({ name, route, about }) => (
          <li key={name} className="flex">
            <Card title={name} className="flex flex-1 flex-col">
              <p className="mb-4 flex-1">{about}</p>
              <FileLink variant="secondary" size="small" className="self-start" href={urlOf(route.path, {}, query)}>
                CSV<span className="sr-only"> of {name}</span>
              </FileLink>
            </Card>
          </li>
        ))}
      </ul>
    </>
  );
}
