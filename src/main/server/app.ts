/** The server, composed: the one place that lists every feature. Building is apart from listening. */
import fastifyCompress from "@fastify/compress";
import fastifyCookie from "@fastify/cookie";
import Fastify, { type FastifyInstance, LogController, type RouteOptions } from "fastify";
import type { ClientConfig } from "pg";
import { accountRoutes } from "#features/accounts/contract.ts";
import { passkeyRoutes } from "#features/accounts/passkey-contract.ts";
import { pushRoutes } from "#features/accounts/push-contract.ts";
import { prizeNews } from "#features/accounts/server/news.ts";
import { passkeyHandlers } from "#features/accounts/server/passkeys.ts";
import { pushHandlers } from "#features/accounts/server/push-routes.ts";
import { accountHandlers } from "#features/accounts/server/routes.ts";
import { authenticate } from "#features/accounts/server/sign-in.ts";
import { requireProof, stepUpHandlers } from "#features/accounts/server/step-up.ts";
import { stepUpRoutes } from "#features/accounts/step-up-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { bayClaimStream, evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { bayClaimStreamHandler, evidenceHandlers } from "#features/claims/server/evidence-routes.ts";
import { payoutHandlers } from "#features/claims/server/payout-routes.ts";
import { claimsPerson } from "#features/claims/server/person.ts";
import { claimHandlers } from "#features/claims/server/routes.ts";
import { claimsPort } from "#features/claims/server/submit.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { courseHandlers } from "#features/courses/server/routes.ts";
import { dashboardRoutes, dashboardStream } from "#features/dashboard/contract.ts";
import { createLiveDashboard } from "#features/dashboard/server/live.ts";
import { createRollups } from "#features/dashboard/server/rollups.ts";
import { dashboardHandlers } from "#features/dashboard/server/routes.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { ordersPerson } from "#features/orders/server/person.ts";
import { orderHandlers } from "#features/orders/server/routes.ts";
import { paymentRoutes, sandboxRoutes } from "#features/payments/contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { type Gateway, withDeadline } from "#features/payments/server/gateway.ts";
import { orderSearchHandlers } from "#features/payments/server/order-routes.ts";
import { paymentHandlers, sandboxHandlers } from "#features/payments/server/routes.ts";
import { bindWebhook } from "#features/payments/server/webhook.ts";
import { bayRoutes, bayStream } from "#features/play/bay-contract.ts";
import { playRoutes, sessionStream } from "#features/play/contract.ts";
import { bayHandlers, bayStreamHandler } from "#features/play/server/bay-routes.ts";
import { bayTopic } from "#features/play/server/bays.ts";
import { sessionTopic } from "#features/play/server/load.ts";
import { playPerson } from "#features/play/server/person.ts";
import { playHandlers, sessionStreamHandler } from "#features/play/server/routes.ts";
import type { ShotDeps } from "#features/play/server/shots.ts";
import { receiptRoutes } from "#features/receipts/contract.ts";
import { createIssuer } from "#features/receipts/server/issue.ts";
import { receiptsPerson } from "#features/receipts/server/person.ts";
import { receiptHandlers } from "#features/receipts/server/routes.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import { reportHandlers } from "#features/reports/server/routes.ts";
import type { MovableClock } from "#platform/server/clock.ts";
import type { Config } from "#platform/server/config.ts";
import type { Database } from "#platform/server/db/database.ts";
import { isDatabaseAway, isPassing } from "#platform/server/db/errors.ts";
import { trustOf } from "#platform/server/http/addresses.ts";
import {
  type BindDeps,
  bindRoutes,
  bindStream,
  callerOf,
  contractsOf,
  serializerCompiler,
  validatorCompiler,
} from "#platform/server/http/bind.ts";
import { closeGently, createDrain } from "#platform/server/http/drain.ts";
import { sendError } from "#platform/server/http/errors.ts";
import { answersWith, refuseBytes, requestIdOf } from "#platform/server/http/every-answer.ts";
import { securityHeaders } from "#platform/server/http/headers.ts";
import { parseJson } from "#platform/server/http/json.ts";
import { openApi } from "#platform/server/http/openapi.ts";
import { isForeign } from "#platform/server/http/origin.ts";
import { refuseUnreadable } from "#platform/server/http/readable.ts";
import { limitTimes, serverLimits, type TimeLimits, timeLimits } from "#platform/server/http/time-limits.ts";
import { startJobs } from "#platform/server/jobs.ts";
import { crossProcesses } from "#platform/server/live/crossing.ts";
import { createHub } from "#platform/server/live/hub.ts";
import { createStreamSlots } from "#platform/server/live/stream-slots.ts";
import { loggedError } from "#platform/server/log.ts";
import { createMailer } from "#platform/server/mail/mail.ts";
import { toReachable } from "#platform/server/mail/person.ts";
import { createPusher } from "#platform/server/push/push.ts";
import { createSecurityLog, logRefusals } from "#platform/server/security-log.ts";
import { createWorkers } from "#platform/server/work/workers.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { chooseGateway } from "./choose-gateway.ts";
import { bindDevPages } from "./dev-pages.ts";
import { jobsOf } from "./jobs.ts";
import { bindManaging } from "./managing.ts";
import { bindManifest } from "./manifest.ts";
import { bindOperations } from "./operations.ts";
import { bindPages } from "./pages.ts";
import { twoPeople } from "./two-people.ts";

