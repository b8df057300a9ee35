/** People who call the servers over HTTP, through a proxy as in production. */
import { randomInt, randomUUID } from "node:crypto";
import { accountRoutes } from "#features/accounts/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { type Answer, bodyOf, type Calls, callsBy, type RawCall } from "#test/calls.ts";

/** Each golfer has an address of their own, as the proxy tells it. */
const anyAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
const PATIENCE_MS = 15_000;

const PACK = { packageId: 4, price: 5 };

/** A browser with no cookies yet, at a server. */
export function browserAt(url: string): Calls {
  const cookies = new Map<string, string>();
  const address = anyAddress();
  const raw: RawCall = async (method, path, body, more = {}) => {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: {
        "x-forwarded-for": address,
        "x-forwarded-proto": "https",
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await reply.text();
    const isJson = reply.headers.get("content-type")?.includes("json");
    return { status: reply.status, body: isJson && text ? JSON.parse(text) : text, headers: {} };
  };
  return callsBy(raw);
}

export interface Golfer extends Calls {
  email: string;
}

/** Registers a golfer. */
export async function golferAt(url: string): Promise<Golfer> {
  const browser = browserAt(url);
  const email = `${randomUUID()}@example.com`;
  await bodyOf(browser.call(accountRoutes.register, { body: { name: "Robin Alert", email, phone: "555 010 0100" } }));
  return { ...browser, email };
}

/** Pays for a package and starts its session at any bay. */
export function pay(golfer: Calls): Promise<Answer<typeof paymentRoutes.processPayment>> {
  return golfer.call(paymentRoutes.processPayment, {
    body: {
      paymentInfo: {
        paymentMethod: "card",
        cardNumber: "4242 4242 4242 4242",
        expiryDate: "12/40",
        cvv: "123",
        billingZip: "34119",
      },
      sessionData: { courseId: 1, packageId: PACK.packageId, bayNumber: randomInt(1, 101) },
      amount: PACK.price,
    },
  });
}

/** Records a shot: a miss, or a claim. */
export function shoot(golfer: Calls, sessionId: string, hole: "missed" | "left"): Promise<{ status: number }> {
  const body = { sessionId, targetHole: hole, prizeClaim: hole !== "missed", prizeAmount: 0 };
  return golfer.call(playRoutes.recordShot, { body });
}
