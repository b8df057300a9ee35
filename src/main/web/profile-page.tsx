/** /profile: the golfer's screen, with what other rooms know of the player. Administrators have theirs at the desk. */
import { Redirect } from "wouter";
import { ProfileScreen } from "#features/accounts/web/profile-screen.tsx";
import { ClaimsSummary } from "#features/claims/web/player/claims-summary.tsx";
import { SessionHistory } from "#features/play/web/player/session-history.tsx";
import { deskProfile } from "#platform/shared/addresses/players.ts";
import { late } from "#platform/web/ui/late.tsx";
import { useCaller } from "#platform/web/caller.tsx";

// Loaded late, because saved cards are far down the page, and most players have none.
const SavedCardList = late(
  async () => (await import("#features/payments/web/player/saved-card-list.tsx")).SavedCardList,
  {
    idle: true,
  },
);

export function ProfilePage() {
  if (useCaller().role === "admin") return <Redirect to={deskProfile} replace />;
  return <ProfileScreen claims={<ClaimsSummary />} sessions={<SessionHistory />} cards={<SavedCardList />} />;
}
