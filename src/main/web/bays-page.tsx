/** /admin/bays: the bays, and the claims that ring there. */
import { BayClaims } from "#features/claims/web/desk/bay-claims.tsx";
import { BaysScreen } from "#features/play/web/desk/bays-screen.tsx";

export function BaysPage() {
  return <BaysScreen Alarms={BayClaims} />;
}
