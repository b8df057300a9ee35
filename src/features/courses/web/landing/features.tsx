/** The prizes, and reasons to play. */
import { Clock3, Coins, ShieldCheck, Users } from "lucide-react";
import { HoleFlag } from "#platform/web/ui/flag.tsx";
import { useWords } from "#platform/web/words.ts";
import { landingWords } from "./landing-words.ts";
import { Reasons } from "./reasons.tsx";
import { SectionTitle } from "./section-title.tsx";

const holes = [
  { hole: "left", title: "leftHole", text: "leftText" },
  { hole: "middle", title: "middleHole", text: "middleText" },
  { hole: "right", title: "rightHole", text: "rightText" },
] as const;
const reasons = [
  { Icon: Coins, title: "potTitle", text: "potText" },
  { Icon: Users, title: "groupTitle", text: "groupText" },
  { Icon: ShieldCheck, title: "fairTitle", text: "fairText" },
  { Icon: Clock3, title: "freeTitle", text: "freeText" },
] as const;

export function Features() {
  const words = useWords(landingWords);
  return (
    <>
      <section aria-labelledby="holes-title">
        <SectionTitle id="holes-title">{words.holesTitle}</SectionTitle>
        <ul className="grid gap-5 md:grid-cols-3">
          {holes.map(({ hole, title, text }) => (
            <li key={hole} className="rounded-card bg-card p-5 shadow-card">
              <HoleFlag hole={hole} size={72} />
              <h3 className="mt-4 text-2xl font-bold tracking-tight">{words[title]}</h3>
              <p className="mt-1 text-ink-soft">{words[text]}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="why-title">
        <SectionTitle id="why-title">{words.whyTitle}</SectionTitle>
        <Reasons reasons={reasons} />
      </section>
    </>
  );
}
