/** The purchase in two lines, which unfold into a scorecard. */
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { courseRoutes } from "#features/courses/contract.ts";
import { queryFor } from "#platform/web/query.ts";
import { late } from "#platform/web/ui/late.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { useNamed } from "#platform/web/translate.ts";
import { useWords } from "#platform/web/words.ts";
import { checkoutWords } from "./checkout-words.ts";
import type { Checkout } from "./checkout.ts";
import { type Friend, isFree, nameOf } from "./order-text.ts";

const OrderFacts = late(async () => (await import("./order-facts.tsx")).OrderFacts, { idle: true });

export function OrderSummary({ checkout }: { checkout: Checkout }) {
  const words = useWords(checkoutWords);
  const named = useNamed();
  const courses = useQuery(queryFor(courseRoutes.listCourses));
  const { sessionData, packageInfo } = checkout;
  const course = courses.data?.courses.find(({ id }) => id === sessionData.courseId);
  const courseName = course?.name ?? words.courseNumber(sessionData.courseId);
  const free = isFree(checkout);
  const group = sessionData.groupData;
  const shareOf = (friend: Friend, index: number) => `${nameOf(friend, words.friend(index + 1))} ${friend.ballCount}`;
  const price = free ? words.free : priceText(packageInfo.price);
  const shares = group && [words.ownShare(group.mainPlayer.ballCount), ...group.friends.map(shareOf)];
  return (
    <details className="group rounded-card bg-card shadow-card">
      <summary className="flex list-none items-center gap-3 rounded-card px-5 py-3 hover:text-accent [&::-webkit-details-marker]:hidden">
        <h2 className="sr-only">{words.summary}</h2>
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="flex items-baseline justify-between gap-4 text-xl font-bold">
            {named(packageInfo.name, packageInfo.nameEs)}
            <span className="tabular shrink-0 font-display text-2xl font-extrabold">{price}</span>
          </p>
          <p className="truncate text-ink-soft">{words.where(sessionData.bayNumber, courseName)}</p>
          {shares && <p className="text-ink-soft">{shares.join(", ")}</p>}
        </div>
        <ChevronDown aria-hidden className="size-6 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="px-5 pt-2 pb-5">
        <OrderFacts checkout={checkout} course={course} courseName={courseName} price={price} />
      </div>
    </details>
  );
}
