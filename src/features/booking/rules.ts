/** The rules of booking: bays, and how a group shares its balls. */
import { parsePlayerId } from "#features/accounts/rules.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import { refuse, type GroupData, type GroupDraft, type PurchaseContext } from "./contract.ts";

export const MAX_FRIENDS = 3;

/** @throws booking.bay_unknown for a bay outside 1 to `bayCount` */
export function checkBay(bayNumber: number, bayCount: number): void {
  if (bayNumber < 1 || bayNumber > bayCount)
    throw refuse("booking.bay_unknown", { message: `Please choose a bay from 1 to ${bayCount}` });
}

/** A bay of a course, as its QR code names it. */
export interface BayPlace {
  courseId: number;
  bayNumber: number;
}

const bayLink = new RegExp(`^(?:https?://[^/?#]+)?${playerAddresses.bay.path}\\?([^#]*)`, "i");

/**
 * The bay in a QR code's link: `https://…/bay?course=1&bay=7`, on any host. It does not check that such a course and
 * bay exist. Undefined for any other text.
 */
export function bayOfLink(text: string): BayPlace | undefined {
  return bayOfQuery(bayLink.exec(text.trim())?.[1] ?? "");
}

/** The same of the link's query alone. */
export function bayOfQuery(query: string): BayPlace | undefined {
  const search = new URLSearchParams(query);
  const number = (name: string) => {
    const digits = search.get(name) ?? "";
    return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : undefined;
  };
  const [courseId, bayNumber] = [number("course"), number("bay")];
  return courseId === undefined || bayNumber === undefined ? undefined : { courseId, bayNumber };
}

/**
 * What was typed for a friend: a player ID or a guest's name. Ten letters and digits with a digit among them are an ID
 * with a mistake, and no name to show.
 */
export function friendTyped(text: string): { userId: string; name: string } {
  const isId = parsePlayerId(text) !== undefined || /^(?=.*\d)[\da-z]{10}$/i.test(text.replaceAll(/[\s\p{Pd}]/gu, ""));
  return isId ? { userId: text, name: "" } : { userId: "", name: text };
}

export type FriendSlot = GroupDraft["friends"][number];

/** The slots with a value in any field. */
export function filledSlots(friends: readonly FriendSlot[]): FriendSlot[] {
  return friends.filter(
    (slot) => slot.userId !== undefined || slot.name !== undefined || slot.bayNumber > 0 || slot.ballCount > 0,
  );
}

/** Balls given out so far. */
export function allocated(group: GroupDraft): number {
  return group.mainPlayer.ballCount + group.friends.reduce((sum, friend) => sum + friend.ballCount, 0);
}

/** Removes a text that cannot be a player ID; the friend then plays as a guest. */
function withoutNonsense({ userId, ...friend }: FriendSlot): FriendSlot {
  return userId !== undefined && parsePlayerId(userId) !== undefined ? { userId, ...friend } : friend;
}

/**
 * What is wrong with a friend's player ID: it is the buyer's own, or already that of a friend before. Guests may share
 * a name.
 * @param buyer the buyer's player ID
 */
export function friendProblem(
  friends: readonly Pick<FriendSlot, "userId">[],
  at: number,
  buyer: string,
): string | undefined {
  const ids = friends.map(({ userId }) => parsePlayerId(userId ?? ""));
  const id = ids[at];
  if (id === undefined) return undefined;
  if (id === parsePlayerId(buyer)) return "This is your own player ID. You are in the group already.";
  return ids.indexOf(id) < at ? "This friend is in the group already" : undefined;
}

/**
 * Checks a group's allocation and drops empty slots. When a group buys more, a player with 0 balls sits out.
 * @param purchase `buyer`: the buyer's player ID
 * @throws booking.group_invalid with the spec's sentence, or with the field of a friend who is there twice;
 *   booking.bay_unknown
 */
export function checkGroup(
  draft: GroupDraft,
  purchase: { packageBalls: number; bayCount: number; context: PurchaseContext; buyer: string },
): GroupDraft {
  const wrong = (message: string) => refuse("booking.group_invalid", { message });
  const { mainPlayer } = draft;
  const buyingMore = purchase.context === "buy_more_balls";
  const friends = filledSlots(draft.friends)
    .filter((friend) => !(buyingMore && friend.ballCount === 0))
    .map(withoutNonsense);
  if (friends.length > MAX_FRIENDS) throw wrong(`A group is you and at most ${MAX_FRIENDS} friends`);
  if (mainPlayer.bayNumber < 1) throw wrong("Please enter your bay number");
  if (mainPlayer.ballCount < (buyingMore ? 0 : 1)) throw wrong("Please enter your ball count");
  if (friends.some((friend) => friend.bayNumber < 1 || friend.ballCount < 1))
    throw wrong("All friends must have bay numbers and ball counts");
  const group = { mainPlayer, friends };
  const sum = allocated(group);
  if (sum !== purchase.packageBalls) {
    throw wrong(
      buyingMore
        ? `Please distribute exactly ${purchase.packageBalls} balls among players.`
        : `Please allocate exactly ${purchase.packageBalls} balls (currently ${sum})`,
    );
  }
  for (const at of draft.friends.keys()) {
    const message = friendProblem(draft.friends, at, purchase.buyer);
    const field = `groupData.friends.${at}.userId`;
    if (message !== undefined)
      throw refuse("booking.group_invalid", { message, details: { problems: [{ field, message }] } });
  }
  for (const player of [mainPlayer, ...friends]) checkBay(player.bayNumber, purchase.bayCount);
  return group;
}

/** Balls shared as evenly as they go, the first players one more; a player who sits out (0) stays out, unless everybody would. */
export function evenShares(balls: number, shares: readonly number[]): number[] {
  const out = shares.map((share) => share === 0 && shares.some((other) => other > 0));
  const players = out.filter((isOut) => !isOut).length;
  let place = 0;
  return out.map((isOut) => (isOut ? 0 : Math.floor(balls / players) + (place++ < balls % players ? 1 : 0)));
}

/** The packages for Keep Playing: without the free shot and anything else without a price (spec, section 3). */
export function keepPlayingOffers<P extends { name: string; price: number }>(packages: readonly P[]): P[] {
  return packages.filter(({ name, price }) => price > 0 && name.toLowerCase() !== "free tee time shot");
}

type Round = Omit<GroupData, "friendSessionIds">;

/**
 * A group's next round: the same players in the same bays.
 * @param shares the balls of each, the main player's first; 0 for a player who sits out
 */
export function nextRound({ mainPlayer, friends }: Round, shares: readonly number[]): Round {
  return {
    mainPlayer: { ...mainPlayer, ballCount: shares[0] ?? 0 },
    friends: friends.map((friend, index) => ({ ...friend, ballCount: shares[index + 1] ?? 0 })),
  };
}
