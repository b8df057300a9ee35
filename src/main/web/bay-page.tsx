/** /bay?course=1&bay=7, the link in a bay's QR code. Visitors see the bay's own page, golfers go on to the payment. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { type BayPlace, bayOfQuery } from "#features/booking/rules.ts";
import { lastPackageAt, saveCheckoutData, useSelections } from "#features/booking/web/selections.ts";
import { checkoutOf } from "#features/booking/web/step-two.ts";
import { type Course, courseRoutes } from "#features/courses/contract.ts";
import { ScreenLoading } from "#main/web/screen-loading.tsx";
import { ApiError } from "#platform/web/api.ts";
import { useCaller, useCallerState } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { everyVisit, queryFor } from "#platform/web/query.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { MessageScreen } from "#platform/web/ui/message-screen.tsx";
import { ErrorState } from "#platform/web/ui/states.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { useWords } from "#platform/web/words.ts";
import type { At } from "./bay-at.ts";
import { bayPageWords } from "./bay-page-words.ts";

const POT_MS = 30_000;

// Only a visitor reads it; a golfer passes through.
const BayWelcome = late(async () => (await import("./bay-welcome.tsx")).BayWelcome, { instead: <ScreenLoading /> });
const ChooseBay = late(async () => (await import("./choose-bay.tsx")).ChooseBay);

export function BayPage() {
  const place = bayOfQuery(useSearch());
  return place ? <Place key={`${place.courseId} ${place.bayNumber}`} place={place} /> : <WrongCode />;
}

function Place({ place }: { place: BayPlace }) {
  const words = useWords(bayPageWords);
  const { status } = useCallerState();
  const course = useQuery({
    ...queryFor(courseRoutes.getCourse, { params: { id: place.courseId } }),
    // The jackpot is live while somebody reads the page.
    refetchOnMount: everyVisit,
    refetchInterval: POT_MS,
  });
  const packages = useQuery(queryFor(courseRoutes.listPackages));
  const error = course.error ?? packages.error;
  if (error instanceof ApiError && error.status === 404) return <WrongCode />;
  if (error)
    return (
      <PlayerShell title={words.bay(place.bayNumber)}>
        <ErrorState error={error} onRetry={() => void Promise.all([course.refetch(), packages.refetch()])} />
      </PlayerShell>
    );
  if (!course.data || !packages.data || status === "unknown") return <ScreenLoading />;
  const { closing, isOpen } = course.data;
  if (closing || isOpen === false) return <Closed course={course.data.course} forGood={closing !== null} />;
  if (place.bayNumber > course.data.course.bayCount) return <WrongCode courseId={place.courseId} />;
  const at = { place, course: course.data.course, packages: packages.data.packages };
  return status === "signedIn" ? <OnToPay {...at} /> : <BayWelcome {...at} />;
}

/** Chooses the course, the bay and the package of last time, so that only paying is left. */
function OnToPay({ place, course, packages }: At) {
  const [chosen, choose] = useSelections();
  const [, go] = useLocation();
  const { userId } = useCaller();
  const last = lastPackageAt(place.courseId);
  const known = chosen.courseId === place.courseId && chosen.bayNumber === place.bayNumber;
  useEffect(() => {
    if (!known) return choose({ ...place, standsAt: place.courseId, sessionType: "individual", ...last });
    const again =
      last && packages.find(({ id, packageType }) => id === last.packageId && packageType === last.packageType);
    const checkout = again && checkoutOf({ ...chosen, ...last }, again, course, userId);
    if (!checkout?.ok) return go(paths.package(), { replace: true });
    saveCheckoutData(checkout.data);
    go(paths.checkout(), { replace: true });
  }, [known, place, last, chosen, packages, course, userId, choose, go]);
  return <ScreenLoading />;
}

/** Shown for a code that hangs at a bay although its course is closed. */
function Closed({ course: { id, name }, forGood }: { course: Pick<Course, "id" | "name">; forGood: boolean }) {
  const words = useWords(bayPageWords);
  const { status } = useCallerState();
  return (
    <MessageScreen
      title={forGood ? words.closed(name) : words.closedNow(name)}
      text={forGood ? words.closedAbout : words.closedNowAbout}
    >
      <OtherCourses />
      {forGood && status === "signedIn" && (
        <ButtonLink href={paths.prizes({ course: id })} variant="secondary">
          {words.whereJackpotWent}
        </ButtonLink>
      )}
    </MessageScreen>
  );
}

/** @param courseId of the code, if only its bay is wrong */
function WrongCode({ courseId }: { courseId?: number }) {
  const words = useWords(bayPageWords);
  return (
    <MessageScreen title={words.wrongCode} text={words.wrongCodeAbout}>
      <OtherCourses known={courseId} />
    </MessageScreen>
  );
}

/** The way on from a code that cannot be used. The screen of all courses is for golfers; a visitor chooses here. */
function OtherCourses({ known }: { known?: number | undefined }) {
  const words = useWords(bayPageWords);
  const { status } = useCallerState();
  if (status === "unknown") return null;
  if (status !== "signedIn") return <ChooseBay known={known} />;
  return (
    <ButtonLink href={paths.course()} size="bay">
      {words.allCourses}
    </ButtonLink>
  );
}
