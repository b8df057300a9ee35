/** What administrators manage, and the books as they are: composed apart, for `app.ts` lists what golfers do. */
import type { FastifyInstance } from "fastify";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { proposalRoutes } from "#features/accounts/proposal-contract.ts";
import type { AccountDeps } from "#features/accounts/server/deps.ts";
import { peopleHandlers } from "#features/accounts/server/people.ts";
import { type ProposalDeps, proposalHandlers } from "#features/accounts/server/proposals.ts";
import { manageCourseRoutes, managePackageRoutes } from "#features/courses/manage-contract.ts";
import { bindLogos } from "#features/courses/server/logos.ts";
import { manageCourseHandlers } from "#features/courses/server/manage-course-routes.ts";
import { managePackageHandlers } from "#features/courses/server/manage-package-routes.ts";
import { manageSponsorHandlers } from "#features/courses/server/manage-sponsor-routes.ts";
import { staffHandlers } from "#features/courses/server/staff.ts";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { courseUse } from "#features/play/server/course-use-store.ts";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { recordHandlers } from "#features/reports/server/records-routes.ts";
import type { Database } from "#platform/server/db/database.ts";
import { type BindDeps, bindRoutes } from "#platform/server/http/bind.ts";

/** @param replica whence long reads of the past come; `people`: accounts, and what two administrators do together */
export function bindManaging(
  http: FastifyInstance,
  bind: BindDeps,
  replica: Database,
  people: AccountDeps & ProposalDeps,
): void {
  const { db, clock, config } = bind;
  const deps = { db, clock, config, play: courseUse };
  bindRoutes(http, bind, manageCourseRoutes, manageCourseHandlers(deps));
  bindRoutes(http, bind, managePackageRoutes, managePackageHandlers(deps));
  bindRoutes(http, bind, manageSponsorRoutes, manageSponsorHandlers(deps));
  bindRoutes(http, bind, peopleRoutes, peopleHandlers(people));
  bindRoutes(http, bind, proposalRoutes, proposalHandlers(people));
  bindRoutes(http, bind, staffRoutes, staffHandlers(people));
  bindRoutes(http, bind, recordRoutes, recordHandlers({ db: replica, timeZone: config.operatorTimeZone }));
  bindLogos(http, { db });
}
