/** What a package plays for: the sponsored prizes, or the jackpot as well; with the prices of each at the course. */
import type { BallPackage, Course, PackageType } from "#features/courses/contract.ts";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { useWords } from "#platform/web/words.ts";
import { isSold, priceOf } from "./selections.ts";
import { bookingWords } from "./words.ts";

interface PrizeTypeProps {
  course: Pick<Course, "priceFactor">;
  packages: readonly BallPackage[];
  value: PackageType;
  onChange: (type: PackageType) => void;
}

export function PrizeType({ course, packages, value, onChange }: PrizeTypeProps) {
  const words = useWords(bookingWords);
  const pricesOf = (type: PackageType) =>
    packages
      .filter((offer) => offer.packageType === type && isSold(offer, course))
      .map((offer) => priceOf(offer, course));
  return (
    <Segmented
      legend={words.prizeType}
      options={[
        { value: "sponsored", label: <Label name={words.sponsored} range={span(pricesOf("sponsored"))} /> },
        { value: "jackpot", label: <Label name={words.jackpotPackages} range={from(pricesOf("jackpot"))} /> },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}

/** `$1-$3`, from dollars; `$2` of a single price; undefined without any. */
function span(prices: readonly number[]): string | undefined {
  if (prices.length === 0) return undefined;
  const [least, most] = [priceText(Math.min(...prices)), priceText(Math.max(...prices))];
  return least === most ? least : `${least}-${most}`;
}

/** `$3+`, from dollars. */
function from(prices: readonly number[]): string | undefined {
  return prices.length === 0 ? undefined : `${priceText(Math.min(...prices))}+`;
}

function Label({ name, range }: { name: string; range: string | undefined }) {
  return (
    <span>
      {name} {range && <span className="whitespace-nowrap">({range})</span>}
    </span>
  );
}
