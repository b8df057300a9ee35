/** The paths of the desk's screens, apart from the golfers', who do not load them. */
import { deskAddresses } from "#platform/shared/addresses/desk.ts";
import { pathsOf } from "#platform/shared/addresses/paths.ts";

export const deskPaths = pathsOf(deskAddresses);
