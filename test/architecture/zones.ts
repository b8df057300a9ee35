/** The zone of each file, and the zones that it may import: the table of the architecture page. */

/** The rooms from left to right: the customer's day. */
export const rooms = [
  "accounts",
  "ledger",
  "courses",
  "booking",
  "orders",
  "play",
  "receipts",
  "payments",
  "claims",
  "dashboard",
  "reports",
  "books",
] as const;

export interface Zone {
  name:
    | "shared"
    | "platform server"
    | "platform web"
    | "contract"
    | "rules"
    | "server"
    | "routes"
    | "web"
    | "main"
    | "main server"
    | "main web"
    | "build";
  /** The index of the room in `rooms`; -1 outside of them. */
  room: number;
}

const places: [RegExp, Zone["name"]][] = [
  [/^src\/platform\/shared\//, "shared"],
  [/^src\/platform\/server\//, "platform server"],
  [/^src\/platform\/web\//, "platform web"],
  [/^src\/features\/[^/]+\/([^/]*-)?contract\.ts$/, "contract"],
  [/^src\/features\/[^/]+\/([^/]*-)?rules\.ts$/, "rules"],
  [/^src\/features\/[^/]+\/server\/(.*-)?routes\.ts$/, "routes"],
  [/^src\/features\/[^/]+\/server\//, "server"],
  [/^src\/features\/[^/]+\/web\//, "web"],
  [/^src\/main\/server\//, "main server"],
  [/^src\/main\/web\//, "main web"],
  [/^src\/main\/build\//, "build"],
  [/^src\/main\/[^/]+$/, "main"],
];

/** The zone of a path; undefined if the house has no place for it. */
export function zoneOf(path: string): Zone | undefined {
  const name = places.find(([place]) => place.test(path))?.[1];
  const feature = /^src\/features\/([^/]+)\//.exec(path)?.[1];
  const room = rooms.findIndex((known) => known === feature);
  return name && (feature === undefined || room >= 0) ? { name, room } : undefined;
}

interface Sight {
  /** Zones outside of the rooms, or in the file's own room. */
  own: Zone["name"][];
  /** Zones in the rooms to the left. */
  left: Zone["name"][];
  packages: (name: string, isServerPackage: boolean) => boolean;
}

const none = () => false;
const onlyZod = (name: string) => name === "zod";
const forServers = (name: string, isServerPackage: boolean) => name === "node:" || isServerPackage;
const forBrowsers = (name: string, isServerPackage: boolean) =>
  name === "zod" || !(name === "node:" || isServerPackage);
const server: Sight = {
  own: ["shared", "platform server", "contract", "rules", "server", "routes"],
  left: ["contract", "rules", "server"],
  packages: forServers,
};

const sights: Record<Zone["name"], Sight> = {
  shared: { own: ["shared"], left: [], packages: onlyZod },
  "platform server": { own: ["shared", "platform server"], left: [], packages: forServers },
  "platform web": { own: ["shared", "platform web"], left: [], packages: forBrowsers },
  contract: { own: ["shared", "contract"], left: ["contract"], packages: onlyZod },
  rules: { own: ["shared", "contract"], left: ["contract", "rules"], packages: none },
  server,
  routes: server,
  web: {
    own: ["shared", "platform web", "contract", "rules", "web"],
    left: ["contract", "rules"],
    packages: forBrowsers,
  },
  main: { own: ["shared", "contract", "rules", "main"], left: [], packages: onlyZod },
  "main server": {
    own: ["shared", "platform server", "contract", "rules", "server", "routes", "main", "main server"],
    left: [],
    packages: forServers,
  },
  "main web": {
    own: ["shared", "platform web", "contract", "rules", "web", "main", "main web"],
    left: [],
    packages: forBrowsers,
  },
  build: { own: ["shared", "main", "build"], left: [], packages: () => true },
};

/** Whether a file in one zone may import one in another. `main` may import every room. */
export function maySee(from: Zone, to: Zone): boolean {
  const sight = sights[from.name];
  const near = from.name.startsWith("main") || to.room === -1 || to.room === from.room;
  return near ? sight.own.includes(to.name) : to.room < from.room && sight.left.includes(to.name);
}

/** Whether a file in a zone may import a package; server packages are the `dependencies` of package.json. */
export function mayUse(from: Zone, name: string, serverPackages: ReadonlySet<string>): boolean {
  return sights[from.name].packages(name, serverPackages.has(name));
}
