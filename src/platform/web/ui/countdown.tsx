/** A countdown that runs: `m:ss` beside the symbol of a clock, and in words for those who hear it. */
import { Timer } from "lucide-react";
import { locales, useLanguage } from "../words.ts";
import { clockText } from "./clock.tsx";

export function Countdown({ seconds }: { seconds: number }) {
  const [language] = useLanguage();
  const locale = locales[language];
  const whole = Math.max(0, Math.ceil(seconds));
  const parts = [
    ["minute", Math.floor(whole / 60)],
    ["second", whole % 60],
  ] as const;
  const said = parts
    .filter(([unit, count]) => count > 0 || (unit === "second" && whole === 0))
    .map(([unit, count]) => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count));
  return (
    <>
      <span aria-hidden className="tabular inline-flex items-baseline gap-1 whitespace-nowrap">
        <Timer className="size-5 self-center" />
        {clockText(whole)}
      </span>
      <span className="sr-only">{new Intl.ListFormat(locale).format(said)}</span>
    </>
  );
}
