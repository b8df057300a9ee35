/** The queue's tabs, each with the number of all its claims, whatever the filter leaves out. */
import { Segmented } from "#platform/web/ui/choice.tsx";
import type { QueueFilter } from "./queue-filter.ts";

interface QueueTabsProps {
  counts: { pending: number; verified: number; rejected: number } | undefined;
  status: QueueFilter["status"];
  onChange: (status: QueueFilter["status"]) => void;
}

export function QueueTabs({ counts, status, onChange }: QueueTabsProps) {
  const tab = <V extends QueueFilter["status"]>(value: V, label: string, count: number | undefined) => ({
    value,
    label: (
      <span>
        {label} <span className="tabular">{count?.toLocaleString("en-US")}</span>
      </span>
    ),
  });
  return (
    <Segmented
      legend="Show claims"
      options={[
        tab("pending", "Pending", counts?.pending),
        tab("verified", "Verified", counts?.verified),
        tab("rejected", "Rejected", counts?.rejected),
        tab("all", "All", counts && counts.pending + counts.verified + counts.rejected),
      ]}
      value={status}
      onChange={onChange}
    />
  );
}
