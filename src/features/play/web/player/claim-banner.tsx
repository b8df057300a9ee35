/** After a session, for the 10 minutes in which its last ball can be claimed: its summary, the way back in, the claim. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { playRoutes, sessionStream, type SessionView } from "#features/play/contract.ts";
import { useCallerState } from "#platform/web/caller.tsx";
import { useLive } from "#platform/web/live.ts";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { useServerNow } from "#platform/web/ui/server-clock.ts";
import { minutesText, useNow } from "#platform/web/ui/time.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { claimBannerWords } from "./claim-banner-words.ts";

/** A device's clock may be wrong by hours, but a window older than this is closed. */
const A_DAY_MS = 86_400_000;

/** Shows nothing without an open window. */
export function ClaimBanner() {
  const state = useCallerState();
  return state.status === "signedIn" ? <OfPlayer userId={state.caller.id} /> : null;
}

function OfPlayer({ userId }: { userId: string }) {
  const { data } = useQuery({
    ...queryFor(playRoutes.listSessions, { params: { id: userId } }),
    refetchOnMount: "always",
  });
  const today = useNow(60_000) - A_DAY_MS;
  const ended = data?.sessions.find(({ endedAt }) => endedAt !== null);
  return ended && Date.parse(ended.claimDeadline) > today ? <OfSession key={ended.id} id={ended.id} /> : null;
}

/**
 * The list does not have the server's clock, and the answer for a completed session may be an old one from the
 * browser's cache (304). Only the stream's first event has the present clock.
 */
function OfSession({ id }: { id: string }) {
  const [view, setView] = useState<SessionView>();
  useLive(sessionStream, view ? undefined : { params: { id } }, { session: setView });
  return view?.session.endedAt ? <Window view={view} /> : null;
}

function Window({ view }: { view: SessionView }) {
  const { session, serverNow } = view;
  const now = useServerNow(serverNow, 1000);
  const words = useWords(claimBannerWords);
  const [language] = useLanguage();
  const seconds = (Date.parse(session.claimDeadline) - now) / 1000;
  if (seconds <= 0) return null;
  return (
    <Banner
      tone="success"
      title={words.over(session.bayNumber)}
      actions={
        <>
          <ButtonLink href={paths.bay({ course: session.courseId, bay: session.bayNumber })} size="small">
            {words.playAgain(session.bayNumber)}
          </ButtonLink>
          <ButtonLink href={paths.game({ session: session.id })} variant="gold" size="small">
            {words.claim}
          </ButtonLink>
        </>
      }
    >
      <p>{summaryOf(view, words, language)}</p>
      <p>{words.claimWithin(minutesText(seconds, language))}</p>
    </Banner>
  );
}

/** What was played: "10 shots · 8 min · 1 claim, under review". */
export function summaryOf(
  { session, friendSessions }: Pick<SessionView, "session" | "friendSessions">,
  words: (typeof claimBannerWords)["en"],
  language: Language,
): string {
  const rows = [session, ...friendSessions];
  const shots = rows.reduce((sum, { attempts }) => sum + attempts, 0);
  const claims = rows.flatMap((row) => row.claims);
  const waiting = claims.filter(({ verificationStatus }) => verificationStatus === "pending").length;
  const seconds = (Date.parse(session.endedAt ?? session.expiresAt) - Date.parse(session.startedAt)) / 1000;
  return [
    words.shots(shots),
    minutesText(seconds, language),
    ...(claims.length > 0 ? [words.claims(claims.length, waiting)] : []),
  ].join(" · ");
}
