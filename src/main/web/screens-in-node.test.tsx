/**
 * Every screen of signed-in people is drawn in Node, where there is no `window`: a screen that asks the browser for
 * something while it renders fails here, and could not be drawn by the server.
 */
import { prerender } from "react-dom/static";
import { renderToString } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import { Router as Location } from "wouter";
import type { User } from "#features/accounts/contract.ts";
import type { Address, Path } from "#platform/shared/addresses/address.ts";
import { deskAddresses } from "#platform/shared/addresses/desk.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import { prerenderIn } from "#platform/web/words.ts";
import { startApp } from "./root.tsx";

const someone = (role: User["role"]): User => ({
  id: "00000000-0000-4000-8000-000000000001",
  userId: "7K3M-Q9TV-26",
  name: "Robin Tester",
  email: "robin@example.com",
  phone: null,
  acquisitionSource: null,
  role,
  notifications: {
    emailNotifications: true,
    smsNotifications: false,
    pushNotifications: true,
    gameUpdates: true,
    prizeAlerts: true,
  },
  language: "en",
  namedAsWinner: false,
  createdAt: "2026-05-01T12:00:00.000Z",
});

/** Those that send people who are signed in elsewhere, and so draw nothing. */
const LEADS_ON = new Set<string>(["/", "/login", "/register", "/checkout", "/package"]);
const searches: Readonly<Record<string, string>> = {
  "/bay": "course=1&bay=7",
  "/game": "session=00000000-0000-4000-8000-000000000002",
};

function tree(path: Path, role: User["role"]) {
  const data = { productName: "Acebay", contactEmail: "hello@example.com", visitor: false };
  const App = startApp({ ...data, answers: { user: someone(role), answers: [] } });
  return (
    <Location ssrPath={path.replaceAll(/:\w+/g, "7")} ssrSearch={searches[path] ?? ""}>
      <App />
    </Location>
  );
}

/** Waits for the file of the screen. @throws what the screen has thrown */
async function drawn(path: Path, role: User["role"]): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(tree(path, role), { onError: (error) => void failures.push(error) });
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  return html;
}

const rows: [Path, User["role"]][] = [
  ...Object.values<Address>(playerAddresses).map(({ path }): [Path, User["role"]] => [path, "player"]),
  ...Object.values(deskAddresses).flatMap(({ path, who }): [Path, User["role"]][] =>
    who === "staff"
      ? [
          [path, "staff"],
          [path, "admin"],
        ]
      : [[path, "admin"]],
  ),
];

describe.each(["en", "es"] as const)("in %s", (language) => {
  beforeAll(() => prerenderIn(language));

  test.each(rows)("%s is drawn for a %s", async (path, role) => {
    expect("window" in globalThis || "document" in globalThis).toBe(false);
    const html = await drawn(path, role);
    if (LEADS_ON.has(path)) return;
    expect(html).toContain("<main");
    // Its file is there now, so that it is drawn at once, too, and by the same words.
    const atOnce = renderToString(tree(path, role));
    const words = (text: string) => text.replaceAll(/<!--.*?-->|<[^>]*>|\s+/g, " ").replaceAll(/ +/g, " ");
    expect(words(atOnce)).toBe(words(html));
  });
});
