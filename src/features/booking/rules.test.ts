import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal } from "#platform/shared/refusal.ts";
import type { GroupDraft, PurchaseContext } from "./contract.ts";
import { allocated, checkBay, checkGroup, evenShares, type FriendSlot, keepPlayingOffers, nextRound } from "./rules.ts";

const bayCount = 20;
const bay = fc.integer({ min: 1, max: bayCount });
const balls = fc.integer({ min: 1, max: 30 });
const emptySlot: FriendSlot = { userId: undefined, name: undefined, bayNumber: 0, ballCount: 0 };
const friend: fc.Arbitrary<FriendSlot> = fc.record({
  userId: fc.option(fc.constantFrom("7K3MQ9TV26", "0000000000"), { nil: undefined }),
  name: fc.option(fc.constantFrom("Ada", "Guest"), { nil: undefined }),
  bayNumber: bay,
  ballCount: balls,
});
const mainPlayer = fc.record({ bayNumber: bay, ballCount: balls });
/** Nobody with a player ID is among them twice. */
const friends = fc.uniqueArray(friend, {
  maxLength: 3,
  comparator: (one, other) => one.userId !== undefined && one.userId === other.userId,
});
const buyer = "987654321A";
const context = fc.constantFrom<PurchaseContext>("initial", "buy_more_balls");

/** Adds up by hand what a draft gives out, in balls. */
function given(draft: GroupDraft): number {
  let total = draft.mainPlayer.ballCount;
  for (const slot of draft.friends) total += slot.ballCount;
  return total;
}

function check(draft: GroupDraft, packageBalls: number, of: PurchaseContext = "initial"): GroupDraft {
  return checkGroup(draft, { packageBalls, bayCount, context: of, buyer });
}

