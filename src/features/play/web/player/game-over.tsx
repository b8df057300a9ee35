/** A game that ended while it is open: why, what was hit, what is claimed, and how long a prize can still be claimed. */
import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { Session } from "#features/play/contract.ts";
import { useHoleFacts } from "#platform/web/ui/flag.tsx";
import { minutesText, timeText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { afterGameWords } from "./after-game-words.ts";
import { ballsShown, type LocalShot } from "./local-shots.ts";
import { noticeWords } from "./notice-words.ts";
import type { Seat } from "./seats.ts";

interface GameOverProps {
  seats: readonly Seat[];
  session: Session;
  shots: readonly LocalShot[];
  /** The course's; undefined until it is known. */
  timeZone: string | undefined;
  /** The seconds left to claim. */
  claimSeconds: number;
}

/** The name set apart, so that digits after one in Arabic or Hebrew stay in their order. */
function named(name: string, what: string): ReactNode {
  return (
    <>
      <bdi>{name}</bdi>: {what}
    </>
  );
}

export function GameOver({ seats, session, shots, timeZone, claimSeconds }: GameOverProps) {
  const words = useWords(noticeWords);
  const counted = useWords(afterGameWords);
  const holes = useHoleFacts();
  const [language] = useLanguage();
  const why =
    session.endReason === "time" ? words.timeUp : session.endReason === "refund" ? words.refunded : words.hasEnded;
  const played = seats.map(({ session: row, name }) => {
    const hit = words.ofBalls(row.ballsBought - ballsShown(row, shots), row.ballsBought);
    return seats.length > 1 ? named(name, hit) : hit;
  });
  const claims = seats.flatMap((seat) => seat.session.claims.map((claim) => ({ claim, name: seat.name })));
  const waiting = claims.filter(({ claim }) => claim.verificationStatus === "pending").length;
  const claimed = claims.map(({ claim, name }) => {
    const hole = holes[claim.targetHole].name;
    return seats.length > 1 ? named(name, hole) : hole;
  });
  const mayClaim = claimSeconds > 0;
  const Icon = mayClaim ? CircleAlert : CircleCheck;
  const facts = [
    [words.ballsHit, played],
    [
      words.played,
      [
        minutesText(
          (Date.parse(session.endedAt ?? session.expiresAt) - Date.parse(session.startedAt)) / 1000,
          language,
        ),
      ],
    ],
    [words.claimed, claimed.length > 0 ? [...claimed, counted.claims(claims.length, waiting)] : [words.nothingClaimed]],
  ] as const;
  return (
    <section aria-labelledby="over" className="rounded-card bg-card p-5 shadow-card">
      {/* Announced when the game ends; the minutes below are not. */}
      <div role="status">
        <h2 id="over" className="mb-4 text-2xl font-bold tracking-tight">
          {why}
        </h2>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {facts.map(([name, lines]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="tabular min-w-0 font-semibold wrap-anywhere">
              {lines.map((line, index) => (
                <span key={index} className="block">
                  {line}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 flex items-start gap-2">
        <Icon aria-hidden className="mt-0.5 size-6 shrink-0" />
        <span>
          {mayClaim ? (
            <>
              {words.mayClaim} <strong className="tabular">{minutesText(claimSeconds, language)}</strong>
              {timeZone && ` (${words.until(timeText(session.claimDeadline, timeZone, language))})`}.
            </>
          ) : (
            words.windowClosed
          )}
        </span>
      </p>
    </section>
  );
}
