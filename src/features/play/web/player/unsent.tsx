/** Notices of what waits on this device and what the server refused, in the game and on the booking screens. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { playRoutes } from "#features/play/contract.ts";
import { groupBy } from "#platform/shared/groups.ts";
import { useOnline } from "#platform/web/online.ts";
import { keyOf } from "#platform/web/query.ts";
import { useTranslated } from "#platform/web/translate.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { useHoleFacts } from "#platform/web/ui/flag.tsx";
import { useNow } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { claimLeft } from "./claim-left.ts";
import { shotOutbox, type ShotOutboxResult } from "./shot-outbox.ts";
import { type Entry, isShot, type QueuedShot, waitingShots } from "./shot-items.ts";
import { unsentWords } from "./unsent-words.ts";

/** A shot sent within this time, in milliseconds, is not mentioned. */
const SLOW_MS = 4000;

/** For screens other than the game: sends what the player's device keeps, and shows it until then. */
export function Unsent({ playerId }: { playerId: string }) {
  const queries = useQueryClient();
  const entries = shotOutbox.useWaiting(playerId);
  const onOutcome = useEffectEvent(({ item }: ShotOutboxResult) => {
    // The open session and the claim window have changed.
    if (item.kind === "end") void queries.invalidateQueries({ queryKey: keyOf(playRoutes.listActiveSessions) });
    void queries.invalidateQueries({ queryKey: keyOf(playRoutes.listSessions) });
  });
  useEffect(() => shotOutbox.onResult((outcome) => onOutcome(outcome)), []);
  return <UnsentNotices entries={entries} shotsToo />;
}

interface UnsentNoticesProps {
  entries: readonly Entry[];
  /** Whether shots are shown, too; the game shows its own. */
  shotsToo: boolean;
}

export function UnsentNotices({ entries, shotsToo }: UnsentNoticesProps) {
  const words = useWords(unsentWords);
  const now = useNow(1000);
  const online = useOnline();
  const slow = waitingShots(entries).filter(({ item }) => !online || now - item.tappedAt > SLOW_MS);
  const misses = slow.filter(({ item }) => !item.prizeClaim).length;
  const ends = entries.some(({ item, refused }) => item.kind === "end" && !refused);
  const sendNow = (
    <Button variant="secondary" size="small" onClick={shotOutbox.kick}>
      {words.sendNow}
    </Button>
  );
  return (
    <>
      {entries.some(({ place, refused }) => place === "page" && !refused) && (
        <Banner tone="warning" title={words.pageOnly} live="polite">
          {words.pageOnlyText}
        </Banner>
      )}
      {slow
        .filter(({ item }) => item.prizeClaim)
        .map((entry) => (
          <UnsentClaim key={entry.id} entry={entry} now={now} />
        ))}
      {shotsToo && misses > 0 && (
        <Banner tone="offline" title={words.shotsNotSent(misses)} live="polite" actions={sendNow}>
          {words.shotsKept}
        </Banner>
      )}
      {shotsToo && misses === 0 && ends && !online && (
        <Banner tone="offline" title={words.endNotSent} live="polite" actions={sendNow} />
      )}
      <Refused entries={entries} now={now} />
    </>
  );
}

function UnsentClaim({ entry: { item }, now }: { entry: Entry<QueuedShot>; now: number }) {
  const words = useWords(unsentWords);
  const holes = useHoleFacts();
  const [language] = useLanguage();
  const left = claimLeft(item, now, language, words);
  const hole = item.targetHole === "missed" ? "" : holes[item.targetHole].name;
  const place = useRef<HTMLDivElement>(null);
  // On a low screen it would begin behind the bar.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={place} className="scroll-mt-24 scroll-mb-4">
      <Banner
        tone="danger"
        live="assertive"
        title={left === undefined ? words.claimLate : <Until said={words.claimNotSent} left={left} />}
        actions={
          <Button variant="secondary" size="small" onClick={shotOutbox.kick}>
            {words.sendNow}
          </Button>
        }
      >
        <span className="wrap-anywhere">{words.claimKept(hole, item.playerName, item.bayNumber)}</span>
      </Banner>
    </div>
  );
}

/** @param left is not announced again whenever a minute has passed */
function Until({ said, left }: { said: string; left: string }) {
  return (
    <>
      {said}{" "}
      <span className="tabular whitespace-nowrap" aria-live="off">
        {left}
      </span>
    </>
  );
}

/** A refusal that nobody has seen yet. It stays until it is read. */
function Refused({ entries, now }: { entries: readonly Entry[]; now: number }) {
  const words = useWords(unsentWords);
  const translated = useTranslated();
  const [language] = useLanguage();
  const holes = useHoleFacts();
  const refused = entries.filter((entry) => entry.refused);
  const groups = groupBy(refused, (entry) => `${titleKey(entry)} ${entry.refused?.message}`);
  return [...groups].map(([key, group]) => {
    const [first] = group;
    if (!first?.refused) return null;
    const claim = isShot(first) && first.item.prizeClaim ? first.item : undefined;
    const hole = claim && claim.targetHole !== "missed" ? holes[claim.targetHole].name : "";
    const left = claim && claimLeft(claim, now, language, words);
    const title = claim
      ? words.claimRefused(hole)
      : first.item.kind === "end"
        ? words.endRefused
        : isShot(first) && !first.item.undone
          ? words.shotsRefused(group.length)
          : words.undoRefused;
    return (
      <Banner
        key={key}
        tone="danger"
        live="assertive"
        title={title}
        actions={
          <Button
            variant="secondary"
            size="small"
            onClick={() => group.forEach(({ id }) => void shotOutbox.remove(id))}
          >
            {words.ok}
          </Button>
        }
      >
        <p>{translated(first.refused.message, first.refused.code)}</p>
        {left !== undefined && (
          <p>
            <Until said={words.tellStaff} left={left} />
          </p>
        )}
      </Banner>
    );
  });
}

/** Groups refusals: each claim alone, shots with the same reason together. */
function titleKey({ id, item }: Entry): string {
  return item.kind === "shot" && item.prizeClaim ? id : `${item.kind} ${item.kind === "shot" && item.undone}`;
}
