/** The paths of visitors' and golfers' screens. */
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import { pathsOf } from "#platform/shared/addresses/paths.ts";

export const paths = pathsOf(playerAddresses);
