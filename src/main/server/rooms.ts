/**
 * The rooms of the server, from left to right, each with its routes and its jobs. What they keep about people is listed
 * in `keepers.ts`. A new room is added here; `app.ts` takes everything from this list.
 */
import type { FastifyInstance } from "fastify";
import { accountRoutes } from "#features/accounts/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { passkeyRoutes } from "#features/accounts/passkey-contract.ts";
import { noteRoutes, peopleRoutes } from "#features/accounts/people-contract.ts";
import { proposalRoutes } from "#features/accounts/proposal-contract.ts";
import { pushRoutes } from "#features/accounts/push-contract.ts";
import { prizeNews } from "#features/accounts/server/news.ts";
import { passkeyHandlers } from "#features/accounts/server/passkeys.ts";
import { noteHandlers } from "#features/accounts/server/notes.ts";
import { peopleHandlers } from "#features/accounts/server/people.ts";
import { proposalHandlers } from "#features/accounts/server/proposals.ts";
import { pushHandlers } from "#features/accounts/server/push-routes.ts";
import { profileHandlers } from "#features/accounts/server/profile.ts";
import { accountHandlers } from "#features/accounts/server/routes.ts";
import { stepUpHandlers } from "#features/accounts/server/step-up.ts";
import { deleteOldSignIns } from "#features/accounts/server/store.ts";
import { stepUpRoutes } from "#features/accounts/step-up-contract.ts";
import { adjustmentRoutes } from "#features/books/adjustment-contract.ts";
import { closingRoutes } from "#features/books/closing-contract.ts";
import { booksRoutes } from "#features/books/contract.ts";
import { adjustmentHandlers, booksHandlers, closingHandlers } from "#features/books/server/routes.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { bayClaimStream, evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { bayClaimStreamHandler, evidenceHandlers } from "#features/claims/server/evidence-routes.ts";
import { deleteOldPhotos } from "#features/claims/server/photo-store.ts";
import { payoutHandlers } from "#features/claims/server/payout-routes.ts";
import { claimHandlers } from "#features/claims/server/routes.ts";
import { claimsPort } from "#features/claims/server/submit.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { requestRoutes } from "#features/courses/request-contract.ts";
import { manageCourseRoutes, managePackageRoutes } from "#features/courses/manage-contract.ts";
import { bindLogos } from "#features/courses/server/logos.ts";
import { manageCourseHandlers } from "#features/courses/server/manage-course-routes.ts";
import { managePackageHandlers } from "#features/courses/server/manage-package-routes.ts";
import { manageSponsorHandlers } from "#features/courses/server/manage-sponsor-routes.ts";
import { courseHandlers, requestHandlers } from "#features/courses/server/routes.ts";
import { admitInvited, invitationHandlers } from "#features/courses/server/invitations.ts";
import { staffHandlers } from "#features/courses/server/staff.ts";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import { invitationRoutes } from "#features/courses/invitation-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { dashboardRoutes, dashboardStream } from "#features/dashboard/contract.ts";
import { playedRoutes } from "#features/dashboard/played-contract.ts";
import { playedHandlers } from "#features/dashboard/server/played-routes.ts";
import { createLiveDashboard } from "#features/dashboard/server/live.ts";
import { createRollups } from "#features/dashboard/server/rollups.ts";
import { dashboardHandlers } from "#features/dashboard/server/routes.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { orderHandlers } from "#features/orders/server/routes.ts";
import { paymentRoutes, sandboxRoutes } from "#features/payments/contract.ts";
import { otherwiseRoutes } from "#features/payments/otherwise-contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { reconciliationRoutes } from "#features/payments/reconciliation-contract.ts";
import type { Gateway } from "#features/payments/server/gateway.ts";
import { orderSearchHandlers } from "#features/payments/server/order-routes.ts";
import { askGateway, otherwiseHandlers } from "#features/payments/server/paid-otherwise.ts";
import { reconciliationHandlers } from "#features/payments/server/reconciliation.ts";
import { paymentHandlers, sandboxHandlers } from "#features/payments/server/routes.ts";
import { savedCardHandlers } from "#features/payments/server/saved-cards.ts";
import type { Sandbox } from "#features/payments/server/sandbox.ts";
import { todaysRefundHandlers } from "#features/payments/server/todays-refunds.ts";
import { todaysRefundRoutes } from "#features/payments/todays-refunds-contract.ts";
import { bindWebhook } from "#features/payments/server/webhook.ts";
import { savedCardRoutes } from "#features/payments/saved-card-contract.ts";
import { bayRoutes, bayStream } from "#features/play/bay-contract.ts";
import { playRoutes, sessionStream } from "#features/play/contract.ts";
import { bayHandlers, bayStreamHandler } from "#features/play/server/bay-routes.ts";
import { bayTopic } from "#features/play/server/bays.ts";
import { courseUse } from "#features/play/server/course-use-store.ts";
import { sessionTopic } from "#features/play/server/load.ts";
import { dropOldAddresses } from "#features/play/server/person.ts";
import type { ClaimShotDeps } from "#features/play/server/claim-shot.ts";
import { claimsTogether } from "#features/play/server/claims-together.ts";
import { shotsTogether } from "#features/play/server/shot-store.ts";
import { playHandlers, sessionStreamHandler } from "#features/play/server/routes.ts";
import type { ShotDeps } from "#features/play/server/shots.ts";
import { sweep } from "#features/play/server/sweep.ts";
import { anyRunOut } from "#features/play/server/store.ts";
import { anyReceiptDue } from "#features/receipts/server/store.ts";
import { receiptRoutes } from "#features/receipts/contract.ts";
import { createIssuer } from "#features/receipts/server/issue.ts";
import { receiptHandlers } from "#features/receipts/server/routes.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { journalRoutes } from "#features/reports/journal-contract.ts";
import { monthRoutes } from "#features/reports/month-contract.ts";
import { journalHandlers, monthHandlers } from "#features/reports/server/month-routes.ts";
import { recordHandlers } from "#features/reports/server/records-routes.ts";
import { reportHandlers } from "#features/reports/server/routes.ts";
import { settlementMailHandlers } from "#features/reports/server/settlement-mail-routes.ts";
import { settlementMailJob } from "#features/reports/server/settlement-mail.ts";
import { settlementMailRoutes } from "#features/reports/settlement-mail-contract.ts";
import type { Config } from "#platform/server/config.ts";
import type { Database } from "#platform/server/db/database.ts";
import { type Binding, bindRoutes, bindStream } from "#platform/server/http/bind.ts";
import type { Job } from "#platform/server/jobs.ts";
import type { LocalHub } from "#platform/server/live/hub.ts";
import type { Mailer } from "#platform/server/mail/mail.ts";
import type { Pusher } from "#platform/server/push/push.ts";
import type { SecurityLog } from "#platform/server/security-log.ts";
import type { Work } from "#platform/server/work/task.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { keepers } from "./keepers.ts";
import { paymentJobs } from "./payment-jobs.ts";
import { twoPeople } from "./two-people.ts";

