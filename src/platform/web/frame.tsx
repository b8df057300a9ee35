/** What `main` hands to every screen, so that no room imports another's web folder. */
import { createContext, use, type ReactNode } from "react";

export interface Frame {
  /** "Acebay", unless the operator chose another name. */
  productName: string;
  /** Where people write to the operator. */
  contactEmail: string;
  /** The account button of the header. */
  accountMenu: ReactNode;
  /** At the top of the booking screens: an open session, an open claim window. */
  bookingNotices: ReactNode;
}

export const FrameContext = createContext<Frame>({
  productName: "Acebay",
  contactEmail: "",
  accountMenu: null,
  bookingNotices: null,
});

export function useFrame(): Frame {
  return use(FrameContext);
}
