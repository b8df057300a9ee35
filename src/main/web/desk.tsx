/** The screens of staff and administrators, in a file that golfers do not load. */
import { type ReactNode, use, useEffect } from "react";
import { Router, useRouter } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { DeskAccountLink } from "#features/accounts/web/desk/desk-account-link.tsx";
import { type DeskAddress, deskAddresses } from "#platform/shared/addresses/desk.ts";
import { useCaller, useCallerState } from "#platform/web/caller.tsx";
import { behindHash, deskRouting } from "#platform/web/desk-address.ts";
import { FrameContext, useFrame } from "#platform/web/frame.tsx";
import { DeskMessage } from "#platform/web/ui/desk-message.tsx";
import { isOpenTo } from "#platform/web/ui/desk-menu.ts";
import { deskShellWords } from "#platform/web/ui/desk-shell-words.ts";
import { Forbidden } from "#platform/web/ui/forbidden.tsx";
import { LanguageButton } from "#platform/web/ui/language-button.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { learnSpanish } from "#platform/web/translate.ts";
import { wholeSheet } from "#platform/web/whole-sheet.ts";
import { useWords } from "#platform/web/words.ts";
import { ScreenLoading } from "./screen-loading.tsx";
import { given, lazily, ScreenAt, type ScreensOf } from "./screen.tsx";
import { DeskSearch } from "./search/desk-search.tsx";

const styles = wholeSheet();
learnSpanish(() => import("./desk-spanish.tsx").then((file) => file.deskSpanish));

const NeedsButton = late(async () => (await import("#features/dashboard/web/needs-button.tsx")).NeedsButton);
const PasskeyBanner = late(async () => (await import("#features/accounts/web/desk/passkey-banner.tsx")).PasskeyBanner);
const NotFoundScreen = lazily(() => import("./not-found-screen.tsx"), "NotFoundScreen");
const CourseReportScreen = lazily(() => import("#features/reports/web/course-report-screen.tsx"), "CourseReportScreen");

const screens: ScreensOf<typeof deskAddresses> = {
  admin: lazily(() => import("#features/dashboard/web/dashboard-screen.tsx"), "DashboardScreen"),
  adminSessions: lazily(() => import("#features/dashboard/web/sessions-screen.tsx"), "SessionsScreen"),
  adminPlayers: lazily(() => import("#features/dashboard/web/players-screen.tsx"), "PlayersScreen"),
  bays: lazily(() => import("./bays-page.tsx"), "BaysPage"),
  todaysRefunds: lazily(() => import("#features/payments/web/desk/todays-refunds-screen.tsx"), "TodaysRefundsScreen"),
  prizeVerification: lazily(() => import("#features/claims/web/desk/verification-screen.tsx"), "VerificationScreen"),
  courseReport: given(CourseReportScreen, {}),
  courseReportOf: CourseReportScreen,
  statements: lazily(() => import("#features/books/web/statement-screen.tsx"), "StatementScreen"),
  payouts: lazily(() => import("#features/claims/web/desk/payouts-screen.tsx"), "PayoutsScreen"),
  adminOrders: lazily(() => import("#features/payments/web/desk/order-search-screen.tsx"), "OrderSearchScreen"),
  adminOrder: lazily(() => import("#features/payments/web/desk/order-file-screen.tsx"), "OrderFileScreen"),
  reconciliation: lazily(() => import("#features/payments/web/desk/reconciliation-screen.tsx"), "ReconciliationScreen"),
  settlement: lazily(() => import("#features/reports/web/settlement-screen.tsx"), "SettlementScreen"),
  settlementLine: lazily(() => import("#features/reports/web/line-screen.tsx"), "LineScreen"),
  ownProfile: lazily(() => import("#features/accounts/web/desk/desk-profile-screen.tsx"), "DeskProfileScreen"),
  manageCourses: lazily(() => import("#features/courses/web/manage/courses-screen.tsx"), "CoursesScreen"),
  manageCourse: lazily(() => import("#features/courses/web/manage/course-screen.tsx"), "ManageCourseScreen"),
  closeCourse: lazily(() => import("#features/books/web/closing-screen.tsx"), "ClosingScreen"),
  bayCodes: lazily(() => import("#features/courses/web/manage/bay-codes-screen.tsx"), "BayCodesScreen"),
  managePackages: lazily(() => import("#features/courses/web/manage/packages-screen.tsx"), "PackagesScreen"),
  manageSponsors: lazily(() => import("#features/courses/web/manage/sponsors-screen.tsx"), "SponsorsScreen"),
  manageStaff: lazily(() => import("#features/courses/web/manage/staff-screen.tsx"), "StaffScreen"),
  people: lazily(() => import("#features/accounts/web/desk/people-screen.tsx"), "PeopleScreen"),
  person: lazily(() => import("./person-page.tsx"), "PersonPage"),
  proposals: lazily(() => import("#features/accounts/web/desk/proposals-screen.tsx"), "ProposalsScreen"),
  adjustments: lazily(() => import("#features/books/web/adjustments-screen.tsx"), "AdjustmentsScreen"),
  courseRequests: lazily(() => import("#features/courses/web/manage/requests-screen.tsx"), "RequestsScreen"),
  auditTrail: lazily(() => import("#features/reports/web/audit-screen.tsx"), "AuditScreen"),
  exports: lazily(() => import("#features/reports/web/exports-screen.tsx"), "ExportsScreen"),
  journalAccounts: lazily(() => import("#features/reports/web/journal-screen.tsx"), "JournalScreen"),
};

export function Desk() {
  if (styles) use(styles);
  const frame = useFrame();
  const state = useCallerState();
  const accountMenu = (
    <>
      {state.status === "signedIn" && state.caller.role === "admin" && <NeedsButton />}
      <DeskSearch />
      <LanguageButton />
      <DeskAccountLink />
    </>
  );
  return (
    <FrameContext value={{ ...frame, accountMenu, deskNotices: <PasskeyBanner /> }}>
      <ScreenAt table={deskAddresses} screens={screens} otherwise={<NoSuchScreen />} Allowed={Allowed} />
    </FrameContext>
  );
}

/** 404: people of the desk keep its menu. */
function NoSuchScreen() {
  const words = useWords(deskShellWords);
  const state = useCallerState();
  if (state.status === "unknown") return <ScreenLoading />;
  if (state.status !== "signedIn" || state.caller.role === "player") return <NotFoundScreen />;
  return <DeskMessage title={words.noPage}>{words.noPageAbout}</DeskMessage>;
}

function Allowed({ address, children }: { address: DeskAddress; children: ReactNode }) {
  const { role } = useCaller();
  // Set where a server draws the page; a router with a hook of its own does not inherit them.
  const { ssrPath, ssrSearch } = useRouter();
  const drawn = ssrPath === undefined ? {} : { ssrPath, ssrSearch: ssrSearch ?? "" };
  // A link or bookmark of earlier days has what was typed in its query.
  useEffect(() => {
    const { pathname, search, hash } = location;
    const present = `${pathname}${search}${hash}`;
    const clean = behindHash(present);
    if (clean !== present) navigate(clean, { replace: true, state: history.state });
  }, []);
  return (
    // Within the guard, which leads to the sign-in by the query alone: what was typed goes into no other address.
    <Router {...deskRouting} {...drawn}>
      {isOpenTo(address, role) ? children : <Forbidden who={address.who} />}
    </Router>
  );
}
