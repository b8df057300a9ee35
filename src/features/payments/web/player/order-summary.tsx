/** The purchase, laid out like a scorecard. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { courseRoutes } from "#features/courses/contract.ts";
import { FREE_SHOT_PACKAGE_ID } from "#features/courses/rules.ts";
import { queryFor } from "#platform/web/query.ts";
import { Card, Facts } from "#platform/web/ui/card.tsx";
import { Pot, priceText } from "#platform/web/ui/money.tsx";
import { type Language, locales, useLanguage, useWords } from "#platform/web/words.ts";
import { checkoutWords } from "./checkout-words.ts";
import type { Checkout } from "./checkout.ts";

export function isFree({ sessionData }: Checkout): boolean {
  return sessionData.packageId === FREE_SHOT_PACKAGE_ID;
}

/** Minutes of clock that a package's balls give. */
export function minutesOf(checkout: Checkout): number {
  return isFree(checkout) ? 5 : checkout.packageInfo.ballCount * 2;
}

/** `14:30` as `2:30 PM`, or `2:30 p.m.` in Spanish. */
export function teeTimeText(teeTime: string, language: Language): string {
  const [hour = 0, minute = 0] = teeTime.split(":").map(Number);
  const clock = new Intl.DateTimeFormat(locales[language], { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  // A plain space instead of Intl's narrow one.
  return clock.format(Date.UTC(2000, 0, 1, hour, minute)).replaceAll(/\s/g, " ");
}

export function OrderSummary({ checkout }: { checkout: Checkout }) {
  const words = useWords(checkoutWords);
  const [language] = useLanguage();
  const courses = useQuery(queryFor(courseRoutes.listCourses));
  const { sessionData, packageInfo } = checkout;
  const course = courses.data?.courses.find(({ id }) => id === sessionData.courseId);
  const free = isFree(checkout);
  const group = sessionData.groupData;
  const facts: { label: string; value: ReactNode }[] = [
    { label: words.package, value: packageInfo.name },
    { label: words.attempts, value: free ? words.oneAttempt : words.balls(packageInfo.ballCount) },
    { label: words.course, value: course?.name ?? words.courseNumber(sessionData.courseId) },
    ...(course ? [{ label: words.address, value: <span className="font-normal">{course.address}</span> }] : []),
    { label: words.bay, value: sessionData.bayNumber },
    ...(free && sessionData.teeTime
      ? [{ label: words.teeTime, value: teeTimeText(sessionData.teeTime, language) }]
      : []),
    ...(group ? [{ label: words.yourBalls, value: group.mainPlayer.ballCount }] : []),
    ...(group?.friends.map((friend, index) => ({
      label: friend.name ?? friend.userId ?? words.friend(index + 1),
      value: words.share(friend.ballCount, friend.bayNumber),
    })) ?? []),
    ...(course ? [{ label: words.currentJackpot, value: <Pot dollars={course.jackpotAmount} size="small" /> }] : []),
    ...(free
      ? []
      : [{ label: words.pricePerBall, value: `$${(packageInfo.price / packageInfo.ballCount).toFixed(2)}` }]),
  ];
  return (
    <Card title={words.summary}>
      {packageInfo.description && <p className="-mt-2 mb-4 text-ink-soft">{packageInfo.description}</p>}
      <Facts facts={facts} />
      <div className="mt-4 flex items-baseline justify-between gap-4 border-t-2 border-ink pt-4">
        <span className="font-display text-xl font-bold">{words.total}</span>
        <span className="tabular font-display text-3xl font-extrabold">
          {free ? words.free : priceText(packageInfo.price)}
        </span>
      </div>
    </Card>
  );
}
