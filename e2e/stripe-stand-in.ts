/**
 * The part of Stripe.js that our code calls, for a page that cannot load it. It shows that we use its names in a working
 * order and keep its elements where they are, not how its frames look or behave.
 */
import type { Page } from "@playwright/test";
import type { StripeServer } from "../test/stripe-server.ts";
import type { TestPaymentMethod } from "../test/stripe-server/cards.ts";

interface StandIn {
  /** `0002` at the end of the typed number is declined; `3220` is asked by the bank. */
  stripeToken(cardNumber: string, setupFutureUsage: "on_session" | null): Promise<string>;
  stripeAnswer(clientSecret: string): Promise<void>;
}

/** Runs in the page instead of Stripe.js. @param hasWallet whether this browser has one */
function standIn(hasWallet: boolean): void {
  type Handler = (event: object) => void;
  const page = window as unknown as StandIn;
  const elements = new Set<Element>();
  let typed = "";
  /** The options that Elements got. */
  let told: { setupFutureUsage?: "on_session" | null } = {};
  let wallet: string | undefined;
  const button = (text: string) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    return made;
  };

  class Element {
    readonly type: string;
    options: { layout?: { defaultCollapsed?: boolean } };
    handlers = new Map<string, Handler[]>();
    place: HTMLElement | undefined;
    constructor(type: string, options: object) {
      this.type = type;
      this.options = options;
    }
    on(name: string, handler: Handler) {
      this.handlers.set(name, [...(this.handlers.get(name) ?? []), handler]);
    }
    off(name: string, handler: Handler) {
      this.handlers.set(
        name,
        (this.handlers.get(name) ?? []).filter((one) => one !== handler),
      );
    }
    emit(name: string, event: object) {
      for (const handler of this.handlers.get(name) ?? []) handler(event);
    }
    update(options: object) {
      Object.assign(this.options, options);
    }
    mount(place: HTMLElement) {
      this.place = place;
      if (this.type === "payment") this.card(place, this.options.layout?.defaultCollapsed === true);
      else this.wallets(place);
      setTimeout(() =>
        this.emit("ready", {
          elementType: this.type,
          availablePaymentMethods: hasWallet ? { applePay: true } : undefined,
        }),
      );
    }
    destroy() {
      this.place?.replaceChildren();
      elements.delete(this);
    }
    card(place: HTMLElement, folded: boolean) {
      const open = button("Card by Stripe");
      const label = document.createElement("label");
      label.textContent = "Card number in Stripe's frame";
      const field = document.createElement("input");
      label.append(field);
      label.hidden = folded;
      open.addEventListener("click", () => {
        label.hidden = false;
      });
      field.addEventListener("input", () => {
        typed = field.value;
        wallet = undefined;
        this.emit("change", { complete: typed.length >= 16, empty: typed === "", value: { type: "card" } });
      });
      place.append(open, label);
    }
    wallets(place: HTMLElement) {
      if (!hasWallet) return;
      const pay = button("Apple Pay by Stripe");
      pay.addEventListener("click", () => {
        wallet = "apple_pay";
        this.emit("confirm", { expressPaymentType: wallet });
      });
      place.append(pay);
    }
  }

  const stripe = {
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
    elements: (options: { setupFutureUsage?: "on_session" | null }) => ({
      options,
      create(type: string, given: object) {
        // As Stripe.js does.
        if ([...elements].some((one) => one.type === type))
          throw new Error(`Can only create one Element of type ${type}`);
        told = options;
        const made = new Element(type, { ...given });
        elements.add(made);
        return made;
      },
      update(next: object) {
        Object.assign(options, next);
      },
      getElement: () => null,
      submit: async () => ({}),
    }),
    createConfirmationToken: async () => ({
      confirmationToken: {
        id: await page.stripeToken(wallet ? "4242424242424242" : typed, told.setupFutureUsage ?? null),
      },
    }),
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) => {
      await page.stripeAnswer(clientSecret);
      return {};
    },
  };
  Object.assign(window, { Stripe: () => stripe });
}

const cards: Readonly<Record<string, TestPaymentMethod>> = {
  "0002": "pm_card_chargeDeclined",
  "3220": "pm_card_threeDSecure2Required",
};

/** Answers the page's request for Stripe.js with the stand-in, which speaks to the server in Stripe's place. */
export async function standInForStripe(page: Page, server: StripeServer, hasWallet: boolean): Promise<void> {
  await page.exposeFunction("stripeToken", (number: string, setupFutureUsage: "on_session" | null) =>
    server.confirmationToken(cards[number.slice(-4)] ?? "pm_card_visa", setupFutureUsage),
  );
  await page.exposeFunction("stripeAnswer", (secret: string) => server.handleNextAction(secret, true));
  await page.route("https://js.stripe.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: `(${String(standIn)})(${hasWallet})` }),
  );
}
