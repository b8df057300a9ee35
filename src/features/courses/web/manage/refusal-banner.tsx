/** Why something was not saved, over its fields; when somebody else was quicker, with the way to their version. */
import type { RouteDef } from "#platform/shared/route.ts";
import { ApiError, messageOf } from "#platform/web/api.ts";
import { useRefresh } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";

interface RefusalBannerProps {
  refusal: Error | null;
  /** The routes that tell what stands on the server by now. */
  lists: readonly RouteDef[];
  /** Of the dialog around it: what was typed there was for the older version. */
  onClose?: () => void;
}

export function RefusalBanner({ refusal, lists, onClose }: RefusalBannerProps) {
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
      Load again
    </Button>
  );
  return (
    <Banner tone="warning" live="assertive" {...(isStale && { actions: reload })}>
      {messageOf(refusal)}
    </Banner>
  );
}
