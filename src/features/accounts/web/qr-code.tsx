/** A text as a QR code. */
import { encode } from "uqr";

/** The free margin that scanners need, in modules (ISO/IEC 18004, section 6.3.8). */
const QUIET = 4;

/** Black on white in both themes: many scanners read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-44 rounded-2xl bg-[#ffffff]">
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}
