/** The web app's files, and its page for every address that is no file and no API call. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { requestRoutes } from "#features/courses/request-contract.ts";
import { type Address, findAddress } from "#platform/shared/addresses/address.ts";
import { addresses } from "#platform/shared/addresses/all.ts";
import { homes, playerAddresses } from "#platform/shared/addresses/players.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { languages } from "#platform/shared/language.ts";
import { UNATTENDED } from "#platform/shared/route.ts";
import type { Config } from "#platform/server/config.ts";
import { installation } from "#platform/server/installation.ts";
import { keptText, sendInParts } from "#platform/server/http/kept-text.ts";
import { languageOf } from "#platform/server/http/language.ts";
import { anyPage, pageOf, splitAtOutline } from "#main/web-build.ts";
import { contentPolicy, styleHashes } from "#platform/server/http/headers.ts";
import { createDrawing } from "./drawing.ts";
import { htmlText } from "./html.ts";
import { sameConnection } from "./own-calls.ts";
import { answersFor, type First, firstAnswers, scriptOf, searchOf } from "./page-answers.ts";
import { fillPage, type PageReader } from "./page-head.ts";

const ROOT = fileURLToPath(new URL("dist/web/", installation));

/** A drawn screen that takes longer is left out, and the first words do not wait for it. */
const DRAWN_WITHIN_MS = 300;

/** The facts besides its address on which a page depends. */
const pagesVary = ["accept-language", "cookie"];

/** The page that the build made of an address, if it is for this caller; else the one for every screen. */
function fileFor(path: string, { visitor, language }: PageReader): string {
  const name = findAddress(addresses, path)?.name;
  const page = name && (addresses[name] as Address).page; // Only some rows have one.
  const isTheirs = page === "everyone" || page === "outline" || page === (visitor ? "visitors" : "signedIn");
  return name && isTheirs ? pageOf(name, language) : anyPage(language);
}

