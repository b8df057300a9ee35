/** The shape of a table that is loading. */
import { Loading, Skeleton } from "#platform/web/ui/states.tsx";

export function ListSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <Skeleton className="h-14 max-w-md" />
      <Skeleton className="h-80" />
    </Loading>
  );
}
