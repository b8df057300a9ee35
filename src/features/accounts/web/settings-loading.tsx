/** In place of the settings until they have come. */
import { Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { profileWords } from "./profile-words.ts";

export function SettingsLoading() {
  const words = useWords(profileWords);
  return (
    <Loading label={words.loading}>
      <Skeleton className="h-96" />
      <Skeleton className="h-96" />
    </Loading>
  );
}
