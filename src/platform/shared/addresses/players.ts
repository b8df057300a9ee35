/** The addresses of visitors and golfers. The desk's are apart, so that a golfer does not load them. */
import { type Addresses, queryType } from "./address.ts";

export type Step = 1 | 2 | 3;

/** To add one: a row here, and its screen in `main/web/player-screens.tsx`. */
export const playerAddresses = {
  home: { path: "/", visitor: "stays", page: "everyone" },
  landing: { path: "/landing", visitor: "stays", page: "everyone", offline: false },
  terms: { path: "/terms", visitor: "stays", page: "everyone" },
  register: { path: "/register", visitor: "stays", page: "visitors", query: queryType<{ from?: string }>() },
  login: { path: "/login", visitor: "stays", page: "visitors", query: queryType<{ from?: string }>() },
  course: { path: "/course", visitor: "home", page: "signedIn", answers: true },
  package: { path: "/package", visitor: "home", page: "signedIn", answers: true },
  /** `order` names a paid order whose confirmation is shown. */
  app: {
    path: "/app",
    visitor: "home",
    page: "signedIn",
    answers: true,
    query: queryType<{ step?: Step; order?: string }>(),
  },
  /** The link of a bay's QR code: the front door, where people also sign up or in. */
  bay: { path: "/bay", visitor: "stays", page: "outline", query: queryType<{ course: number; bay: number }>() },
  checkout: { path: "/checkout", visitor: "home", page: "signedIn", answers: true, undisturbed: true, within: "app" },
  game: {
    path: "/game",
    visitor: "app",
    page: "signedIn",
    answers: true,
    undisturbed: true,
    query: queryType<{ session?: string }>(),
  },
  /** `step` is the booking step that its Back leads to. */
  prizes: { path: "/prizes", visitor: "home", page: "signedIn", query: queryType<{ course?: number; step?: Step }>() },
  /** `from` is where its Back leads. */
  profile: { path: "/profile", visitor: "login", page: "signedIn", query: queryType<{ from?: string }>() },
  claims: { path: "/claims", visitor: "login", page: "signedIn" },
  orders: { path: "/orders", visitor: "login", page: "signedIn" },
  receipt: { path: "/orders/:orderId/receipt", visitor: "login", page: "signedIn" },
} as const satisfies Addresses;

/** All addresses of the desk begin with one of these. */
export const deskBeginnings = ["/admin", "/course-report"] as const;

/** The profile of those who work at the desk; administrators have no other. */
export const deskProfile = "/admin/profile";

/** Where people who are signed in begin. */
export const homes = {
  player: playerAddresses.course.path,
  staff: "/admin/prize-verification",
  admin: "/admin",
} as const;
