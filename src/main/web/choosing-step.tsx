/** Steps 1 and 2 of the wizard: the course, then the package. */
import { CourseScreen } from "#features/booking/web/course-screen.tsx";
import { PackageScreen } from "#features/booking/web/package-screen.tsx";
import { useSelections } from "#features/booking/web/selections.ts";
import { MapFrame } from "#features/courses/web/map/map-frame.tsx";
import { NoActiveSession } from "#features/payments/web/player/active-session.tsx";
import { WaitingOrderBanner } from "#features/payments/web/player/waiting-order.tsx";
import { FrameContext, useFrame } from "#platform/web/frame.tsx";
import { useFreeShotToday } from "./free-shot.tsx";

export function ChoosingStep({ step }: { step: 1 | 2 }) {
  return (
    <NoActiveSession>
      <Choosing step={step} />
    </NoActiveSession>
  );
}

function Choosing({ step }: { step: 1 | 2 }) {
  const frame = useFrame();
  const notices = (
    <>
      {frame.bookingNotices}
      <WaitingOrderBanner />
    </>
  );
  return (
    <FrameContext value={{ ...frame, bookingNotices: notices }}>
      {step === 1 ? <CourseScreen map={MapFrame} /> : <Packages />}
    </FrameContext>
  );
}

function Packages() {
  const [{ courseId }] = useSelections();
  const { gone, watch } = useFreeShotToday(courseId);
  return (
    <>
      {watch}
      <PackageScreen freeShotGone={gone} />
    </>
  );
}
