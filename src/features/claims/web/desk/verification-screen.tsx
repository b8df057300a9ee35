/** `/admin/prize-verification`: the claims to verify, for staff (their courses) and administrators. */
import { Keyboard } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { useLocation, useSearch } from "wouter";
import { claimRoutes } from "#features/claims/contract.ts";
import { urlOf } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { kept } from "#platform/web/storage.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { Banner } from "#platform/web/ui/banner.tsx";
import { ButtonLink, FileLink } from "#platform/web/ui/button.tsx";
import { Freshness } from "#platform/web/ui/freshness.tsx";
import { QueueFigures } from "./queue-figures.tsx";
import { QueueList } from "./queue-list.tsx";
import { pathOf, queryOf, readQueueFilter } from "./queue-filter.ts";
import { QueueFilters } from "./queue-filters.tsx";
import { useClaimQueue } from "./use-claim-queue.ts";

const keysSetting = kept("local", "verificationKeys", z.boolean());

export function VerificationScreen() {
  const filter = readQueueFilter(useSearch());
  const [, navigate] = useLocation();
  const [keys, setKeys] = useState(() => keysSetting.read() ?? true);
  const queue = useClaimQueue(filter);
  const isAdmin = useCaller().role === "admin";
  const switchKeys = (on: boolean) => {
    keysSetting.write(on);
    setKeys(on);
  };
  return (
    <AdminShell
      wide
      title="Prize Verification"
      lead={
        <>
          Times are those of each course · <Freshness updatedAt={queue.updatedAt} />
        </>
      }
      actions={
        <>
          {isAdmin && (
            <ButtonLink href={deskPaths.admin()} variant="secondary" size="small">
              Back to Dashboard
            </ButtonLink>
          )}
          <FileLink variant="secondary" size="small" href={urlOf(claimRoutes.exportClaims.path, {}, queryOf(filter))}>
            This list as CSV
          </FileLink>
        </>
      }
    >
      {/* If nothing was loaded, the list shows the error. */}
      {(queue.counts || !queue.error) && <QueueFigures counts={queue.counts} />}
      <QueueFilters filter={filter} onChange={(next) => navigate(pathOf(next), { replace: true })} />
      <Shortcuts on={keys} onSwitch={switchKeys} />
      {queue.error && queue.shown && (
        <Banner tone="warning" live="polite">
          The list could not be refreshed. It tries again every 3 seconds.
        </Banner>
      )}
      <QueueList queue={queue} keys={keys} />
    </AdminShell>
  );
}

const shortcuts = [
  { key: "j", does: "next" },
  { key: "k", does: "previous" },
  { key: "v", does: "verify" },
  { key: "r", does: "reject" },
  { key: "e", does: "evidence" },
] as const;

function Shortcuts({ on, onSwitch }: { on: boolean; onSwitch: (on: boolean) => void }) {
  return (
    <div className="hidden items-center gap-4 text-ink-soft md:flex">
      <Keyboard aria-hidden className="size-5" />
      {on &&
        shortcuts.map(({ key, does }) => (
          <span key={key} className="flex items-center gap-1.5">
            <kbd className="rounded-md border border-edge bg-card px-2 font-sans font-semibold text-ink">{key}</kbd>{" "}
            {does}
          </span>
        ))}
      <label className="flex min-h-11 cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => onSwitch(event.target.checked)}
          className="size-5 accent-accent"
        />
        Shortcuts
      </label>
    </div>
  );
}
