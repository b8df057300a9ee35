/** What `main` gives to every screen, so that no room imports another's web folder. */
import { createContext, use, type ReactNode } from "react";
import type { Path } from "#platform/shared/addresses/address.ts";

export interface Frame {
  /** "Acebay", unless the operator chose another name. */
  productName: string;
  /** Where people write to the operator. */
  contactEmail: string;
  /** The account button of the header. */
  accountMenu: ReactNode;
  /** The path for the profile's Back, if it is not the address itself. */
  origin?: Path;
  /** Shown at the top of every player's screen except the game: items that this device has not sent yet. */
  deviceNotices: ReactNode;
  /** Shown at the top of the administrators' screens: the step without which they cannot decide. */
  deskNotices: ReactNode;
  /** At the top of the booking screens: an open session, an open claim window. */
  bookingNotices: ReactNode;
}

export const FrameContext = createContext<Frame>({
  productName: "Acebay",
  contactEmail: "",
  accountMenu: null,
  deviceNotices: null,
  deskNotices: null,
  bookingNotices: null,
});

export function useFrame(): Frame {
  return use(FrameContext);
}
