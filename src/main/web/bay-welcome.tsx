/** A bay's own page, for somebody who is not signed in: where, what can be won, what it costs, and one button. */
import { useState } from "react";
import { SignInHere } from "#features/accounts/web/sign-in-here.tsx";
import { signInCode } from "#features/accounts/web/mailed-code.ts";
import { isSold, priceOf } from "#features/booking/web/selections.ts";
import { paths } from "#platform/web/paths.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { HoleFlag } from "#platform/web/ui/flag.tsx";
import { LanguageToggle } from "#platform/web/ui/language-toggle.tsx";
import { Pot, priceText } from "#platform/web/ui/money.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { useWords } from "#platform/web/words.ts";
import type { At } from "./bay-at.ts";
import { bayPageWords } from "./bay-page-words.ts";

export function BayWelcome({ place, course, packages }: At) {
  const words = useWords(bayPageWords);
  // A code that was mailed before a reload is waited for at once.
  const [entering, setEntering] = useState(() => signInCode.read() !== undefined);
  const [cheapest] = packages
    .filter((offer) => offer.packageType === "jackpot" && isSold(offer, course))
    .toSorted((a, b) => priceOf(a, course) - priceOf(b, course));
  const here = paths.bay({ course: course.id, bay: place.bayNumber });
  return (
    <PlayerShell
      title={words.bay(place.bayNumber)}
      lead={course.name}
      account={false}
      band={
        <p className="mt-3 flex flex-col">
          <span className="text-on-fairway-soft">{words.jackpot}</span>
          <Pot dollars={course.jackpotAmount} size="large" on="plate" />
        </p>
      }
      footer={
        !entering && (
          <Button size="bay" wide onClick={() => setEntering(true)}>
            {words.play(place.bayNumber)}
          </Button>
        )
      }
    >
      {entering ? (
        <>
          <p className="text-ink-soft">{words.first}</p>
          <SignInHere from={here} />
        </>
      ) : (
        <Card>
          {cheapest && (
            <p className="text-xl font-bold">{words.buys(priceText(priceOf(cheapest, course)), cheapest.ballCount)}</p>
          )}
          <p aria-hidden className="mt-4 flex justify-center gap-6">
            <HoleFlag hole="left" size={64} />
            <HoleFlag hole="middle" size={64} />
            <HoleFlag hole="right" size={64} />
          </p>
          <p className="mt-4 text-ink-soft">{words.hit}</p>
        </Card>
      )}
      <div className="mt-auto">
        <LanguageToggle />
      </div>
    </PlayerShell>
  );
}
