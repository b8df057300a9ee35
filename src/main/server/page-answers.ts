/** The answers that a page carries for its first screen. They come from the same handlers, with the caller's rights. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { accountRoutes, type User } from "#features/accounts/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { savedCardRoutes } from "#features/payments/saved-card-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import type { playerAddresses } from "#platform/shared/addresses/players.ts";
import type { CarriedAnswer, PageAnswers } from "#platform/shared/page-answers.ts";
import { type ReplyOf, type RouteDef, UNATTENDED, urlOf } from "#platform/shared/route.ts";
import { sameConnection } from "./own-calls.ts";

/** The longest that a page's scripts wait for its answers; the app asks for those that are missing. */
const WAIT_MS = 1000;
/** A longer answer is not carried, so that it does not delay the first words; the app asks for it. */
const MOST_CHARACTERS = 16_384;

type Table = typeof playerAddresses;
type Carrying = { [Name in keyof Table]: Table[Name] extends { answers: true } ? Name : never }[keyof Table];
type Body<R extends RouteDef> = Extract<ReplyOf<R>, { status: 200 }>["body"];

interface Asking {
  /** The caller's id. */
  id: string;
  query: URLSearchParams;
  /** Makes the call of the caller's browser, and puts its answer into the page. @returns undefined if it was refused */
  answer: <R extends RouteDef>(
    route: R,
    params?: Readonly<Record<string, string | number>>,
    query?: Readonly<Record<string, string | number>>,
  ) => Promise<Body<R> | undefined>;
}

/** Each screen's calls are begun at once, but for those that need another's answer. */
export type First = (asking: Asking) => readonly Promise<unknown>[];

const booking: First = ({ id, answer }) => [
  answer(playRoutes.listActiveSessions, { id }),
  answer(courseRoutes.listCourses),
  answer(orderRoutes.listOrders),
  answer(playRoutes.listSessions, { id }),
  answer(courseRoutes.getConfig),
];
const choosing: First = (asking) => [...booking(asking), asking.answer(courseRoutes.listPackages)];
const paying: First = ({ id, answer }) => [
  answer(playRoutes.listActiveSessions, { id }),
  answer(courseRoutes.listCourses),
  answer(playRoutes.listSessions, { id }),
  answer(courseRoutes.getConfig),
  answer(savedCardRoutes.listSavedCards),
];

/** The calls of the game: the session's view, its course and the course's prizes. */
async function game(answer: Asking["answer"], id: string | undefined): Promise<void> {
  const view = id === undefined ? undefined : await answer(playRoutes.getSession, { id });
  if (!view) return;
  const { courseId } = view.session;
  await Promise.all([
    answer(courseRoutes.getCourse, { id: courseId }),
    answer(courseRoutes.listSponsoredPrizes, {}, { courseId }),
  ]);
}

const playing: First = ({ id, query, answer }) => {
  const named = query.get("session");
  if (named) return [game(answer, named)];
  const opened = async () => {
    const open = await answer(playRoutes.listActiveSessions, { id });
    await game(answer, (open?.sessions[0] ?? open?.groupSessions[0])?.id);
  };
  return [opened()];
};

const first: Readonly<Record<Carrying, First>> = {
  course: booking,
  package: choosing,
  app: choosing,
  checkout: paying,
  game: playing,
};

/** What the page of an address carries; undefined if it carries nothing. */
export function firstAnswers(name: string | undefined): First | undefined {
  return name !== undefined && name in first ? first[name as Carrying] : undefined; // Just checked.
}

/**
 * Makes the calls of a page's first screen for its caller.
 * @returns nothing if nobody is signed in
 */
export async function answersFor(
  http: FastifyInstance,
  request: FastifyRequest,
  calls: First,
): Promise<PageAnswers<User> | undefined> {
  const { remoteAddress, headers } = sameConnection(request, ["cookie", "host", "accept-language", "user-agent"]);
  // Answers to these calls cannot set a cookie any more: the app's own calls keep the session and the device known.
  const unattended = { ...headers, [UNATTENDED]: "1" };
  const answers: CarriedAnswer[] = [];
  const inject = async (url: string): Promise<{ body: object; length: number } | undefined> => {
    // The app repeats a call that failed here, and shows its error.
    const reply = await http.inject({ method: "GET", url, remoteAddress, headers: unattended }).catch(() => undefined);
    return reply?.statusCode === 200 ? { body: reply.json<object>(), length: reply.body.length } : undefined;
  };
  const answer: Asking["answer"] = async (route, params = {}, query = {}) => {
    const found = await inject(urlOf(route.path, params, query));
    if (found && found.length <= MOST_CHARACTERS) answers.push([[route.path, params, query], found.body]);
    return found?.body as Body<typeof route> | undefined; // Written by the route's own schema.
  };
  const search = new URLSearchParams(request.url.split("?")[1] ?? "");
  let user: User | undefined;
  const all = async () => {
    user = ((await inject(accountRoutes.me.path))?.body as Body<typeof accountRoutes.me> | undefined)?.user; // As above.
    if (user) await Promise.all(calls({ id: user.id, query: search, answer }));
  };
  await Promise.race([all(), sleep(WAIT_MS, undefined, { ref: false })]);
  return user && { user, answers };
}

/** What follows "?" in the address of the first screen: where a game names no session, that of the one that was found. */
export function searchOf(request: FastifyRequest, { answers }: PageAnswers<User>): string {
  const asked = request.url.split("?")[1];
  const view = answers.find(([[path]]) => path === playRoutes.getSession.path);
  const { id } = (view?.[0][1] ?? {}) as { id?: string }; // Its parameters.
  return asked ?? (id === undefined ? "" : `session=${encodeURIComponent(id)}`);
}

/** The element of a page: data, which no browser runs. Nothing in it can end the element, or a line of a script. */
export function scriptOf(answers: PageAnswers<User>): string {
  const json = JSON.stringify(answers).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `<script type="application/json" id="answers">${json}</script>`;
}
