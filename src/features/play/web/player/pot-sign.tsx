import { potText } from "#platform/web/ui/money.tsx";
import { places } from "./flag-places.ts";

/** A gold plate that hangs over the middle flag. */
export function PotSign({ pot }: { pot: number }) {
  const text = potText(pot);
  const width = text.length * 9.6 + 22;
  const { x } = places.middle;
  return (
    <g transform={`translate(${x + 3} 82)`}>
      <path d="M-5 12h10l-5 7z" fill="#ffcb3d" />
      <rect x={-width / 2} y="-13" width={width} height="26" rx="13" fill="#ffcb3d" />
      <text
        textAnchor="middle"
        y="6"
        fontFamily="var(--font-display)"
        fontWeight="800"
        fontSize="17"
        fill="#2b1d00"
        className="tabular"
      >
        {text}
      </text>
    </g>
  );
}
