/** The server, composed around its rooms. Building is apart from listening. */
import { extname } from "node:path";
import fastifyCompress from "@fastify/compress";
import fastifyCookie from "@fastify/cookie";
import Fastify, { type FastifyInstance, LogController, type RouteOptions } from "fastify";
import type { ClientConfig } from "pg";
import { rememberCallers } from "#features/accounts/server/remembered.ts";
import { callersTogether } from "#features/accounts/server/caller-store.ts";
import { authenticate, signInsOf } from "#features/accounts/server/sign-in.ts";
import { requireProof } from "#features/accounts/server/step-up.ts";
import { playRoutes } from "#features/play/contract.ts";
import { type Gateway, withDeadline } from "#features/payments/server/gateway.ts";
import type { MovableClock } from "#platform/server/clock.ts";
import type { Config } from "#platform/server/config.ts";
import type { Database } from "#platform/server/db/database.ts";
import { isDatabaseAway, isPassing } from "#platform/server/db/errors.ts";
import { trustOf } from "#platform/server/http/addresses.ts";
import { callerOf } from "#platform/server/http/admission.ts";
import { type BindDeps, contractsOf } from "#platform/server/http/bind.ts";
import { closeGently, createDrain } from "#platform/server/http/drain.ts";
import { sendError } from "#platform/server/http/errors.ts";
import { answersWith, headsWith, refuseBytes, requestIdOf } from "#platform/server/http/every-answer.ts";
import { securityHeaders } from "#platform/server/http/headers.ts";
import { parseJson } from "#platform/server/http/json.ts";
import { answerKeptFirst } from "#platform/server/http/kept-first.ts";
import { callsTogether } from "#platform/server/http/limits.ts";
import { openApi } from "#platform/server/http/openapi.ts";
import { isForeign } from "#platform/server/http/origin.ts";
import { refuseUnreadable } from "#platform/server/http/readable.ts";
import { serializerCompiler, validatorCompiler } from "#platform/server/http/schemas.ts";
import { limitTimes, serverLimits, type TimeLimits, timeLimits } from "#platform/server/http/time-limits.ts";
import { createJobs } from "#platform/server/jobs.ts";
import { crossProcesses } from "#platform/server/live/crossing.ts";
import { createBeats } from "#platform/server/live/beats.ts";
import { createHub } from "#platform/server/live/hub.ts";
import { createStreamSlots } from "#platform/server/live/stream-slots.ts";
import { loggedError } from "#platform/server/log.ts";
import { type LogOut, standardLog } from "#platform/server/log-out.ts";
import { createMailer } from "#platform/server/mail/mail.ts";
import { toReachable } from "#platform/server/mail/person.ts";
import { createPusher } from "#platform/server/push/push.ts";
import { logCalls, logDeeds, logUnavailable } from "#platform/server/request-log.ts";
import { createScanLog, scanFirst } from "#platform/server/scanner.ts";
import { createSecurityLog, logRefusals } from "#platform/server/security-log.ts";
import { traceCalls } from "#platform/server/tracing/calls.ts";
import { isTracing, tracedParts } from "#platform/server/tracing/spans.ts";
import type { Work } from "#platform/server/work/task.ts";
import { createWorkers } from "#platform/server/work/workers.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { chooseGateway } from "./choose-gateway.ts";
import { tellBuild } from "./build-name.ts";
import { bindDevPages } from "./dev-pages.ts";
import { jobsOf } from "./jobs.ts";
import { bindManifest } from "./manifest.ts";
import { createMetrics, FIGURES_KEPT_MS } from "./metrics.ts";
import { bindOperations } from "./operations.ts";
import { bindPages } from "./pages.ts";
import { composeRooms } from "./rooms.ts";

