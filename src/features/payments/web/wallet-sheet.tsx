/** What stands in for PayPal's and Apple Pay's own sheets while the sandbox takes the payments. */
import { useFrame } from "#platform/web/frame.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Facts } from "#platform/web/ui/card.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import type { Checkout } from "./checkout.ts";
import type { Wallet, WalletMethod } from "./use-wallet.ts";

const names: Record<WalletMethod, string> = { paypal: "PayPal", apple: "Apple Pay" };

export function WalletSheet({ wallet: { asked, answer }, checkout }: { wallet: Wallet; checkout: Checkout }) {
  const { productName } = useFrame();
  const { name, price } = checkout.packageInfo;
  const wallet = asked ? names[asked] : "";
  return (
    <Sheet
      open={asked !== undefined}
      onClose={() => answer("cancel")}
      title={`Sandbox ${wallet}`}
      footer={
        <>
          <Button size="bay" wide onClick={() => answer("approve")}>
            Approve {priceText(price)}
          </Button>
          <Button variant="secondary" wide onClick={() => answer("decline")}>
            Decline
          </Button>
          <Button variant="quiet" wide onClick={() => answer("cancel")}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="mb-5 text-ink-soft">
        A stand-in for {wallet}'s own sheet: no money moves. Decline to see what happens when the wallet says no.
      </p>
      <Facts
        facts={[
          { label: "Pay to", value: productName },
          { label: "For", value: name },
          { label: "Amount", value: <span className="font-display text-3xl font-extrabold">{priceText(price)}</span> },
        ]}
      />
    </Sheet>
  );
}
