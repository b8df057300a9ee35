/** `/admin/profile`: the account of somebody who works at the desk. Nothing here is about playing. */
import { PROOF_SECONDS } from "#features/accounts/rules.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { LanguageToggle } from "#platform/web/ui/language-toggle.tsx";
import { Settled } from "#platform/web/ui/settled.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { ThemeToggle } from "#platform/web/ui/theme-toggle.tsx";
import { useWords } from "#platform/web/words.ts";
import { DeviceList } from "../device-list.tsx";
import { DownloadData } from "../download-data.tsx";
import { LogoutButton } from "../logout-button.tsx";
import { PasskeyCard } from "../passkey-card.tsx";
import { ProfileForm } from "../profile-form.tsx";
import { profileWords } from "../profile-words.ts";
import { useOwnProfile } from "../use-own-profile.ts";
import { deskProfileWords } from "./desk-profile-words.ts";

export function DeskProfileScreen() {
  const words = useWords(deskProfileWords);
  const { display, data: dataTitle } = useWords(profileWords);
  const { role } = useCaller();
  return (
    <AdminShell title={words.title} lead={role === "admin" ? words.admin : words.staff}>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <Personal />
          <Letters />
          <Settled>
            <Card title={display}>
              <div className="flex flex-col gap-4">
                <LanguageToggle />
                <ThemeToggle />
              </div>
            </Card>
          </Settled>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <PasskeyCard />
          <Settled>
            <Card title={words.proof}>
              <p className="text-ink-soft">{words.proofAbout(PROOF_SECONDS / 60)}</p>
            </Card>
            <DeviceList />
            {role === "staff" && (
              <Card title={words.golfer}>
                <p className="mb-4 text-ink-soft">{words.golferAbout}</p>
                <ButtonLink href={paths.profile()} variant="secondary" wide>
                  {words.golferOpen}
                </ButtonLink>
              </Card>
            )}
            <Card title={dataTitle}>
              <p className="mb-4 text-ink-soft">{words.data}</p>
              <DownloadData />
            </Card>
            <LogoutButton />
          </Settled>
        </div>
      </div>
    </AdminShell>
  );
}

function Personal() {
  const words = useWords(profileWords);
  const { user, error, refetch, onChanged } = useOwnProfile();
  if (user) return <ProfileForm user={user} onChanged={onChanged} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />;
  return (
    <Loading label={words.loading}>
      <Skeleton className="h-96" />
    </Loading>
  );
}

/** No switch turns them off: they guard the desk. */
function Letters() {
  const words = useWords(deskProfileWords);
  const { role } = useCaller();
  const letters = [...(role === "admin" ? [words.proposals] : []), words.account, words.codes];
  return (
    <Card title={words.letters}>
      <p className="mb-3 text-ink-soft">{words.lettersAbout}</p>
      <ul className="flex list-disc flex-col gap-2 pl-6">
        {letters.map((letter) => (
          <li key={letter}>{letter}</li>
        ))}
      </ul>
    </Card>
  );
}
