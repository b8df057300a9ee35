/** The screens of staff and administrators, apart from the players': a golfer does not load the list of them. */
import { lazy } from "react";
import { Route, Switch } from "wouter";
import { SignedIn } from "#main/web/guards.tsx";
import { FrameContext, useFrame } from "#platform/web/frame.tsx";
import { late } from "#platform/web/ui/late.tsx";

const PasskeyBanner = late(async () => (await import("#features/accounts/web/desk/passkey-banner.tsx")).PasskeyBanner);

const BaysPage = lazy(() => import("#main/web/bays-page.tsx").then((file) => ({ default: file.BaysPage })));
const PayoutsScreen = lazy(() =>
  import("#features/claims/web/desk/payouts-screen.tsx").then((file) => ({ default: file.PayoutsScreen })),
);
const VerificationScreen = lazy(() =>
  import("#features/claims/web/desk/verification-screen.tsx").then((file) => ({ default: file.VerificationScreen })),
);
const OrderSearchScreen = lazy(() =>
  import("#features/payments/web/desk/order-search-screen.tsx").then((file) => ({ default: file.OrderSearchScreen })),
);
const OrderFileScreen = lazy(() =>
  import("#features/payments/web/desk/order-file-screen.tsx").then((file) => ({ default: file.OrderFileScreen })),
);
const DashboardScreen = lazy(() =>
  import("#features/dashboard/web/dashboard-screen.tsx").then((file) => ({ default: file.DashboardScreen })),
);
const CourseReportScreen = lazy(() =>
  import("#features/reports/web/course-report-screen.tsx").then((file) => ({ default: file.CourseReportScreen })),
);
const SettlementScreen = lazy(() =>
  import("#features/reports/web/settlement-screen.tsx").then((file) => ({ default: file.SettlementScreen })),
);
const CoursesScreen = lazy(() =>
  import("#features/courses/web/manage/courses-screen.tsx").then((file) => ({ default: file.CoursesScreen })),
);
const ManagedCourseScreen = lazy(() =>
  import("#features/courses/web/manage/course-screen.tsx").then((file) => ({ default: file.CourseScreen })),
);
const BayCodesScreen = lazy(() =>
  import("#features/courses/web/manage/bay-codes-screen.tsx").then((file) => ({ default: file.BayCodesScreen })),
);
const StaffScreen = lazy(() =>
  import("#features/courses/web/manage/staff-screen.tsx").then((file) => ({ default: file.StaffScreen })),
);
const PeopleScreen = lazy(() =>
  import("#features/accounts/web/desk/people-screen.tsx").then((file) => ({ default: file.PeopleScreen })),
);
const ProposalsScreen = lazy(() =>
  import("#features/accounts/web/desk/proposals-screen.tsx").then((file) => ({ default: file.ProposalsScreen })),
);
const PackagesScreen = lazy(() =>
  import("#features/courses/web/manage/packages-screen.tsx").then((file) => ({ default: file.PackagesScreen })),
);
const SponsorsScreen = lazy(() =>
  import("#features/courses/web/manage/sponsors-screen.tsx").then((file) => ({ default: file.SponsorsScreen })),
);
const RequestsScreen = lazy(() =>
  import("#features/courses/web/manage/requests-screen.tsx").then((file) => ({ default: file.RequestsScreen })),
);
const AuditScreen = lazy(() =>
  import("#features/reports/web/audit-screen.tsx").then((file) => ({ default: file.AuditScreen })),
);
const ExportsScreen = lazy(() =>
  import("#features/reports/web/exports-screen.tsx").then((file) => ({ default: file.ExportsScreen })),
);
const NotFoundScreen = lazy(() =>
  import("#main/web/not-found-screen.tsx").then((file) => ({ default: file.NotFoundScreen })),
);

export function Desk() {
  const frame = useFrame();
  return (
    <FrameContext value={{ ...frame, deskNotices: <PasskeyBanner /> }}>
      <DeskRoutes />
    </FrameContext>
  );
}

function DeskRoutes() {
  return (
    <Switch>
      <Route path="/admin/orders">
        <SignedIn>
          <OrderSearchScreen />
        </SignedIn>
      </Route>
      <Route path="/admin/orders/:id">
        {({ id }) => (
          <SignedIn>
            <OrderFileScreen key={id} orderId={id} />
          </SignedIn>
        )}
      </Route>
      <Route path="/admin/courses">
        <SignedIn>
          <CoursesScreen />
        </SignedIn>
      </Route>
      <Route path="/admin/staff">
        <SignedIn>
          <StaffScreen />
        </SignedIn>
      </Route>
      <Route path="/admin/people">
        <SignedIn>
          <PeopleScreen />
        </SignedIn>
      </Route>
      <Route path="/admin/proposals">
        <SignedIn>
          <ProposalsScreen />
        </SignedIn>
      </Route>
      <Route path="/admin/packages">
        <SignedIn>
          <PackagesScreen />
        </SignedIn>
      </Route>
      <Route path="/admin/sponsors">
        <SignedIn>
          <SponsorsScreen />
        </SignedIn>
      </Route>
      <Route path="/admin/course-requests">
        <SignedIn>
          <RequestsScreen />
        </SignedIn>
      </Route>
      <Route path="/admin/audit">
        <SignedIn>
          <AuditScreen />
        </SignedIn>
      </Route>
      <Route path="/admin/exports">
        <SignedIn>
          <ExportsScreen />
        </SignedIn>
      </Route>
      <Route path="/admin/courses/:id/codes">
        {({ id }) => (
          <SignedIn>
            <BayCodesScreen id={id} />
          </SignedIn>
        )}
      </Route>
      <Route path="/admin/courses/:id">
        {({ id }) => (
          <SignedIn>
            <ManagedCourseScreen key={id} id={id} />
          </SignedIn>
        )}
      </Route>
      <Route path="/admin/settlement">
        <SignedIn>
          <SettlementScreen />
        </SignedIn>
      </Route>
      <Route path="/admin">
        <SignedIn>
          <DashboardScreen />
        </SignedIn>
      </Route>
      <Route path="/admin/prize-verification">
        <SignedIn>
          <VerificationScreen />
        </SignedIn>
      </Route>
      <Route path="/admin/bays">
        <SignedIn>
          <BaysPage />
        </SignedIn>
      </Route>
      <Route path="/course-report">
        <SignedIn>
          <CourseReportScreen />
        </SignedIn>
      </Route>
      <Route path="/admin/course-report/:courseId">
        {({ courseId }) => (
          <SignedIn>
            <CourseReportScreen inPath={courseId} />
          </SignedIn>
        )}
      </Route>
      <Route path="/admin/payouts">
        <SignedIn>
          <PayoutsScreen />
        </SignedIn>
      </Route>
      <Route>
        <NotFoundScreen />
      </Route>
    </Switch>
  );
}