export interface AppDeps {
  config: Config;
  db: Database;
  /** The same database with the jobs' longer limits, and with the reports'. `db` itself without them. */
  dbOfJobs?: Database;
  dbOfReports?: Database;
  /** A copy that follows `db`: exports and settlements, which read the whole past, are read from it, else from `dbOfReports`. */
  replica?: Database;
  /** The same database past any pooler, for hints between processes. Without it this process sends and gets none. */
  direct?: ClientConfig;
  /** What the operator should change, for the dashboard. */
  advice?: readonly string[];
  /** The demo's clock can be moved; production's cannot. */
  clock: Clock & Partial<MovableClock>;
  /** In place of the configured gateway, for tests of its faults. */
  gateway?: (configured: Gateway) => Gateway;
  /** In place of the usual ones, for tests that cannot wait so long. */
  limits?: TimeLimits;
  /** How long the metrics keep what they read from the database, in milliseconds. */
  figuresKeptMs?: number;
  /** `silent` for tests that cause faults on purpose. */
  logLevel?: "silent" | "warn" | "info";
  /** Takes the log's lines, each call's too, in place of the standard output. */
  logTo?: Pick<LogOut, "write"> & Partial<LogOut>;
}

export type App = Awaited<ReturnType<typeof buildApp>>;

/** Routes with hundreds of calls in a second: only a sample is logged. */
const shots = new Set([playRoutes.recordShot, playRoutes.recordGroupShot]);

/** Node's server, with https where there is a certificate. To Fastify's types the two are different, to our code one. */
function servedBy<Of extends object>({ tls }: Config, ofNode: Of): { http: Of } {
  return tls ? ({ https: { ...ofNode, ...tls, minVersion: "TLSv1.2" } } as object as { http: Of }) : { http: ofNode };
}

/** The worker's program is beside ours: a source, or in the bundle a built file. */
const WORKER = new URL(`worker${extname(import.meta.url)}`, import.meta.url);

