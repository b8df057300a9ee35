/** Every address: for the server and the build. The browser loads the tables apart. */
import { deskAddresses } from "./desk.ts";
import { playerAddresses } from "./players.ts";

export const addresses = { ...playerAddresses, ...deskAddresses };
