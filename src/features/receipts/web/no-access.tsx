import { paths } from "#platform/web/paths.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { EmptyState } from "#platform/web/ui/states.tsx";

/** 403: for administrators. */
export function NoAccess() {
  return (
    <PlayerShell title="No access" back={paths.home()}>
      <EmptyState title="403: for administrators" action={<ButtonLink href={paths.orders()}>My receipts</ButtonLink>}>
        Your account may not see this page. What you bought yourself is under My receipts.
      </EmptyState>
    </PlayerShell>
  );
}
