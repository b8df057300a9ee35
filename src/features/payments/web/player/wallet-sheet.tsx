/** Replaces PayPal's and Apple Pay's own sheets while the sandbox takes the payments. */
import { useFrame } from "#platform/web/frame.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Facts } from "#platform/web/ui/card.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useNamed } from "#platform/web/translate.ts";
import { useWords } from "#platform/web/words.ts";
import type { Checkout } from "./checkout.ts";
import { sheetWords } from "./sheet-words.ts";
import type { Wallet, WalletMethod } from "./use-wallet.ts";
import { paymentWords } from "./words.ts";

const names: Record<WalletMethod, string> = { paypal: "PayPal", apple: "Apple Pay" };

export function WalletSheet({ wallet: { asked, answer }, checkout }: { wallet: Wallet; checkout: Checkout }) {
  const words = { ...useWords(paymentWords), ...useWords(sheetWords) };
  const { productName } = useFrame();
  const named = useNamed();
  const { name, nameEs, price } = checkout.packageInfo;
  const wallet = asked ? names[asked] : "";
  return (
    <Sheet
      open={asked !== undefined}
      onClose={() => answer("cancel")}
      title={words.sandbox(wallet)}
      footer={
        <>
          <Button size="bay" wide onClick={() => answer("approve")}>
            {words.approve(priceText(price))}
          </Button>
          <Button variant="secondary" wide onClick={() => answer("decline")}>
            {words.decline}
          </Button>
          <Button variant="quiet" wide onClick={() => answer("cancel")}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <p className="mb-5 text-ink-soft">{words.walletStandIn(wallet)}</p>
      <Facts
        facts={[
          { label: words.payTo, value: productName },
          { label: words.for, value: named(name, nameEs) },
          {
            label: words.amount,
            value: <span className="font-display text-3xl font-extrabold">{priceText(price)}</span>,
          },
        ]}
      />
    </Sheet>
  );
}