/** A room, as the server needs it. */
export interface Room {
  serves: readonly Binding[];
  jobs?: readonly Job[];
}

export interface RoomsDeps {
  http: FastifyInstance;
  config: Config;
  clock: Clock;
  hub: LocalHub;
  /** The same database with the limits of calls, of jobs and of reports; and the one whence long reads of the past come. */
  db: Database;
  dbOfJobs: Database;
  dbOfReports: Database;
  replica: Database;
  mailer: Mailer;
  pusher: Pusher;
  security: SecurityLog;
  gateway: Gateway;
  /** Undefined where another gateway takes the payments. */
  sandbox: Sandbox | undefined;
  /** Runs heavy work for jobs. */
  work: Work;
  /** What the operator should change. */
  advice: readonly string[];
  onFailure: (error: unknown, job?: string) => void;
  /** Aborted when the process is about to end. */
  ending: AbortSignal;
}

/** The routes that golfers call most. */
const hot = { remembers: true };

export function composeRooms(deps: RoomsDeps): Readonly<Record<string, Room>> {
  const { http, config, clock, hub, db, dbOfJobs, dbOfReports, replica } = deps;
  const { mailer, pusher, security, gateway, sandbox, work, advice, onFailure, ending } = deps;
  const { productName, publicUrl, operatorTimeZone } = config;
  const people = { db, clock, config, mailer, hub, security };
  const news = prizeNews({ clock, mailer, pusher });
  const claims = { db, clock, hub, timeZone: operatorTimeZone, news, productName, publicUrl };
  const claiming: ClaimShotDeps = {
    db,
    clock,
    claims: claimsPort(claims),
    // A friend's session is shown on the buyer's screen, too.
    announce: (tx, row, fresh) =>
      tx.afterCommit(() => {
        hub.announce(sessionTopic(row.id), fresh);
        if (row.mainSessionId) hub.announce(sessionTopic(row.mainSessionId));
        hub.announce(bayTopic(row.courseId));
      }),
  };
  const play: ShotDeps = { ...claiming, record: shotsTogether(db), claim: claimsTogether(claiming) };
  const { announce } = play;
  const payments = { db, clock, gateway, announce, claims: play.claims, mailer, productName, onFailure, ending };
  const proposals = twoPeople(people, (refundId) => askGateway(payments, refundId));
  const due = { ...payments, db: dbOfJobs };
  const receipts = { db, clock, mailer, productName, publicUrl };
  const issue = createIssuer({ ...receipts, db: dbOfJobs });
  const rollups = createRollups({ db: dbOfJobs, clock, timeZone: operatorTimeZone });
  // A closing reads a whole month, and waits.
  const settlements = { db: dbOfReports, replica, clock, zone: operatorTimeZone };
  const settlementMail = { db, clock, mailer, config };
  const figures = { db: dbOfReports, clock, timeZone: operatorTimeZone, rollups };
  const dashboard = createLiveDashboard({ ...figures, hub });
  const managing = { db, clock, config, play: courseUse };
  const paymentFacts = {
    provider: gateway.provider,
    ...(config.stripe && { publicKey: config.stripe.publishableKey }),
  };

  const others: Readonly<Record<string, Room>> = {
    courses: {
      serves: [
        bindRoutes(courseRoutes, courseHandlers({ db, config, payments: paymentFacts })),
        bindRoutes(requestRoutes, requestHandlers({ db, clock })),
        bindRoutes(manageCourseRoutes, manageCourseHandlers(managing)),
        bindRoutes(managePackageRoutes, managePackageHandlers(managing)),
        bindRoutes(manageSponsorRoutes, manageSponsorHandlers(managing)),
        bindRoutes(staffRoutes, staffHandlers({ ...proposals, hub })),
        bindRoutes(invitationRoutes, invitationHandlers({ ...proposals, hub })),
        () => bindLogos(http, { db }),
      ],
    },
    orders: { serves: [bindRoutes(orderRoutes, orderHandlers({ db, config }), hot)] },
    play: {
      serves: [
        bindRoutes(playRoutes, playHandlers(play), hot),
        bindStream(sessionStream, sessionStreamHandler(play)),
        bindRoutes(bayRoutes, bayHandlers(play)),
        bindStream(bayStream, bayStreamHandler(play)),
      ],
      jobs: [
        { name: "sweep", every: 1, run: () => sweep({ ...play, db: dbOfJobs }), due: () => anyRunOut(clock.now()) },
        { name: "old-addresses", every: 3600, run: () => dropOldAddresses(dbOfJobs, clock.now()) },
      ],
    },
    receipts: {
      serves: [bindRoutes(receiptRoutes, receiptHandlers({ ...receipts, issue }))],
      jobs: [{ name: "receipts", every: 1, run: issue, due: anyReceiptDue }],
    },
    payments: {
      serves: [
        bindRoutes(paymentRoutes, paymentHandlers({ ...payments, play, sandbox }), hot),
        bindRoutes(savedCardRoutes, savedCardHandlers(payments)),
        () => bindWebhook(http, payments),
        ...(sandbox ? [bindRoutes(sandboxRoutes, sandboxHandlers({ sandbox }))] : []),
        bindRoutes(otherwiseRoutes, otherwiseHandlers({ ...payments, ...proposals })),
        bindRoutes(reconciliationRoutes, reconciliationHandlers(payments)),
        bindRoutes(todaysRefundRoutes, todaysRefundHandlers({ db, clock, claims: play.claims })),
        bindRoutes(orderSearchRoutes, orderSearchHandlers({ db, clock, issue, claims: play.claims, operatorTimeZone })),
      ],
      jobs: paymentJobs(due, { sandbox, http, clock, ending }),
    },
    claims: {
      serves: [
        bindRoutes(claimRoutes, claimHandlers(claims)),
        bindRoutes(payoutRoutes, payoutHandlers({ ...claims, ...proposals })),
        bindRoutes(evidenceRoutes, evidenceHandlers(claims)),
        bindStream(bayClaimStream, bayClaimStreamHandler(claims)),
      ],
      jobs: [{ name: "old-photos", every: 3600, run: () => deleteOldPhotos(dbOfJobs, clock.now(), ending) }],
    },
    dashboard: {
      serves: [
        bindRoutes(dashboardRoutes, dashboardHandlers({ ...figures, advice, claims })),
        bindRoutes(playedRoutes, playedHandlers(figures)),
        bindStream(dashboardStream, dashboard.stream),
      ],
      jobs: [{ name: "dashboard", every: 1, run: () => dashboard.pulse(), due: () => dashboard.due() }],
    },
    reports: {
      serves: [
        bindRoutes(reportRoutes, reportHandlers({ db, replica, clock, rollups, config })),
        bindRoutes(recordRoutes, recordHandlers({ db: replica, timeZone: operatorTimeZone })),
        bindRoutes(monthRoutes, monthHandlers(settlements)),
        bindRoutes(journalRoutes, journalHandlers(settlements)),
        bindRoutes(settlementMailRoutes, settlementMailHandlers(settlementMail)),
      ],
      jobs: [settlementMailJob(settlementMail, dbOfJobs, work, ending)],
    },
    books: {
      serves: [
        bindRoutes(booksRoutes, booksHandlers(proposals)),
        bindRoutes(adjustmentRoutes, adjustmentHandlers(proposals)),
        bindRoutes(closingRoutes, closingHandlers(proposals)),
      ],
    },
  };

  const accounts = { ...people, keepers };
  return {
    accounts: {
      serves: [
        bindRoutes(accountRoutes, accountHandlers({ ...accounts, admitInvited: admitInvited({ ...proposals, hub }) })),
        bindRoutes(profileRoutes, profileHandlers(accounts)),
        bindRoutes(passkeyRoutes, passkeyHandlers(accounts)),
        bindRoutes(stepUpRoutes, stepUpHandlers(accounts)),
        bindRoutes(pushRoutes, pushHandlers({ db, clock, pusher })),
        bindRoutes(peopleRoutes, peopleHandlers({ ...accounts, ...proposals })),
        bindRoutes(noteRoutes, noteHandlers(people)),
        bindRoutes(proposalRoutes, proposalHandlers(proposals)),
      ],
      jobs: [{ name: "old-sign-ins", every: 3600, run: () => deleteOldSignIns(dbOfJobs, clock.now()) }],
    },
    ...others,
  };
}