/** Builds the whole server on a migrated database and starts its jobs. Call `http.listen` to serve, `close` to end. */
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
  figuresKeptMs = FIGURES_KEPT_MS,
  logLevel,
  logTo,
}: AppDeps) {
  const everywhere = securityHeaders(config);
  const headOf = headsWith(everywhere);
  const out = logTo ?? standardLog();
  const hub = createHub();
  const drain = createDrain();
  const { ending } = drain;
  const own = serverLimits(limits);
  const ofNode = { ...own.http, ServerResponse: answersWith(headOf, drain) };
  const http: FastifyInstance = Fastify({
    ...own,
    ...servedBy(config, ofNode),
    genReqId: requestIdOf,
    clientErrorHandler: refuseBytes(everywhere),
    bodyLimit: 64 * 1024,
    trustProxy: config.trustedProxies === undefined ? false : trustOf(config.trustedProxies),
    logger: {
      level: logLevel ?? (config.production ? "info" : "warn"),
      redact: ["req.headers"],
      serializers: { err: loggedError },
      stream: out,
    },
    // Fastify's own lines have addresses with ids and come in pairs: ours are in `request-log.ts`.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: "idle",
    // A call that was accepted is answered, also while the process closes.
    return503OnClosing: false,
    // Errors before a route is found, such as an address that cannot be decoded.
    frameworkErrors: sendError,
  });
  http.server.maxConnections = config.maxConnections;
  const crossing = direct && crossProcesses(hub, direct, (message) => http.log.warn(message));
  const databases = new Set([db, dbOfJobs, dbOfReports]);
  const touched = [...databases].map((one) => one.onTouch((topic) => hub.announce(topic)));
  touched.push(logDeeds(databases, http.log));
  const onFailure = (error: unknown, job?: string) => {
    if (job !== undefined) metrics.failed(job);
    if (isDatabaseAway(error)) http.log.warn({ job }, "background work waits: the database is away");
    else if (isPassing(error)) http.log.warn({ job }, "background work waits: the database is busy");
    else http.log.error({ err: error, job }, "background work failed");
  };
  const mailer = toReachable(
    createMailer({ db: dbOfJobs, clock, smtpUrl: config.smtpUrl, productName: config.productName, onFailure, ending }),
  );
  const { sandbox, configured } = await chooseGateway({ config, db, clock });
  const gateway = withDeadline(tracedParts("gateway", replaceGateway?.(configured) ?? configured));
  const { production, productName } = config;
  const pusher = createPusher({ db: dbOfJobs, clock, production, contact: `mailto:${config.contactEmail}`, onFailure });
  const security = createSecurityLog(http.log);
  const streams = createStreamSlots({ db, clock });
  const scans = createScanLog(http.log);
  const started = createWorkers(WORKER, (err) => http.log.error({ err }, "a worker ended"));
  const workers = scanFirst(started, config.scanner, scans);
  const work: Work = (task, ...given) => workers.run(task, given, ending);
  const outward = { mailer, pusher, security, gateway, sandbox, work, advice, onFailure, ending };
  const rooms = Object.values(
    composeRooms({ http, config, clock, hub, db, dbOfJobs, dbOfReports, replica, ...outward }),
  );
  const house = jobsOf({ clock, config, db: dbOfJobs, mailer, pusher, streams, ending });
  const allJobs = [...house, ...rooms.flatMap((room) => room.jobs ?? [])];
  const pools = { calls: db, jobs: dbOfJobs, reports: dbOfReports, replica };
  traceCalls(http, config);
  // Before any route, so that all are measured.
  const watched = { pools, security, scans, drain, linesLost: () => out.lost?.() ?? 0 };
  const metrics = createMetrics({ http, clock, folder: config.dataDir, ...watched, keptMs: figuresKeptMs });
  metrics.name(allJobs);
  const jobs = createJobs(allJobs, onFailure, { db: dbOfJobs, clock }, ending, metrics.watch);

  http.setErrorHandler(sendError);
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  const routes: RouteOptions[] = [];
  http.addHook("onRoute", (route) => void routes.push(route));
  limitTimes(http, limits);
  const build = tellBuild(http);
  parseJson(http);
  await http.register(fastifyCookie);
  await http.register(fastifyCompress, { threshold: 1024 });
  http.addHook("onRequest", async (request) => {
    refuseUnreadable(request);
    if (isForeign(request.method, request.headers, config.publicUrl)) throw refuseRequest("request.foreign_origin");
  });

  logRefusals(http, security, (request) => callerOf(request)?.id);
  const logged = config.production || logTo;
  const logKept = logged ? logCalls(http, (request) => callerOf(request)?.role, shots) : undefined;
  if (!logged) logUnavailable(http);
  // A trace begins in Fastify.
  const keptFirst = isTracing()
    ? undefined
    : answerKeptFirst(
        http.server,
        (request, itsOwn) => headOf(request, { ...build, ...itsOwn }),
        drain,
        (call) => {
          metrics.noteKept(call);
          logKept?.(call);
        },
      );

  const remembered = rememberCallers(hub, () => crossing?.isCurrent() === true);
  const shared = { config, db, clock, hub, beats: createBeats(), ending, streams, workers, keptFirst };
  const proof = requireProof({ clock, config });
  const bind: BindDeps = {
    ...shared,
    listeningEpoch: () => crossing?.listeningEpoch(),
    authenticate: authenticate.bind(undefined, { db, clock, config, remembered, findCaller: callersTogether(db) }),
    signIns: signInsOf({ db, clock }),
    requireProof: proof,
    countCall: callsTogether(db),
  };
  for (const { serves } of rooms) for (const serve of serves) await serve(http, bind);

  const describe = () => openApi(config.productName, contractsOf(routes));
  bindOperations(http, { db, config, describe, metrics, drain });
  if (!config.production) bindDevPages(http, { db, clock, config, jobs, sandbox, hub });
  bindManifest(http, productName);
  await bindPages(http, config);

  // Last, so that nothing runs in an app that is not built, however long that takes.
  jobs.start();
  return {
    http,
    jobs,
    mailer,
    /** The list of all bound routes with their contracts: nothing else can be called. */
    routes,
    drain,
    close: async () => {
      // No run of a job begins any more; runs and calls under way finish side by side.
      await Promise.all([jobs.stop(), closeGently(http, drain)]);
      await Promise.all([workers.close(), streams.end(), crossing?.close()]);
      for (const stop of touched) stop();
      metrics.close();
    },
  };
}
