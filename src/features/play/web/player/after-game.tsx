/** What a game was, after its end: its summary, the way back in, and the claim while it is still possible. */
import type { SessionView } from "#features/play/contract.ts";
import { paths } from "#platform/web/paths.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { useServerNow } from "#platform/web/ui/server-clock.ts";
import { minutesText } from "#platform/web/ui/time.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { afterGameWords } from "./after-game-words.ts";

export function AfterGame({ view }: { view: SessionView }) {
  const { session, serverNow } = view;
  const now = useServerNow(serverNow, 1000);
  const words = useWords(afterGameWords);
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
  words: (typeof afterGameWords)["en"],
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
