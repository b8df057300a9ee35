/** The queue's tabs, each with the number of all its claims, whatever the filter leaves out. */
import { useMemo } from "react";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { locales, useLanguage, useWords } from "#platform/web/words.ts";
import type { QueueFilter } from "./queue-filter.ts";
import { queueWords } from "./queue-words.ts";

interface QueueTabsProps {
  counts: { pending: number; verified: number; rejected: number } | undefined;
  status: QueueFilter["status"];
  onChange: (status: QueueFilter["status"]) => void;
}

export function QueueTabs({ counts, status, onChange }: QueueTabsProps) {
  const words = useWords(queueWords);
  const [language] = useLanguage();
  // Kept, because making it takes longer than drawing the tabs, and each key draws them.
  const numbers = useMemo(() => new Intl.NumberFormat(locales[language]), [language]);
  const tab = <V extends QueueFilter["status"]>(value: V, label: string, count: number | undefined) => ({
    value,
    label: (
      <span className="max-sm:text-sm">
        {label} <span className="tabular">{count !== undefined && numbers.format(count)}</span>
      </span>
    ),
  });
  return (
    <Segmented
      legend={words.showClaims}
      options={[
        tab("pending", words.pending, counts?.pending),
        tab("verified", words.verified, counts?.verified),
        tab("rejected", words.rejected, counts?.rejected),
        tab("all", words.all, counts && counts.pending + counts.verified + counts.rejected),
      ]}
      value={status}
      onChange={onChange}
    />
  );
}
