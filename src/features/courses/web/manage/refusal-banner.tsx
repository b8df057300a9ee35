/** Why a form was not saved, over its fields; when somebody else was quicker, with the way to their version. */
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";

interface RefusalBannerProps {
  refusal: { message: string; isStale: boolean } | undefined;
  /** Loads what stands on the server by now. */
  refresh: () => Promise<unknown>;
  /** Of the dialog around it: what was typed there was for the older version. */
  onClose?: () => void;
}

export function RefusalBanner({ refusal, refresh, onClose }: RefusalBannerProps) {
  if (!refusal) return null;
  const reload = (
    <Button
      variant="secondary"
      size="small"
      onClick={() => {
        onClose?.();
        void refresh();
      }}
    >
      Load again
    </Button>
  );
  return (
    <Banner tone="warning" live="assertive" {...(refusal.isStale && { actions: reload })}>
      {refusal.message}
    </Banner>
  );
}
