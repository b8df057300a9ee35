/** A message that stays when another administrator was faster with a payout: the outcome, and who decided. */
import { useQuery } from "@tanstack/react-query";
import { type Payout, payoutRoutes } from "#features/claims/payout-contract.ts";
import { call } from "#platform/web/api.ts";
import { keyOf } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { zonedText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { prizeText } from "./claim-facts.ts";
import { howText } from "./payout-columns.tsx";
import { payoutWords } from "./payout-words.ts";

export function GonePayout({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const words = useWords(payoutWords);
  const [language] = useLanguage();
  const found = useQuery({
    queryKey: [...keyOf(payoutRoutes.listPayouts), "gone", payout.claimId],
    queryFn: async ({ signal }) => {
      const ended = await Promise.all(
        (["paid", "forfeited"] as const).map((status) => call(payoutRoutes.listPayouts, { query: { status }, signal })),
      );
      const now = ended.flatMap((reply) => reply.body.payouts).find(({ claimId }) => claimId === payout.claimId);
      return { now, timeZone: ended[0]?.body.timeZone };
    },
  });
  const prize = prizeText(payout);
  const sentence = () => {
    const { now, timeZone } = found.data ?? {};
    const at = now?.paidAt ?? now?.forfeitedAt;
    if (!now || !at || timeZone === undefined) return words.goneMoved(prize);
    const text = now.status === "paid" ? words.gonePaid : words.goneForfeited;
    return text(prize, zonedText(at, timeZone, language), howText(now, language));
  };
  return (
    <Banner
      tone="warning"
      live="assertive"
      title={words.goneTitle(payout.playerName)}
      actions={
        <Button variant="secondary" size="small" onClick={onClose}>
          {words.understood}
        </Button>
      }
    >
      {!found.isPending && sentence()}
    </Banner>
  );
}
