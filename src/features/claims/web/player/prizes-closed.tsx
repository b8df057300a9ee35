/** Says where the jackpot of a course that closed for good went: on its page, and on that of the course that got it. */
import type { Closing, Received } from "#features/courses/contract.ts";
import { paths } from "#platform/web/paths.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { dateText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { prizesWords } from "./prizes-words.ts";

export function ClosedPot({ closing }: { closing: Closing }) {
  const words = useWords(prizesWords);
  const [language] = useLanguage();
  const { closedAt, toHouse, rest, into, recipient } = closing;
  return (
    <Card title={words.closedForGood}>
      <p>{words.closedAbout(dateText(closedAt, language))}</p>
      <p className="mt-3 font-semibold">{words.closedHouse(potText(toHouse))}</p>
      {rest > 0 && (
        <p className="mt-3 font-semibold">
          {into ? words.closedInto(potText(rest), into.name) : words.closedRecipient(potText(rest), recipient ?? "")}
        </p>
      )}
      <p className="mt-4">
        {into ? (
          <ButtonLink href={paths.prizes({ course: into.id })} variant="secondary">
            {words.prizesOf(into.name)}
          </ButtonLink>
        ) : (
          <ButtonLink href={paths.course()} variant="secondary">
            {words.otherCourses}
          </ButtonLink>
        )}
      </p>
    </Card>
  );
}

export function ReceivedPots({ received }: { received: readonly Received[] }) {
  const words = useWords(prizesWords);
  const [language] = useLanguage();
  return received.map(({ from, amount, at }) => (
    <p key={from} className="px-1 text-ink-soft">
      {words.received(potText(amount), from, dateText(at, language))}
    </p>
  ));
}
