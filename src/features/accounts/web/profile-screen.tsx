/** `/profile`: the player ID, personal data, choices, devices, one's data, and the way out. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut, ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation, useSearch } from "wouter";
import { accountRoutes, type User } from "#features/accounts/contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { returnPath } from "#platform/shared/return-path.ts";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { LanguageToggle } from "#platform/web/ui/language-toggle.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { ThemeToggle } from "#platform/web/ui/theme-toggle.tsx";
import { useWords } from "#platform/web/words.ts";
import { useAuth } from "./auth.tsx";
import { PlayerIdCard } from "./player-id-card.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { profileWords } from "./profile-words.ts";

// Loaded late: it is far down the page.
const NotificationSwitches = late(async () => (await import("./notification-switches.tsx")).NotificationSwitches, {
  instead: <Skeleton className="h-96" />,
  idle: true,
});
const DeviceList = late(async () => (await import("./device-list.tsx")).DeviceList, { idle: true });
const OwnData = late(async () => (await import("./own-data.tsx")).OwnData, { idle: true });
// Only staff and administrators have it.
const PasskeyCard = late(async () => (await import("./passkey-card.tsx")).PasskeyCard);

interface ProfileScreenProps {
  /** From the rooms to the right: the player's claims, and the sessions that were played. */
  claims: ReactNode;
  sessions: ReactNode;
}

export function ProfileScreen({ claims, sessions }: ProfileScreenProps) {
  const words = useWords(profileWords);
  const { id } = useCaller();
  const from = returnPath(new URLSearchParams(useSearch()).get("from"));
  const queries = useQueryClient();
  const auth = useAuth();
  const asked = queryFor(accountRoutes.getUser, { params: { id } });
  const { data, error, refetch } = useQuery({ ...asked, refetchOnMount: "always" });
  const onChanged = (user: User) => {
    queries.setQueryData(asked.queryKey, { user });
    auth.signedIn(user);
  };
  return (
    <PlayerShell title={words.title} lead={words.lead} back={from ?? paths.app()} account={false}>
      {data ? (
        <>
          <PlayerIdCard playerId={data.user.userId} />
          <ProfileForm user={data.user} onChanged={onChanged} />
          <NotificationSwitches user={data.user} onChanged={onChanged} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />
      ) : (
        <Loading label={words.loading}>
          <Skeleton className="h-64" />
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </Loading>
      )}
      <Card title={words.won}>{claims}</Card>
      <Card title={words.played}>{sessions}</Card>
      <Card title={words.bought}>
        <p className="mb-4 text-ink-soft">{words.boughtAbout}</p>
        <ButtonLink href={paths.orders()} variant="secondary" wide>
          <ReceiptText aria-hidden className="size-5" />
          {words.bought}
        </ButtonLink>
      </Card>
      {data && data.user.role !== "player" && <PasskeyCard />}
      <DeviceList />
      <Card title={words.display}>
        <div className="flex flex-col gap-4">
          <LanguageToggle />
          <ThemeToggle />
        </div>
      </Card>
      <OwnData />
      <LogoutButton />
    </PlayerShell>
  );
}

function LogoutButton() {
  const words = useWords(profileWords);
  const auth = useAuth();
  const [, go] = useLocation();
  const leave = useAction({
    run: () => call(accountRoutes.logout),
    onDone: () => {
      go(paths.home());
      auth.signedOut();
    },
    done: words.loggedOut,
    failed: words.stillIn,
  });
  return (
    <Button variant="secondary" wide busy={leave.busy && words.loggingOut} onClick={() => void leave.start()}>
      <LogOut aria-hidden className="size-5" />
      {words.logout}
    </Button>
  );
}
