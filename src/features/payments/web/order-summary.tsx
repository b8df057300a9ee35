/** What is bought, like a scorecard's lines. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { courseRoutes } from "#features/courses/contract.ts";
import { FREE_SHOT_PACKAGE_ID } from "#features/courses/rules.ts";
import { queryFor } from "#platform/web/query.ts";
import { Card, Facts } from "#platform/web/ui/card.tsx";
import { Pot, priceText } from "#platform/web/ui/money.tsx";
import type { Checkout } from "./checkout.ts";

export function isFree({ sessionData }: Checkout): boolean {
  return sessionData.packageId === FREE_SHOT_PACKAGE_ID;
}

/** Minutes of clock that a package's balls give. */
export function minutesOf(checkout: Checkout): number {
  return isFree(checkout) ? 5 : checkout.packageInfo.ballCount * 2;
}

/** `14:30` as `2:30 PM`. */
export function teeTimeText(teeTime: string): string {
  const [hour = 0, minute = 0] = teeTime.split(":").map(Number);
  return `${((hour + 11) % 12) + 1}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

export function OrderSummary({ checkout }: { checkout: Checkout }) {
  const courses = useQuery(queryFor(courseRoutes.listCourses));
  const { sessionData, packageInfo } = checkout;
  const course = courses.data?.courses.find(({ id }) => id === sessionData.courseId);
  const free = isFree(checkout);
  const group = sessionData.groupData;
  const facts: { label: string; value: ReactNode }[] = [
    { label: "Package", value: packageInfo.name },
    { label: "Attempts", value: free ? "1 complimentary attempt" : `${packageInfo.ballCount} balls` },
    { label: "Course", value: course?.name ?? `Course ${sessionData.courseId}` },
    ...(course ? [{ label: "Address", value: <span className="font-normal">{course.address}</span> }] : []),
    { label: "Bay number", value: sessionData.bayNumber },
    ...(free && sessionData.teeTime ? [{ label: "Tee time", value: teeTimeText(sessionData.teeTime) }] : []),
    ...(group ? [{ label: "Your balls", value: group.mainPlayer.ballCount }] : []),
    ...(group?.friends.map((friend, index) => ({
      label: friend.name ?? friend.userId ?? `Friend ${index + 1}`,
      value: `${friend.ballCount} ${friend.ballCount === 1 ? "ball" : "balls"}, bay ${friend.bayNumber}`,
    })) ?? []),
    ...(course ? [{ label: "Current jackpot", value: <Pot dollars={course.jackpotAmount} size="small" /> }] : []),
    ...(free ? [] : [{ label: "Price per ball", value: `$${(packageInfo.price / packageInfo.ballCount).toFixed(2)}` }]),
  ];
  return (
    <Card title="Order Summary">
      {packageInfo.description && <p className="-mt-2 mb-4 text-ink-soft">{packageInfo.description}</p>}
      <Facts facts={facts} />
      <div className="mt-4 flex items-baseline justify-between gap-4 border-t-2 border-ink pt-4">
        <span className="font-display text-xl font-bold">Total</span>
        <span className="tabular font-display text-3xl font-extrabold">
          {free ? "FREE" : priceText(packageInfo.price)}
        </span>
      </div>
    </Card>
  );
}
