/** /profile: the account's screen, with what other rooms know of the player. */
import { ProfileScreen } from "#features/accounts/web/profile-screen.tsx";
import { ClaimsSummary } from "#features/claims/web/player/claims-summary.tsx";
import { SessionHistory } from "#features/play/web/player/session-history.tsx";

export function ProfilePage() {
  return <ProfileScreen claims={<ClaimsSummary />} sessions={<SessionHistory />} />;
}
