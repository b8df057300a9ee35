/** The sandbox's stand-in for a wallet's own sheet: it asks the golfer, and gives a token as a wallet would. */
import { useRef, useState } from "react";
import { type PaymentMethod, sandboxRoutes } from "#features/payments/contract.ts";
import { call } from "#platform/web/api.ts";

export type WalletMethod = Exclude<PaymentMethod, "card">;
export type WalletAnswer = "approve" | "decline" | "cancel";

export interface Wallet {
  /** The wallet whose sheet is open. */
  asked: WalletMethod | undefined;
  /** Opens the wallet's sheet. @returns its token; undefined when the golfer closed the sheet: then nothing was sent */
  tokenOf: (method: WalletMethod) => Promise<string | undefined>;
  answer: (answer: WalletAnswer) => void;
}

export function useWallet(): Wallet {
  const [asked, setAsked] = useState<WalletMethod>();
  const answered = useRef<(answer: WalletAnswer) => void>(undefined);
  return {
    asked,
    tokenOf: async (method) => {
      setAsked(method);
      const answer = await new Promise<WalletAnswer>((resolve) => {
        answered.current = resolve;
      });
      setAsked(undefined);
      if (answer === "cancel") return undefined;
      const { body } = await call(sandboxRoutes.answerWallet, { body: { approved: answer === "approve" } });
      return body.token;
    },
    answer: (answer) => answered.current?.(answer),
  };
}
