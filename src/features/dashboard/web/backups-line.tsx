/** One line on the dashboard: when a backup was last restored on trial, and the result. */
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { TextRoom } from "#platform/web/ui/states.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { dashboardRoutes } from "../contract.ts";
import { dashboardWords } from "./words.ts";

/** A trial comes once a night. */
const ASK_EVERY_MS = 300_000;

export function BackupsLine({ zone }: { zone: string }) {
  const words = useWords(dashboardWords);
  const [language] = useLanguage();
  const { data } = useQuery({ ...queryFor(dashboardRoutes.getBackups), refetchInterval: ASK_EVERY_MS });
  if (!data) return <TextRoom />;
  const { drill, isDue } = data;
  const when = (moment: string) => momentText(moment, zone, language);
  if (drill && !drill.holds)
    return (
      <Banner tone="danger">
        <p>{words.backupBad(when(drill.at), drill.of && when(drill.of))}</p>
        {/* PostgreSQL and the audit say it in English. */}
        {drill.reason && (
          <p lang="en" className="wrap-anywhere">
            {drill.reason}
          </p>
        )}
      </Banner>
    );
  const line = drill
    ? words.backupGood(when(drill.at), drill.of ? when(drill.of) : "", drill.seconds.toLocaleString("en-US"))
    : words.backupUntried;
  if (!isDue) return <p className="text-ink-soft">{line}</p>;
  return (
    <Banner tone="warning">
      {line} {words.backupDue}
    </Banner>
  );
}
