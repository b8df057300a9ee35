/** /admin/bays: the bays, with the claims that were made there. */
import { BayClaims } from "#features/claims/web/desk/bay-claims.tsx";
import { BaysScreen } from "#features/play/web/desk/bays-screen.tsx";

export function BaysPage() {
  return <BaysScreen Claims={BayClaims} />;
}
