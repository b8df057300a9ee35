/** The settings of the profile: personal data, choices, devices, and one's data. */
import { useCaller } from "#platform/web/caller.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { LanguageToggle } from "#platform/web/ui/language-toggle.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { Settled } from "#platform/web/ui/settled.tsx";
import { ErrorState } from "#platform/web/ui/states.tsx";
import { ThemeToggle } from "#platform/web/ui/theme-toggle.tsx";
import { useWords } from "#platform/web/words.ts";
import { DeviceList } from "./device-list.tsx";
import { NotificationSwitches } from "./notification-switches.tsx";
import { OwnData } from "./own-data.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { profileWords } from "./profile-words.ts";
import { SettingsLoading } from "./settings-loading.tsx";
import type { OwnProfile } from "./use-own-profile.ts";

// Only staff and administrators have it.
const PasskeyCard = late(async () => (await import("./passkey-card.tsx")).PasskeyCard);

export function Settings({ own: { user, error, refetch, onChanged } }: { own: OwnProfile }) {
  const words = useWords(profileWords);
  const { role } = useCaller();
  return (
    <Settled instead={<SettingsLoading />}>
      {user ? (
        <>
          <ProfileForm user={user} onChanged={onChanged} />
          <NotificationSwitches user={user} onChanged={onChanged} />
        </>
      ) : (
        error && <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />
      )}
      {role !== "player" && <PasskeyCard />}
      <DeviceList />
      <Card title={words.display}>
        <div className="flex flex-col gap-4">
          <LanguageToggle />
          <ThemeToggle />
        </div>
      </Card>
      <OwnData />
    </Settled>
  );
}