export interface AppDeps {
  config: Config;
  db: Database;
  /** The same database with the jobs' longer limits, and with the reports'. `db` itself without them. */
  dbOfJobs?: Database;
  dbOfReports?: Database;
  /** A copy that follows `db`: exports and settlements, which read the whole past, are read from it, else from `dbOfReports`. */
  replica?: Database;
  /** The same database past any pooler, by which processes tell each other what changed. None is told without it. */
  direct?: ClientConfig;
  /** What the operator should change, for the dashboard. */
  advice?: readonly string[];
  /** The demo's clock can be moved; production's cannot. */
  clock: Clock & Partial<MovableClock>;
  /** In place of the configured gateway, for tests of its faults. */
  gateway?: (configured: Gateway) => Gateway;
  /** In place of the usual ones, for tests that cannot wait so long. */
  limits?: TimeLimits;
  /** `silent` for tests that cause faults on purpose. */
  logLevel?: "silent" | "warn" | "info";
}

export type App = Awaited<ReturnType<typeof buildApp>>;

/** Builds the whole server on a migrated database. Call `http.listen` to serve, `close` to end. */
export async function buildApp({
  config,
  db,
  dbOfJobs = db,
  dbOfReports = db,
  replica = dbOfReports,
  direct,
  advice = [],
  clock,
  gateway: replaceGateway,
  limits = timeLimits,
  logLevel,
}: AppDeps) {
  const everywhere = securityHeaders(config);
  const hub = createHub();
  const drain = createDrain();
  const { ending } = drain;
  const own = serverLimits(limits);
  const http: FastifyInstance = Fastify({
    ...own,
    http: { ...own.http, ServerResponse: answersWith(everywhere, drain) },
    genReqId: requestIdOf,
    clientErrorHandler: refuseBytes(everywhere),
    bodyLimit: 64 * 1024,
    trustProxy: config.trustedProxies === undefined ? false : trustOf(config.trustedProxies),
    logger: {
      level: logLevel ?? (config.production ? "info" : "warn"),
      redact: ["req.headers"],
      serializers: { err: loggedError },
    },
    // A line a request costs a third of the throughput; faults are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: "idle",
    // Whoever was let in is answered, also while we close.
    return503OnClosing: false,
    // What fails before a route is found, such as an address that cannot be decoded.
    frameworkErrors: sendError,
  });
  const crossing = direct && crossProcesses(hub, direct, (message) => http.log.warn(message));
  const onFailure = (error: unknown) => {
    if (isDatabaseAway(error)) http.log.warn("background work waits: the database is away");
    else if (isPassing(error)) http.log.warn("background work waits: the database is busy");
    else http.log.error({ err: error }, "background work failed");
  };
  const mailer = toReachable(
    createMailer({ db: dbOfJobs, clock, smtpUrl: config.smtpUrl, productName: config.productName, onFailure, ending }),
  );
  const { sandbox, configured } = await chooseGateway({ config, db, clock });
  const gateway = withDeadline(replaceGateway?.(configured) ?? configured);
  const { production, productName, publicUrl, tax, operatorTimeZone } = config;
  const pusher = createPusher({ db: dbOfJobs, clock, production, contact: `mailto:${config.contactEmail}`, onFailure });
  const sendNews = prizeNews({ clock, mailer, pusher });
  const claimDeps = { db, clock, hub, timeZone: operatorTimeZone, sendNews, productName, publicUrl };
  const play: ShotDeps = {
    db,
    clock,
    claims: claimsPort(claimDeps),
    // A friend's row is shown on the main row's screen, too.
    announce: (tx, row) =>
      tx.afterCommit(() => {
        for (const id of [row.id, row.mainSessionId]) if (id) hub.announce(sessionTopic(id));
        hub.announce(bayTopic(row.courseId));
      }),
  };
  const { announce, claims } = play;
  const payments = { db, clock, gateway, announce, claims, mailer, productName: config.productName, onFailure, ending };
  const security = createSecurityLog(http.log);
  const keepers = [playPerson, ordersPerson, claimsPerson, receiptsPerson];
  const accounts = { db, clock, config, mailer, hub, keepers, security };
  const proposals = twoPeople(accounts);
  const receipts = { db, clock, mailer, productName, publicUrl, tax };
  const issue = createIssuer({ ...receipts, db: dbOfJobs });
  const rollups = createRollups({ db: dbOfJobs, clock, timeZone: operatorTimeZone });
  const figures = { db: dbOfReports, clock, timeZone: operatorTimeZone, rollups };
  const dashboard = createLiveDashboard({ ...figures, hub });
  const streams = createStreamSlots({ db, clock });
  const workers = createWorkers(new URL("worker.ts", import.meta.url), (err) =>
    http.log.error({ err }, "a worker ended"),
  );
  const jobs = startJobs(
    jobsOf({ http, clock, config, db: dbOfJobs, play, payments, sandbox, mailer, pusher, issue, dashboard, streams }),
    onFailure,
    { db: dbOfJobs, clock },
    ending,
  );

  http.setErrorHandler(sendError);
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  const routes: RouteOptions[] = [];
  http.addHook("onRoute", (route) => void routes.push(route));
  limitTimes(http, limits);
  parseJson(http);
  await http.register(fastifyCookie);
  await http.register(fastifyCompress, { threshold: 1024 });
  http.addHook("onRequest", async (request) => {
    refuseUnreadable(request);
    if (isForeign(request.method, request.headers, config.publicUrl)) throw refuseRequest("request.foreign_origin");
  });

  logRefusals(http, security, (request) => callerOf(request)?.id);

  const shared = { config, db, clock, hub, ending, streams, workers };
  const proof = requireProof({ clock, config });
  const bind: BindDeps = {
    ...shared,
    authenticate: authenticate.bind(undefined, { db, clock, config }),
    requireProof: proof,
  };
  bindRoutes(http, bind, accountRoutes, accountHandlers(accounts));
  bindRoutes(http, bind, passkeyRoutes, passkeyHandlers(accounts));
  bindRoutes(http, bind, stepUpRoutes, stepUpHandlers(accounts));
  bindRoutes(http, bind, pushRoutes, pushHandlers({ db, clock, pusher }));
  const paymentFacts = {
    provider: gateway.provider,
    ...(config.stripe && { publicKey: config.stripe.publishableKey }),
  };
  bindRoutes(http, bind, courseRoutes, courseHandlers({ db, clock, config, payments: paymentFacts }));
  bindRoutes(http, bind, orderRoutes, orderHandlers({ db }));
  bindRoutes(http, bind, playRoutes, playHandlers(play));
  bindStream(http, bind, sessionStream, sessionStreamHandler(play));
  bindRoutes(http, bind, bayRoutes, bayHandlers(play));
  bindStream(http, bind, bayStream, bayStreamHandler(play));
  bindRoutes(http, bind, paymentRoutes, paymentHandlers({ ...payments, play, sandbox }));
  await bindWebhook(http, payments);
  if (sandbox) bindRoutes(http, bind, sandboxRoutes, sandboxHandlers({ sandbox }));
  bindRoutes(http, bind, receiptRoutes, receiptHandlers({ ...receipts, issue }));
  const search = { db, issue, claims: play.claims, operatorTimeZone };
  bindRoutes(http, bind, orderSearchRoutes, orderSearchHandlers(search));
  bindRoutes(http, bind, claimRoutes, claimHandlers(claimDeps));
  bindRoutes(http, bind, payoutRoutes, payoutHandlers({ ...claimDeps, ...proposals }));
  bindRoutes(http, bind, evidenceRoutes, evidenceHandlers(claimDeps));
  bindStream(http, bind, bayClaimStream, bayClaimStreamHandler(claimDeps));
  bindRoutes(http, bind, dashboardRoutes, dashboardHandlers({ ...figures, advice }));
  bindStream(http, bind, dashboardStream, dashboard.stream);
  bindRoutes(http, bind, reportRoutes, reportHandlers({ db, replica, clock, rollups, config }));
  bindManaging(http, bind, replica, { ...accounts, ...proposals });

  const describe = () => openApi(config.productName, contractsOf(routes));
  bindOperations(http, { db, clock, config, describe, security, drain });
  if (!config.production) bindDevPages(http, { db, clock, config, jobs, sandbox, hub });
  bindManifest(http, productName);
  await bindPages(http, config);

  return {
    http,
    jobs,
    mailer,
    /** All that is bound, with the contract's schemas: nothing can be called that is not here. */
    routes,
    drain,
    close: async () => {
      // No run begins any more; one under way and the calls finish beside each other.
      await Promise.all([jobs.stop(), closeGently(http, drain)]);
      await Promise.all([workers.close(), streams.end(), crossing?.close()]);
    },
  };
}
