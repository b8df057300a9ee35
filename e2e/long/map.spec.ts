/** Google's map (a stand-in for its script) does all that the embedded one does. */
import { onTheMap } from "../map-suite.ts";

onTheMap("google", "Google Maps");