export async function bindPages(http: FastifyInstance, config: Config): Promise<void> {
  const built = existsSync(ROOT);
  const filled = (file: string, path: string | undefined, reader: PageReader, caching: string) => {
    const { body, headers } = htmlText(config, fillPage(readFileSync(ROOT + file, "utf8"), config, path, reader));
    return { body, headers: { ...headers, "cache-control": caching } };
  };
  // One page for each address and language, for visitors and for others: all callers of a kind get the same bytes.
  const kept = new Map<string, RouteHandlerMethod>();
  // The pages that carry their caller's answers, before the answers are put in.
  const carrying: Record<string, ReturnType<typeof filled>> = {};
  const draw = createDrawing(ROOT, config);
  /** A page that ends with its caller's own answers, and shows the screen drawn from them. No cache keeps it. */
  const sendCarrying = (
    request: FastifyRequest,
    reply: FastifyReply,
    { body, headers }: ReturnType<typeof filled>,
    { path, reader, calls }: { path: string; reader: PageReader; calls: First },
  ) => {
    const answers = answersFor(http, request, calls);
    const vary = ["accept-encoding", ...pagesVary].join(", ");
    const end = body.lastIndexOf("</body>");
    const ending = answers.then((found) => (found ? scriptOf(found) : "") + body.slice(end));
    const outlined = splitAtOutline(body.slice(0, end));
    if (!outlined) return sendInParts(request, reply, [body.slice(0, end), ending], { ...headers, vary });
    const nonce = randomBytes(16).toString("base64");
    const shown = answers.then(
      (found) => found && draw({ path, search: searchOf(request, found), answers: found, nonce, ...reader }),
    );
    const policy = contentPolicy(config, { styles: [...styleHashes(body), `'nonce-${nonce}'`] });
    return sendInParts(
      request,
      reply,
      [
        outlined.before,
        Promise.race([shown, sleep(DRAWN_WITHIN_MS)]).then((html) => html ?? outlined.outline),
        outlined.after,
        ending,
      ],
      { ...headers, "content-security-policy": policy, vary },
    );
  };
  const sendPage = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const visitor = !/(?:^|[\s;])(?:__Host-)?acebay_session=/.test(request.headers.cookie ?? "");
    const reader = { visitor, language: languageOf(request.headers) };
    const name = findAddress(addresses, path)?.name;
    const key = `${name} ${visitor} ${reader.language}`;
    const make = () => filled(fileFor(path, reader), path, reader, "private, no-cache");
    const calls = visitor || request.method === "HEAD" ? undefined : firstAnswers(name);
    if (calls) return sendCarrying(request, reply, (carrying[key] ??= make()), { path, reader, calls });
    // The same address has another page for callers with a session.
    const page = kept.get(key) ?? keptText(make, pagesVary);
    kept.set(key, page);
    return page.call(http, request, reply);
  };
  if (built) {
    await http.register(fastifyStatic, {
      root: ROOT,
      index: false,
      // Each file of the build has a route of its own: what is no file of it is not looked for on the disk. Names that
      // begin with a dot (the build's own notes) have none.
      wildcard: false,
      // Pages go out filled in, at their own addresses; compressed files at those of the plain ones.
      globIgnore: ["pages/**", "index.html", "**/*.{br,gz}"],
      preCompressed: true,
      // Built files carry their content's hash in their names.
      setHeaders: (reply, path) =>
        void reply.header(
          "cache-control",
          path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
        ),
    });
    http.get(playerAddresses.home.path, async (request, reply) => {
      const home = await homeOf(http, request);
      return home === undefined ? sendPage(request, reply, playerAddresses.home.path) : reply.redirect(home);
    });
    // For a service worker, which keeps the page for every screen. It depends on the caller's language only.
    const any = new Map(
      languages.map((language) => [
        language,
        keptText(() => filled(anyPage(language), undefined, { visitor: false, language }, "no-cache"), pagesVary),
      ]),
    );
    http.get("/index.html", (request, reply) => any.get(languageOf(request.headers))?.call(http, request, reply));
  }
  await bindPlainForm(http);
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    const wantsPage =
      built &&
      (request.method === "GET" || request.method === "HEAD") &&
      !path.startsWith("/api/") &&
      !path.startsWith("/dev/") &&
      !path.startsWith("/assets/");
    if (!wantsPage) {
      const refusal = refuseRequest("request.not_found");
      return reply.code(refusal.status).send(refusal.body(request.id));
    }
    // At every address that is not in the table the same app shows its 404 screen.
    return sendPage(request, reply.code(findAddress(addresses, path) ? 200 : 404), path);
  });
}

/** The home of a signed-in caller; undefined for visitors. */
async function homeOf(http: FastifyInstance, request: FastifyRequest): Promise<string | undefined> {
  if (!request.headers.cookie?.includes("acebay_session=")) return undefined;
  const { remoteAddress, headers } = sameConnection(request, ["cookie", "host"]);
  const asked = await http.inject({
    method: "GET",
    url: "/api/me",
    remoteAddress,
    // The redirect drops a cookie of this answer: the app's own calls keep the session and the device known.
    headers: { ...headers, [UNATTENDED]: "1" },
  });
  if (asked.statusCode !== 200) return undefined;
  const { user } = asked.json<{ user: { role: keyof typeof homes } }>();
  return homes[user.role];
}

/** The course-request form of a browser without scripts, or before they have come: the same call, answered by a page. */
async function bindPlainForm(http: FastifyInstance): Promise<void> {
  await http.register(async (scope) => {
    scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post(playerAddresses.landing.path, async (request, reply) => {
      const sent = await http.inject({
        method: "POST",
        url: requestRoutes.requestCourse.path,
        payload: { ...Object(request.body) },
        ...sameConnection(request, []),
      });
      return reply.redirect(
        `${playerAddresses.landing.path}#request-${sent.statusCode === 201 ? "sent" : "failed"}`,
        303,
      );
    });
  });
}
