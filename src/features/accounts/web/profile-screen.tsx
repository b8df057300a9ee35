/** `/profile`: the player ID, personal data, choices, devices, one's data, and the way out. */
import { ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { useSearch } from "wouter";
import * as z from "zod/mini";
import { useCaller } from "#platform/web/caller.tsx";
import { returnPath } from "#platform/shared/return-path.ts";
import { paths } from "#platform/web/paths.ts";
import { kept } from "#platform/web/storage.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { Fold } from "#platform/web/ui/fold.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { Settled } from "#platform/web/ui/settled.tsx";
import { useWords } from "#platform/web/words.ts";
import { emailCode } from "./mailed-code.ts";
import { LogoutButton } from "./logout-button.tsx";
import { PlayerIdCard } from "./player-id-card.tsx";
import { profileWords } from "./profile-words.ts";
import { SettingsLoading } from "./settings-loading.tsx";
import { useOwnProfile } from "./use-own-profile.ts";

// Loaded late, because they are folded for most players and far down the page.
const Settings = late(async () => (await import("./settings.tsx")).Settings, {
  instead: <SettingsLoading />,
  idle: true,
});

/** For a reload, and for Back. */
const settingsOpen = kept("session", "settingsOpen", z.boolean());

interface ProfileScreenProps {
  /** From the rooms to the right: the player's claims, and the sessions that were played. */
  claims: ReactNode;
  sessions: ReactNode;
  /** The cards that the payment company keeps. */
  cards: ReactNode;
}

export function ProfileScreen({ claims, sessions, cards }: ProfileScreenProps) {
  const words = useWords(profileWords);
  const { id, userId, role } = useCaller();
  const from = returnPath(new URLSearchParams(useSearch()).get("from"));
  const own = useOwnProfile();
  return (
    <PlayerShell title={words.title} lead={words.lead} back={from ?? paths.app()} account={false}>
      {/* Known without the server. */}
      <PlayerIdCard playerId={userId} />
      <Card title={words.won}>{claims}</Card>
      <Card title={words.played}>{sessions}</Card>
      <Settled>
        <Card title={words.bought}>
          <p className="mb-4 text-ink-soft">{words.boughtAbout}</p>
          <ButtonLink href={paths.orders()} variant="secondary" wide>
            <ReceiptText aria-hidden className="size-5" />
            {words.bought}
          </ButtonLink>
        </Card>
        {cards}
        {/* Staff come for their passkeys, and whoever changed the email for its code. */}
        <Fold
          title={words.settings}
          open={settingsOpen.read() ?? (role !== "player" || emailCode(id).read() !== undefined)}
          onToggle={(open) => settingsOpen.write(open)}
        >
          <Settings own={own} />
        </Fold>
        <LogoutButton />
      </Settled>
    </PlayerShell>
  );
}
