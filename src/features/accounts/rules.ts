/** The rules of accounts: player IDs and how a fellow player is named. */

/** Crockford's base 32: no I, L, O, U (https://www.crockford.com/base32.html). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PRIME = 31;

/** What a mailed code is for: to sign in, to prove a new address, to confirm that it is still the same person. */
export const codePurposes = ["sign_in", "new_email", "step_up"] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** Mailed codes: their life, wrong tries of each, and codes for new browsers of one account from one address. */
export const CODE_SECONDS = 300;
export const WRONG_TRIES = 3;
export const CODES_A_WINDOW = 5;
export const CODE_WINDOW_SECONDS = 900;
/**
 * Codes that live at once, and wrong codes. All browsers that are new to an account share these caps, whatever their
 * address, and each device that the account knows has its own. So a stranger can lock out a new device for a while, and
 * never a device of the owner's.
 */
export const LIVE_CODES = 5;
export const WRONG_CODES = [
  { max: 10, seconds: 3_600 },
  { max: 20, seconds: 86_400 },
];
/** Changes of the email address that an account may ask for. */
export const EMAIL_CHANGES = [{ max: 10, seconds: 86_400 }];
/** How often the owner of an address is told that others want to change to it. */
export const TAKEN_TOLD = [{ max: 1, seconds: 86_400 }];
/** The owner is told of a lock at most once in this time. */
export const LOCK_TOLD_SECONDS = 86_400;

/** Challenges in a browser's cookie, and for how long: longer than a code lives, to tell that it ended. */
export const CHALLENGES_A_BROWSER = 5;
export const CHALLENGE_SECONDS = 900;
/** A device is known for this long after its last use. */
export const DEVICE_DAYS = 90;

const HOUR_MS = 3_600_000;
/** A session ends after this time without a call, and at this age however it is used: a player's, the desk's. */
const PLAYER = { idle: 30 * 24 * HOUR_MS, longest: 180 * 24 * HOUR_MS };
const DESK = { idle: 12 * HOUR_MS, longest: 7 * 24 * HOUR_MS };

/**
 * When a session ends unless another call comes.
 * @param lastCallAt the last call that a person made; streams and polls do not count
 */
export function sessionEnd(role: "player" | "staff" | "admin", startedAt: Date, lastCallAt: Date): Date {
  const { idle, longest } = role === "player" ? PLAYER : DESK;
  return new Date(Math.min(lastCallAt.getTime() + idle, startedAt.getTime() + longest));
}

/** Whether a call extends a session by enough to be written: not every call writes. */
export function isWorthNoting(storedEnd: Date, newEnd: Date, role: "player" | "staff" | "admin"): boolean {
  return newEnd.getTime() - storedEnd.getTime() >= (role === "player" ? HOUR_MS : 60_000);
}

/** After this a proposal that nobody has approved is void. */
export const PROPOSAL_DAYS = 7;
/** For this long nobody approves proposals of an administrator who has given them a role or recovered them. */
export const INDEPENDENT_DAYS = 30;

/** Whether somebody has a role, or had one within `INDEPENDENT_DAYS`. */
export function hasWorked(person: { role: string; workedUntil: Date | null }, now: Date): boolean {
  const since = now.getTime() - INDEPENDENT_DAYS * 86_400_000;
  return person.role !== "player" || (person.workedUntil !== null && person.workedUntil.getTime() > since);
}
/** For this long there is no payout to a player whom an administrator has moved to another address. */
export const MOVED_HOLD_HOURS = 72;

/** How long a proof of identity (step-up) is valid. */
export const PROOF_SECONDS = 600;

export function isFreshProof(provedAt: Date | null, now: Date): boolean {
  return provedAt !== null && now.getTime() - provedAt.getTime() <= PROOF_SECONDS * 1000;
}

/**
 * Whether a route needs, in production, an administrator with a passkey: verdicts, and all that moves money, terms or
 * roles. Calls that people make for themselves do not need one.
 */
export function needsPasskey(route: { permission: string; stepUp?: boolean; passkey?: true }): boolean {
  return route.passkey === true || (route.stepUp === true && route.permission === "admin");
}

/**
 * A player ID from nine random numbers of 0 to 31: nine characters and a check character, the weighted sum modulo 31. A
 * wrong character or a swap of neighbours changes the sum, except between 0 and Z (equal modulo 31).
 */
export function playerIdFrom(random: readonly number[]): string {
  const body = random.slice(0, 9).map((n) => ALPHABET[n & 31] ?? "0");
  return body.join("") + checkCharacter(body.join(""));
}

function checkCharacter(body: string): string {
  let sum = 0;
  for (const [index, character] of [...body].entries()) sum += (index + 1) * ALPHABET.indexOf(character);
  return ALPHABET[sum % PRIME] ?? "0";
}

/**
 * A typed player ID as it is stored: in upper case, without spaces, hyphens and dashes, with the letters that Crockford
 * reads as digits replaced by them.
 * @returns undefined when it cannot be one (length, characters, check character)
 */
export function parsePlayerId(typed: string): string | undefined {
  const text = typed
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .toUpperCase()
    .replaceAll(/[IL]/g, "1")
    .replaceAll("O", "0");
  if (text.length !== 10 || [...text].some((character) => !ALPHABET.includes(character))) return undefined;
  return checkCharacter(text.slice(0, 9)) === text[9] ? text : undefined;
}

/** `7K3MQ9TV26` as people read it: `7K3M-Q9TV-26`. */
export function formatPlayerId(playerId: string): string {
  return `${playerId.slice(0, 4)}-${playerId.slice(4, 8)}-${playerId.slice(8)}`;
}

/** The words that a search for people looks for: those with a letter or a digit. */
export function searchedWords(typed: string): string[] {
  return typed
    .trim()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** How a fellow player is named to others: first name and initial. */
export function displayName(name: string): string {
  const words = name.trim().split(/\s+/);
  const initial = words.length > 1 ? [...(words.at(-1) ?? "")][0] : undefined;
  return initial ? `${words[0]} ${initial.toUpperCase()}.` : (words[0] ?? "");
}

/** The name of a deleted account. */
export const DELETED_NAME = "Deleted player";

/** The address of a deleted account: a name that can never receive mail (RFC 2606, section 2). */
export function deletedEmail(id: string): string {
  return `deleted-${id}@deleted.invalid`;
}

/** A browser also names those whose engine it uses, so the most specific names come first. */
const browserNames: readonly [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPX\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systemNames: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** The name of a device: "Safari on iPhone"; null when the browser does not say what it is. */
export function deviceLabel(userAgent: string | undefined): string | null {
  const find = (names: typeof browserNames) => names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [find(browserNames), find(systemNames)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}