/** The code and sentence that a draft is refused with. */
function refused(draft: GroupDraft, packageBalls = given(draft), of: PurchaseContext = "initial"): string {
  try {
    check(draft, packageBalls, of);
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.code}: ${error.message}`;
    throw error;
  }
  return "accepted";
}
const invalid = (message: string) => `400 booking.group_invalid: ${message}`;

describe("a group", () => {
  test("that gives out exactly the package's balls is taken as it is, without its empty slots", () => {
    const gaps = fc.array(fc.nat(3), { maxLength: 3 });
    fc.assert(
      fc.property(mainPlayer, friends, gaps, context, (main, filled, places, of) => {
        const slots = [...filled];
        for (const place of places) slots.splice(place, 0, emptySlot);
        const group = check({ mainPlayer: main, friends: slots }, given({ mainPlayer: main, friends: filled }), of);
        expect(group).toEqual({ mainPlayer: main, friends: filled });
        expect(allocated(group)).toBe(given(group));
      }),
    );
  });

  test("that gives out more or fewer is refused with both numbers [5.10]", () => {
    const other = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(mainPlayer, friends, other, (main, filled, packageBalls) => {
        const draft = { mainPlayer: main, friends: filled };
        fc.pre(given(draft) !== packageBalls);
        expect(refused(draft, packageBalls)).toBe(
          invalid(`Please allocate exactly ${packageBalls} balls (currently ${given(draft)})`),
        );
        expect(refused(draft, packageBalls, "buy_more_balls")).toBe(
          invalid(`Please distribute exactly ${packageBalls} balls among players.`),
        );
      }),
    );
  });

  test("has at most three friends, empty slots not counted [5.12]", () => {
    fc.assert(
      fc.property(mainPlayer, fc.array(friend, { minLength: 4, maxLength: 6 }), context, (main, many, of) => {
        const draft = { mainPlayer: main, friends: many };
        expect(refused(draft, given(draft), of)).toBe(invalid("A group is you and at most 3 friends"));
      }),
    );
  });

  test("needs the main player's bay, then the main player's balls", () => {
    fc.assert(
      fc.property(mainPlayer, friends, (main, filled) => {
        const lost = { mainPlayer: { ...main, bayNumber: 0 }, friends: filled };
        expect(refused(lost)).toBe(invalid("Please enter your bay number"));
        const idle = { mainPlayer: { ...main, ballCount: 0 }, friends: filled };
        expect(refused(idle)).toBe(invalid("Please enter your ball count"));
      }),
    );
  });

  test("needs bay and balls of every friend that anything was entered for", () => {
    const half = fc.constantFrom<FriendSlot>(
      { ...emptySlot, userId: "7K3MQ9TV26" },
      { ...emptySlot, name: "Ada" },
      { ...emptySlot, bayNumber: 3 },
      { ...emptySlot, ballCount: 2 },
      { ...emptySlot, name: "Ada", bayNumber: 3 },
      { ...emptySlot, name: "Ada", ballCount: 2 },
    );
    fc.assert(
      fc.property(mainPlayer, fc.array(friend, { maxLength: 2 }), half, fc.nat(2), (main, filled, slot, place) => {
        const draft = { mainPlayer: main, friends: filled.toSpliced(place, 0, slot) };
        expect(refused(draft)).toBe(invalid("All friends must have bay numbers and ball counts"));
      }),
    );
  });

  test("that buys more leaves out whoever gets no balls, the main player's place staying theirs", () => {
    const sitting = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(mainPlayer, friends, sitting, (main, filled, sits) => {
        const share = (of: FriendSlot, index: number) => (sits[index] ? { ...of, ballCount: 0 } : of);
        const draft = { mainPlayer: sits[3] ? { ...main, ballCount: 0 } : main, friends: filled.map(share) };
        fc.pre(given(draft) > 0);
        const group = check(draft, given(draft), "buy_more_balls");
        expect(group).toEqual({ mainPlayer: draft.mainPlayer, friends: filled.filter((_, index) => !sits[index]) });
      }),
    );
  });

  test("that buys more for nobody is refused", () => {
    const draft = {
      mainPlayer: { bayNumber: 1, ballCount: 0 },
      friends: [{ ...emptySlot, name: "Ada", bayNumber: 2 }],
    };
    expect(refused(draft, 10, "buy_more_balls")).toBe(invalid("Please distribute exactly 10 balls among players."));
  });

  test("never takes balls from one player to give them to another", () => {
    const negative = fc.integer({ min: -30, max: -1 });
    fc.assert(
      fc.property(friend, negative, balls, context, (other, taken, kept, of) => {
        const fromMain = {
          mainPlayer: { bayNumber: 1, ballCount: taken },
          friends: [{ ...other, ballCount: kept - taken }],
        };
        const fromFriend = {
          mainPlayer: { bayNumber: 1, ballCount: kept - taken },
          friends: [{ ...other, ballCount: taken }],
        };
        expect(refused(fromMain, kept, of)).toBe(invalid("Please enter your ball count"));
        expect(refused(fromFriend, kept, of)).not.toBe("accepted");
      }),
    );
  });

  test("has every player ID once, however it is typed, and the buyer's not at all; guests may share a name", () => {
    const ada = { ...emptySlot, userId: "7K3MQ9TV26", bayNumber: 2, ballCount: 2 };
    const guest = { ...emptySlot, name: "Ada", bayNumber: 2, ballCount: 2 };
    const main = { bayNumber: 1, ballCount: 4 };
    const of = (...players: FriendSlot[]) => refused({ mainPlayer: main, friends: players });
    expect(of(ada, { ...ada, userId: "7k3m-q9tv-26" })).toBe(invalid("This friend is in the group already"));
    expect(of(ada, emptySlot, ada)).toBe(invalid("This friend is in the group already"));
    const own = invalid("This is your own player ID. You are in the group already.");
    expect(of({ ...ada, userId: buyer.toLowerCase() })).toBe(own);
    expect(of(ada, guest, guest)).toBe("accepted");
    // An ID with a mistake is nobody's: its friend plays as a guest.
    expect(of(ada, { ...guest, userId: "7K3MQ9TV27" }, { ...guest, userId: "7K3MQ9TV27" })).toBe("accepted");
  });

  test("stands in bays that the course has, which its players may share", () => {
    fc.assert(
      fc.property(
        mainPlayer,
        friends,
        fc.nat(3),
        fc.integer({ min: bayCount + 1, max: 999 }),
        (main, filled, at, beyond) => {
          const sentence = `400 booking.bay_unknown: Please choose a bay from 1 to ${bayCount}`;
          const players = [main, ...filled];
          const lost = at % players.length;
          const bayOf = (player: number, own: number) => (player === lost ? beyond : own);
          const strayed = filled.map((of, index) => ({ ...of, bayNumber: bayOf(index + 1, of.bayNumber) }));
          expect(refused({ mainPlayer: { ...main, bayNumber: bayOf(0, main.bayNumber) }, friends: strayed })).toBe(
            sentence,
          );
          const together = {
            mainPlayer: { ...main, bayNumber: 5 },
            friends: filled.map((of) => ({ ...of, bayNumber: 5 })),
          };
          expect(refused(together)).toBe("accepted");
        },
      ),
    );
  });
});

test("a bay is from 1 to the course's bay count", () => {
  const isRefused = (number: number, count: number) => {
    try {
      checkBay(number, count);
      return false;
    } catch {
      return true;
    }
  };
  fc.assert(
    fc.property(fc.integer({ min: -3, max: 103 }), fc.integer({ min: 1, max: 100 }), (number, count) => {
      const bays = Array.from({ length: count }, (_, index) => index + 1);
      expect(isRefused(number, count)).toBe(!bays.includes(number));
    }),
  );
});

test("who keeps playing is offered every package that costs something, but no free tee time shot", () => {
  const offer = (name: string, price: number) => ({ name, price });
  const sold = [offer("Jackpot Ten", 5), offer("Starter Bucket", 0.01)];
  const free = [offer("Gift", 0), offer("Voucher", -1), offer("FREE TEE TIME SHOT", 0), offer("Free Tee Time Shot", 2)];
  expect(keepPlayingOffers([...free, ...sold])).toEqual(sold);
});

describe("a group's next round", () => {
  test("has the same players in the same bays, each with their new share", () => {
    const share = fc.nat(30);
    fc.assert(
      fc.property(mainPlayer, friends, fc.array(share, { minLength: 4, maxLength: 4 }), (main, filled, shares) => {
        const named = filled.map((of, index) => ({ ...of, name: `Friend ${index}` }));
        const round = nextRound({ mainPlayer: main, friends: named }, shares);
        expect(round.mainPlayer).toEqual({ bayNumber: main.bayNumber, ballCount: shares[0] });
        expect(round.friends).toEqual(named.map((of, index) => ({ ...of, ballCount: shares[index + 1] })));
      }),
    );
  });

  test("is sold when its shares make the package, zeros among them, and not with a ball more or fewer", () => {
    const group = {
      mainPlayer: { bayNumber: 1, ballCount: 4 },
      friends: [{ name: "Ada", bayNumber: 2, ballCount: 6 }],
    };
    const sold = (...shares: number[]) => refused(nextRound(group, shares), 10, "buy_more_balls");
    for (const shares of [
      [4, 6],
      [10, 0],
      [0, 10],
    ])
      expect(sold(...shares)).toBe("accepted");
    for (const shares of [
      [4, 5],
      [4, 7],
      [0, 0],
    ])
      expect(sold(...shares)).toBe(invalid("Please distribute exactly 10 balls among players."));
  });
});

test("a text that can be no player ID is dropped: the friend plays as a guest", () => {
  const ada = { name: "Ada", bayNumber: 2, ballCount: 5 };
  const draft = { mainPlayer: { bayNumber: 1, ballCount: 5 }, friends: [{ ...ada, userId: "7K3MQ9TV27" }] };
  expect(check(draft, 10).friends).toEqual([ada]);
});

test("a friend who is there twice is refused at the field of the second", () => {
  const ada = { userId: "7K3MQ9TV26", name: undefined, bayNumber: 2, ballCount: 5 };
  const draft = { mainPlayer: { bayNumber: 1, ballCount: 5 }, friends: [ada, { ...ada, bayNumber: 3 }] };
  const message = "This friend is in the group already";
  expect(() => check(draft, 15)).toThrow(
    expect.objectContaining({ details: { problems: [{ field: "groupData.friends.1.userId", message }] } }),
  );
});

test("balls are shared evenly, the first players get what is left over, and who sits out stays out", () => {
  expect(evenShares(10, [5, 5])).toEqual([5, 5]);
  expect(evenShares(5, [4, 3, 3])).toEqual([2, 2, 1]);
  expect(evenShares(10, [5, 0, 5])).toEqual([5, 0, 5]);
  expect(evenShares(5, [0, 0])).toEqual([3, 2]);
});
