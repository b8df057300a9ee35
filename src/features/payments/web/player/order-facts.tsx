/** The purchase, laid out like a scorecard. */
import type { ReactNode } from "react";
import type { Course } from "#features/courses/contract.ts";
import { Facts } from "#platform/web/ui/card.tsx";
import { Pot } from "#platform/web/ui/money.tsx";
import { useNamed } from "#platform/web/translate.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { checkoutWords } from "./checkout-words.ts";
import type { Checkout } from "./checkout.ts";
import { isFree, nameOf, teeTimeText } from "./order-text.ts";
import { orderFactWords } from "./order-words.ts";

interface OrderFactsProps {
  checkout: Checkout;
  course: Course | undefined;
  courseName: string;
  price: string;
}

export function OrderFacts({ checkout, course, courseName, price }: OrderFactsProps) {
  const words = { ...useWords(checkoutWords), ...useWords(orderFactWords) };
  const [language] = useLanguage();
  const named = useNamed();
  const { sessionData, packageInfo } = checkout;
  const free = isFree(checkout);
  const group = sessionData.groupData;
  const facts: { label: string; value: ReactNode }[] = [
    { label: words.package, value: named(packageInfo.name, packageInfo.nameEs) },
    { label: words.attempts, value: free ? words.oneAttempt : words.balls(packageInfo.ballCount) },
    { label: words.course, value: courseName },
    ...(course ? [{ label: words.address, value: <span className="font-normal">{course.address}</span> }] : []),
    { label: words.bay, value: sessionData.bayNumber },
    ...(free && sessionData.teeTime
      ? [{ label: words.teeTime, value: teeTimeText(sessionData.teeTime, language) }]
      : []),
    ...(group ? [{ label: words.yourBalls, value: group.mainPlayer.ballCount }] : []),
    ...(group?.friends.map((friend, index) => ({
      label: nameOf(friend, words.friend(index + 1)),
      value: words.share(friend.ballCount, friend.bayNumber),
    })) ?? []),
    ...(course ? [{ label: words.currentJackpot, value: <Pot dollars={course.jackpotAmount} size="small" /> }] : []),
    ...(free
      ? []
      : [{ label: words.pricePerBall, value: `$${(packageInfo.price / packageInfo.ballCount).toFixed(2)}` }]),
  ];
  return (
    <>
      {packageInfo.description && (
        <p className="mb-4 text-ink-soft">{named(packageInfo.description, packageInfo.descriptionEs)}</p>
      )}
      <Facts facts={facts} />
      <div className="mt-4 flex items-baseline justify-between gap-4 border-t-2 border-ink pt-4">
        <span className="font-display text-xl font-bold">{words.total}</span>
        <span className="tabular font-display text-3xl font-extrabold">{price}</span>
      </div>
    </>
  );
}
