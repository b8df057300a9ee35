/** What Stripe.js does in the golfer's browser. */
import type { TestPaymentMethod } from "./cards.ts";
import { answerChallenge } from "./payment-intents.ts";
import { newId, type State } from "./state.ts";

const TOKEN_SECONDS = 12 * 3600;

export function browserOf(state: State) {
  return {
    /** `stripe.createConfirmationToken` with Elements in which a test payment method was entered. */
    confirmationToken: (paymentMethod: TestPaymentMethod, setupFutureUsage: "on_session" | null = null): string => {
      const id = newId("ctoken");
      const expiresAt = state.now() + TOKEN_SECONDS;
      state.tokens.set(id, { id, paymentMethod, expiresAt, setupFutureUsage, usedFor: null });
      return id;
    },
    /** `stripe.handleNextAction`: the golfer answers the bank. */
    handleNextAction: (clientSecret: string, approved: boolean): void => {
      const intent = [...state.intents.values()].find(({ client_secret }) => client_secret === clientSecret);
      if (!intent) throw new Error("no such client secret");
      answerChallenge(state, intent, approved);
    },
  };
}
