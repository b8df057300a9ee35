/** The selections that step 3 and `/checkout` need; `main` takes them from the booking room. */
import type { GroupDraft, PurchaseContext } from "#features/booking/contract.ts";

export interface Checkout {
  sessionData: {
    courseId: number;
    /** -1 is the free shot. */
    packageId: number;
    bayNumber: number;
    teeTime?: string | undefined;
    purchaseContext: PurchaseContext;
    groupData?:
      | {
          mainPlayer: GroupDraft["mainPlayer"];
          friends: { userId?: string | undefined; name?: string | undefined; bayNumber: number; ballCount: number }[];
        }
      | undefined;
  };
  /** `price` in dollars: what is charged. */
  packageInfo: {
    name: string;
    nameEs?: string | undefined;
    price: number;
    ballCount: number;
    description: string;
    descriptionEs?: string | undefined;
  };
}

/** Today's free shot, as `main` knows it from the play room. */
export interface FreeShotToday {
  /** Why there is no free shot: the golfer has had it, or the server has refused it. */
  gone: "used" | "refused" | undefined;
  /** Whether the player's sessions, which tell it, have come. */
  isKnown: boolean;
  /** Remembers the server's refusal until the next day, which begins in so many seconds. */
  refuse: (seconds: number) => void;
}

export interface CheckoutProps {
  checkout: Checkout;
  freeShot: FreeShotToday;
  /** The server's price (dollars) differs from the one shown. */
  onPriceChanged: (price: number) => void;
  /** Whether a session's game is the one that this device showed last, as `main` knows it from the play room. */
  wasShown: (sessionId: string) => boolean;
  /** Paid or started: the selections are no longer needed. */
  onFinished: () => void;
}
