/** Choosing more balls for a game: the same course, bays and players, another package and other shares. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { GroupData, GroupDraft } from "#features/booking/contract.ts";
import { checkGroup, evenShares, keepPlayingOffers, nextRound } from "#features/booking/rules.ts";
import { courseRoutes, type BallPackage, type Course, type PackageType } from "#features/courses/contract.ts";
import { Refusal } from "#platform/shared/refusal.ts";
import { queryFor } from "#platform/web/query.ts";
import { translated } from "#platform/web/translate.ts";
import { notify } from "#platform/web/ui/toast.tsx";
import { wordsNow } from "#platform/web/words.ts";
import { moreBallsKept } from "./more-balls-kept.ts";
import { isSold, packageInfoOf, type CheckoutData } from "./selections.ts";
import { bookingWords } from "./words.ts";

/** The game, from its session. */
export interface Game {
  id: string;
  courseId: number;
  packageId: number;
  packageType: PackageType;
  bayNumber: number;
  playerName: string;
  groupData: GroupData | null;
}

/** A player of the group who may get balls. */
export interface Sharer {
  name: string;
  bayNumber: number;
  ballCount: number;
}

export interface MoreBalls {
  course: Course | undefined;
  offers: readonly BallPackage[] | undefined;
  /** One of the offers, once they are loaded. */
  chosen: BallPackage | undefined;
  /** The players of a group, the main player first; empty for a single player. */
  sharers: readonly Sharer[];
  /** How often paying was refused because of the shares. */
  sentBack: number;
  /** The purchase; undefined until the packages are loaded. */
  checkout: CheckoutData | undefined;
  error: Error | null;
  choose: (packageId: number) => void;
  chooseType: (type: PackageType) => void;
  give: (index: number, balls: number) => void;
  /** Shares all balls evenly; a player who sits out stays out. */
  split: () => void;
  /** Whether the shares can be bought; if not, it shows why. */
  check: () => boolean;
  /** Loads packages and prices again. */
  refetch: () => void;
}

interface Choice {
  packageId: number;
  shares: readonly number[];
}

/** @param open whether the choice is being made; until then it survives a reload */
export function useMoreBalls(game: Game, open: boolean): MoreBalls {
  const [choice, setChoice] = useState<Choice>(() => keptFor(game) ?? sameAgain(game));
  const [sentBack, setSentBack] = useState(0);
  useEffect(() => {
    if (!open) return;
    moreBallsKept.write({ sessionId: game.id, packageId: choice.packageId, shares: [...choice.shares] });
    // Closing the modal and leaving the game run this clean-up; a reload does not.
    return () => moreBallsKept.clear();
  }, [open, game.id, choice]);
  const courses = useQuery(queryFor(courseRoutes.getCourse, { params: { id: game.courseId } }));
  const packages = useQuery(queryFor(courseRoutes.listPackages));

  const course = courses.data?.course;
  const offers =
    course && packages.data && keepPlayingOffers(packages.data.packages).filter((offer) => isSold(offer, course));
  const chosen =
    offers?.find(({ id }) => id === choice.packageId) ?? favourite(offers, game.packageType) ?? offers?.[0];
  const together = groupOf(game);
  // Another package may have fewer balls than a share of the one before.
  const shares = choice.shares.map((share) => Math.min(share, chosen?.ballCount ?? share));
  const group = together && nextRound(together, shares);
  // A split of other balls would be wrong: the new ones are shared evenly.
  const take = (offer: BallPackage | undefined) => {
    if (offer) setChoice({ packageId: offer.id, shares: evenShares(offer.ballCount, shares) });
  };
  const refusal = group && course && chosen && refusalOf(group, chosen, course);
  return {
    course,
    offers,
    chosen,
    sharers: group ? [{ ...group.mainPlayer, name: game.playerName }, ...group.friends] : [],
    sentBack,
    checkout: course &&
      chosen && {
        sessionData: {
          courseId: course.id,
          packageId: chosen.id,
          bayNumber: game.bayNumber,
          purchaseContext: "buy_more_balls",
          ...(group && { groupData: group }),
        },
        packageInfo: packageInfoOf(chosen, course),
      },
    error: courses.error ?? packages.error,
    choose: (packageId) => take(offers?.find(({ id }) => id === packageId)),
    chooseType: (type) => {
      take(favourite(offers, type));
    },
    give: (at, balls) => setChoice({ ...choice, shares: shares.map((share, index) => (index === at ? balls : share)) }),
    split: () => take(chosen),
    check: () => {
      if (!refusal) return true;
      const description = translated(refusal.message, refusal.code);
      notify({ title: wordsNow(bookingWords).invalidDistribution, description, variant: "error" });
      setSentBack(sentBack + 1);
      return false;
    },
    refetch: () => {
      void courses.refetch();
      void packages.refetch();
    },
  };
}

/** The group that shares the balls; undefined for a single player. */
function groupOf({ groupData }: Game): GroupData | undefined {
  return groupData && groupData.friends.length > 0 ? groupData : undefined;
}

function keptFor({ id }: Game): Choice | undefined {
  const choice = moreBallsKept.read();
  return choice?.sessionId === id ? { packageId: choice.packageId, shares: choice.shares } : undefined;
}

/** The first choice: the package that was played last. */
function sameAgain(game: Game): Choice {
  const group = groupOf(game);
  const players = group ? [group.mainPlayer, ...group.friends] : [];
  return { packageId: game.packageId, shares: players.map(({ ballCount }) => ballCount) };
}

/** The first choice of a type: the popular package, otherwise the first. */
function favourite(offers: readonly BallPackage[] | undefined, type: PackageType): BallPackage | undefined {
  const ofType = offers?.filter(({ packageType }) => packageType === type);
  return ofType?.find(({ isPopular }) => isPopular) ?? ofType?.[0];
}

function refusalOf(group: GroupDraft, { ballCount }: BallPackage, { bayCount }: Course): Refusal | undefined {
  try {
    // The players come from the session, so nobody is there twice, and none is the buyer.
    checkGroup(group, { packageBalls: ballCount, bayCount, context: "buy_more_balls", buyer: "" });
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
