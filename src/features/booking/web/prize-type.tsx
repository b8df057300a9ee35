/** What a package plays for: the sponsored prizes, or the jackpot as well. */
import type { PackageType } from "#features/courses/contract.ts";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { useWords } from "#platform/web/words.ts";
import { bookingWords } from "./words.ts";

interface PrizeTypeProps {
  value: PackageType;
  onChange: (type: PackageType) => void;
}

export function PrizeType({ value, onChange }: PrizeTypeProps) {
  const words = useWords(bookingWords);
  return (
    <Segmented
      legend={words.prizeType}
      showLegend
      options={[
        { value: "sponsored", label: <Label name={words.sponsored} range="$1-$3" /> },
        { value: "jackpot", label: <Label name={words.jackpotPackages} range="$3+" /> },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}

function Label({ name, range }: { name: string; range: string }) {
  return (
    <span>
      {name} <span className="whitespace-nowrap">({range})</span>
    </span>
  );
}
