/** What a range has of the game. */
import { ChartColumn, HandCoins, QrCode } from "lucide-react";
import { useWords } from "#platform/web/words.ts";
import { landingWords } from "./landing-words.ts";
import { Reasons } from "./reasons.tsx";
import { SectionTitle } from "./section-title.tsx";

const gains = [
  { Icon: HandCoins, title: "shareTitle", text: "shareText" },
  { Icon: QrCode, title: "setUpTitle", text: "setUpText" },
  { Icon: ChartColumn, title: "officeTitle", text: "officeText" },
] as const;

export function ForRanges() {
  const words = useWords(landingWords);
  return (
    <section aria-labelledby="ranges-title">
      <SectionTitle id="ranges-title">{words.rangesTitle}</SectionTitle>
      <Reasons reasons={gains} />
    </section>
  );
}
