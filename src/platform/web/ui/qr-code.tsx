/** A QR code as a drawing, so that it prints as sharp as on a screen. */
import { encode } from "uqr";
import { cx } from "./cx.ts";

/** The free margin that scanners need, in modules (ISO/IEC 18004, section 6.3.8). */
const QUIET = 4;

/** Black on white in both themes, because many scanners need it. @param className its size */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={cx("bg-[#ffffff]", className)}>
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}
