/** `/admin/prize-verification`: the claims to verify, for staff (their courses) and administrators. */
import { useState } from "react";
import * as z from "zod/mini";
import { useLocation, useSearch } from "wouter";
import { claimRoutes } from "#features/claims/contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { kept } from "#platform/web/storage.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { AskedFile } from "#platform/web/ui/asked-file.tsx";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { useStep } from "#platform/web/ui/filters/steps.ts";
import { Freshness } from "#platform/web/ui/freshness.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { factWords } from "./fact-words.ts";
import { headsIn } from "#platform/web/file-language.ts";
import { type QueueFilter, pathOf, queryOf, readOpenClaim, readQueueFilter, withStatus } from "./queue-filter.ts";
import { QueueFilters } from "./queue-filters.tsx";
import { QueueHint } from "./queue-hint.tsx";
import { QueueTabs } from "./queue-tabs.tsx";
import { queueWords } from "./queue-words.ts";
import { QueueWork } from "./queue-work.tsx";
import { useAhead } from "#platform/web/ahead.ts";
import { useClaimQueue } from "./use-claim-queue.ts";

const keysSetting = kept("local", "verificationKeys", z.boolean());
/** Browsers allow an address to change only so often; a key that is held down moves faster. */
const ADDRESS_MS = 400;

export function VerificationScreen() {
  const words = useWords(queueWords);
  const [language] = useLanguage();
  const facts = useWords(factWords);
  const search = useSearch();
  const filter = readQueueFilter(search);
  const [, navigate] = useLocation();
  const step = useStep();
  const go = (next: QueueFilter, claim?: string, visit?: string) => step(pathOf(next, claim), visit);
  // Keys pass many claims by, so Back does not lead through them.
  const openNow = (claim: string | undefined) => navigate(pathOf(filter, claim), { replace: true });
  const [open, setOpen] = useAhead(readOpenClaim(search), openNow, ADDRESS_MS);
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
      title={words.title}
      lead={
        <>
          {queue.counts && words.money(potText(queue.counts.verifiedMoney))}
          {words.times}
          <Freshness updatedAt={queue.updatedAt} failed={queue.error !== null} />
          <span role="status">
            {queue.come.shown > 0 && filter.sort !== "newest" && (
              <Button variant="quiet" size="small" onClick={() => go({ ...filter, sort: "newest" }, open)}>
                {words.come(queue.come.shown)}
              </Button>
            )}
            {queue.come.others > 0 && <span className="px-2">{words.comeOthers(queue.come.others)}</span>}
          </span>
        </>
      }
      actions={
        <>
          {isAdmin && (
            <ButtonLink href={deskPaths.admin()} variant="secondary" size="small">
              {words.toDashboard}
            </ButtonLink>
          )}
          <AskedFile route={claimRoutes.exportClaims} query={{ ...queryOf(filter), ...headsIn(language) }}>
            {facts.csv}
          </AskedFile>
        </>
      }
    >
      {queue.error && queue.shown && (
        <Banner tone="warning" live="polite">
          {words.notRefreshed}
        </Banner>
      )}
      <QueueWork
        queue={queue}
        filter={filter}
        open={open}
        onOpen={setOpen}
        onSort={(sort) => go({ ...filter, sort }, open)}
        keys={keys}
        head={
          <>
            <QueueTabs
              counts={queue.counts}
              status={filter.status}
              onChange={(status) => go(withStatus(filter, status))}
            />
            <QueueFilters
              filter={filter}
              counts={queue.counts && ofStatus(queue.counts, filter.status)}
              onChange={(next, visit) => go(next, undefined, visit)}
            />
          </>
        }
        hint={<QueueHint on={keys} onSwitch={switchKeys} />}
      />
    </AdminShell>
  );
}

type Counts = Record<"pending" | "verified" | "rejected", number>;

function ofStatus(counts: Counts & { fitting: Counts }, status: QueueFilter["status"]) {
  const of = (some: Counts) => (status === "all" ? some.pending + some.verified + some.rejected : some[status]);
  return { shown: of(counts.fitting), all: of(counts) };
}
