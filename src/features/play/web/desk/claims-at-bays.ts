/** What the claims tell the bay board, which stands left of their room and cannot import it. */
import type { ComponentType, ReactNode } from "react";
import type { Hole } from "#features/courses/contract.ts";

/** A bay where a claim was made just now. */
interface BayWithClaims {
  /** The hole of the claim that rings; undefined when none does. */
  rings: Hole | undefined;
  cards: ReactNode;
}

export interface ClaimsAtBays {
  /** Over the tiles: the claims that ring. */
  banner: ReactNode;
  /** Beside the title: the sound, and the way to the claims that do not ring. */
  controls: ReactNode;
  /** By the bay's number. */
  at: ReadonlyMap<number, BayWithClaims>;
}

export type ClaimsSource = ComponentType<{
  courseId: number;
  timeZone: string;
  children: (claims: ClaimsAtBays) => ReactNode;
}>;
