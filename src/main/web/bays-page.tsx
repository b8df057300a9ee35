/** /admin/bays, composed: the bays, and the claims that ring there. */
import { BayClaims } from "#features/claims/web/bay-claims.tsx";
import { BaysScreen } from "#features/play/web/bays-screen.tsx";

export function BaysPage() {
  return <BaysScreen Alarms={BayClaims} />;
}
