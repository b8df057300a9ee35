/** Why a form was not saved, over its fields; when somebody else was quicker, with the way to their version. */
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";

interface RefusalBannerProps {
  refusal: { message: string; isStale: boolean } | undefined;
  onReload: () => void;
}

export function RefusalBanner({ refusal, onReload }: RefusalBannerProps) {
  if (!refusal) return null;
  const reload = (
    <Button variant="secondary" size="small" onClick={onReload}>
      Load again
    </Button>
  );
  return (
    <Banner tone="warning" live="assertive" {...(refusal.isStale && { actions: reload })}>
      {refusal.message}
    </Banner>
  );
}
