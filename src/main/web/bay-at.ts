import type { BayPlace } from "#features/booking/rules.ts";
import type { BallPackage, Course } from "#features/courses/contract.ts";

/** A bay that exists, with its course and what is sold there. */
export interface At {
  place: BayPlace;
  course: Course;
  packages: readonly BallPackage[];
}
