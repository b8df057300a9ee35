/** The server, composed: the one place that lists every feature. Building is apart from listening. */
import fastifyCompress from "@fastify/compress";
import fastifyCookie from "@fastify/cookie";
import fastifyRateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import { accountRoutes } from "#features/accounts/contract.ts";
import { accountHandlers } from "#features/accounts/server/routes.ts";
import { deleteOldSignIns } from "#features/accounts/server/store.ts";
import { authenticate } from "#features/accounts/server/sign-in.ts";
import { bookingRoutes } from "#features/booking/contract.ts";
import { bookingHandlers } from "#features/booking/server/routes.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { claimHandlers } from "#features/claims/server/routes.ts";
import { claimsPort } from "#features/claims/server/submit.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { courseHandlers } from "#features/courses/server/routes.ts";
import { paymentRoutes, sandboxRoutes } from "#features/payments/contract.ts";
import { type Gateway, withDeadline } from "#features/payments/server/gateway.ts";
import { reconcile, refundForgotten } from "#features/payments/server/reconcile.ts";
import { paymentHandlers, sandboxHandlers } from "#features/payments/server/routes.ts";
import { createSandbox } from "#features/payments/server/sandbox.ts";
import { playRoutes, sessionStream } from "#features/play/contract.ts";
import { sessionTopic } from "#features/play/server/load.ts";
import { playHandlers, sessionStreamHandler } from "#features/play/server/routes.ts";
import type { ShotDeps } from "#features/play/server/shots.ts";
import { sweep } from "#features/play/server/sweep.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import type { Config } from "#platform/server/config.ts";
import type { Database } from "#platform/server/db/database.ts";
import {
  type BindDeps,
  bindRoutes,
  bindStream,
  serializerCompiler,
  validatorCompiler,
} from "#platform/server/http/bind.ts";
import { sendError } from "#platform/server/http/errors.ts";
import { openApi } from "#platform/server/http/openapi.ts";
import { isForeign } from "#platform/server/http/origin.ts";
import { parseJson } from "#platform/server/http/json.ts";
import { securityHeaders } from "#platform/server/http/headers.ts";
import { startJobs } from "#platform/server/jobs.ts";
import { createHub } from "#platform/server/live/hub.ts";
import { createMailer } from "#platform/server/mail/mail.ts";
import { bindDevPages } from "./dev-pages.ts";
import { bindOperations } from "./operations.ts";
import { bindPages } from "./pages.ts";

const BODY_LIMIT = 64 * 1024;

export interface AppDeps {
  config: Config;
  db: Database;
  /** The demo's clock can be moved; production's cannot. */
  clock: Clock & { advance?: (seconds: number) => Promise<void> };
  /** In place of the sandbox, for tests of the gateway's faults. */
  gateway?: (sandbox: Gateway) => Gateway;
  /** `silent` for tests that cause faults on purpose. */
  logLevel?: "silent" | "warn" | "info";
}

export type App = Awaited<ReturnType<typeof buildApp>>;

/** Builds the whole server on a migrated database. Call `http.listen` to serve, `close` to end. */
export async function buildApp({ config, db, clock, gateway: replaceGateway, logLevel }: AppDeps) {
  const http: FastifyInstance = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: config.production,
    logger: { level: logLevel ?? (config.production ? "info" : "warn"), redact: ["req.headers"] },
    // A line a request costs a third of the throughput; faults are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    // What fails before a route is found, such as an address that cannot be decoded.
    frameworkErrors: sendError,
  });
  const onFailure = (error: unknown) => http.log.error({ err: error }, "background work failed");
  const hub = createHub();
  const mailer = createMailer({ db, clock, smtpUrl: config.smtpUrl, productName: config.productName, onFailure });
  const sandbox = createSandbox({ db, clock });
  const gateway = withDeadline(replaceGateway?.(sandbox) ?? sandbox);
  const claimDeps = { db, clock, hub };
  const play: ShotDeps = {
    db,
    clock,
    claims: claimsPort(claimDeps),
    // A friend's row is shown on the main row's screen, too.
    announce: (tx, row) =>
      tx.afterCommit(() => [row.id, row.mainSessionId].forEach((id) => id && hub.announce(sessionTopic(id)))),
  };
  const payments = { db, clock, gateway, announce: play.announce, mailer, productName: config.productName, onFailure };
  const accounts = { db, clock, config, mailer };
  const jobs = startJobs(
    [
      { name: "sweep", every: 1, run: () => sweep(play) },
      { name: "mail", every: 5, run: () => mailer.deliver() },
      { name: "reconcile", every: 10, run: () => reconcile(payments) },
      { name: "old-sign-ins", every: 3600, run: () => deleteOldSignIns(db, clock.now()) },
      { name: "refund-forgotten", every: 60, run: () => refundForgotten(payments) },
    ],
    onFailure,
  );

  http.setErrorHandler(sendError);
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  parseJson(http);
  await http.register(fastifyCookie);
  await http.register(fastifyCompress, { threshold: 1024 });
  await http.register(fastifyRateLimit, { global: false });
  http.addHook("onRequest", async (request, reply) => {
    securityHeaders(reply, config);
    if (isForeign(request.method, request.headers, config.publicUrl)) throw refuseRequest("request.foreign_origin");
  });

  const bind: BindDeps = { config, db, clock, hub, authenticate: (connection) => authenticate(accounts, connection) };
  bindRoutes(http, bind, accountRoutes, accountHandlers(accounts));
  bindRoutes(http, bind, courseRoutes, courseHandlers({ db, clock, config, payments: { provider: gateway.provider } }));
  bindRoutes(http, bind, bookingRoutes, bookingHandlers({ db }));
  bindRoutes(http, bind, playRoutes, playHandlers(play));
  bindStream(http, bind, sessionStream, sessionStreamHandler(play));
  bindRoutes(http, bind, paymentRoutes, paymentHandlers({ ...payments, play, sandbox }));
  bindRoutes(http, bind, sandboxRoutes, sandboxHandlers({ sandbox }));
  bindRoutes(http, bind, claimRoutes, claimHandlers(claimDeps));

  const tables = [accountRoutes, courseRoutes, bookingRoutes, playRoutes, paymentRoutes, sandboxRoutes, claimRoutes];
  const document = openApi(
    config.productName,
    tables.flatMap((routes) => Object.values(routes)),
    [sessionStream],
  );
  bindOperations(http, { db, config, document });
  if (!config.production) bindDevPages(http, { db, clock, jobs });
  await bindPages(http, config.productName);

  return {
    http,
    jobs,
    mailer,
    close: async () => {
      await http.close();
      await jobs.stop();
    },
  };
}
