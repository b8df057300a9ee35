/** /profile: the golfer's screen, with what other rooms know of the player. Administrators have theirs at the desk. */
import { Redirect } from "wouter";
import { ProfileScreen } from "#features/accounts/web/profile-screen.tsx";
import { ClaimsSummary } from "#features/claims/web/player/claims-summary.tsx";
import { SavedCardList } from "#features/payments/web/player/saved-card-list.tsx";
import { SessionHistory } from "#features/play/web/player/session-history.tsx";
import { deskProfile } from "#platform/shared/addresses/players.ts";
import { useCaller } from "#platform/web/caller.tsx";

export function ProfilePage() {
  if (useCaller().role === "admin") return <Redirect to={deskProfile} replace />;
  return <ProfileScreen claims={<ClaimsSummary />} sessions={<SessionHistory />} cards={<SavedCardList />} />;
}
