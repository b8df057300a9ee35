/** The reason why something was not saved, over its fields. If somebody else was faster, it leads to their version. */
import type { RouteDef } from "#platform/shared/route.ts";
import { ApiError, messageOf } from "#platform/web/api.ts";
import { useRefresh } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { useWords } from "#platform/web/words.ts";
import { manageWords } from "./manage-words.ts";

interface RefusalBannerProps {
  refusal: Error | null;
  /** The routes that return the server's present state. */
  lists: readonly RouteDef[];
  /** Closes the dialog around it, because what was typed there was for the older version. */
  onClose?: () => void;
}

export function RefusalBanner({ refusal, lists, onClose }: RefusalBannerProps) {
  const words = useWords(manageWords);
  const refresh = useRefresh();
  if (!refusal) return null;
  const isStale = refusal instanceof ApiError && refusal.code === "manage.changed_meanwhile";
  const reload = (
    <Button
      variant="secondary"
      size="small"
      onClick={() => {
        onClose?.();
        void refresh(lists);
      }}
    >
      {words.loadAgain}
    </Button>
  );
  return (
    <Banner tone="warning" live="assertive" {...(isStale && { actions: reload })}>
      {messageOf(refusal)}
    </Banner>
  );
}
