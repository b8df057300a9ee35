/** The player ID: to be read out, copied, or held under a scanner. */
import { Copy } from "lucide-react";
import { encode } from "uqr";
import { IconButton } from "#platform/web/ui/button.tsx";
import { Plate } from "#platform/web/ui/card.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { profileWords } from "./profile-words.ts";

export function PlayerIdCard({ playerId }: { playerId: string }) {
  const words = useWords(profileWords);
  return (
    <Plate className="flex flex-col items-center gap-4 [--focus:#ffd35c]">
      <QrCode text={playerId} label={words.qr(playerId)} />
      <div className="flex w-full items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-base text-on-fairway-soft">{words.playerId}</p>
          <p className="tabular font-display text-[clamp(1.125rem,6vw,1.625rem)] font-bold tracking-wide">{playerId}</p>
        </div>
        <IconButton label={words.copyId} onClick={() => void copy(playerId)} className="bg-white/12">
          <Copy aria-hidden className="size-5" />
        </IconButton>
      </div>
      <p className="text-base text-on-fairway-soft">{words.playerIdAbout}</p>
    </Plate>
  );
}

/** The free margin that scanners need, in modules (ISO/IEC 18004, section 6.3.8). */
const QUIET = 4;

/** Black on white in both themes: many scanners read nothing else. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-44 rounded-2xl bg-[#ffffff]">
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}

async function copy(playerId: string): Promise<void> {
  const words = wordsNow(profileWords);
  try {
    await navigator.clipboard.writeText(playerId);
    notify({ title: words.copied, description: words.copiedAbout });
  } catch {
    // Without HTTPS, or refused: the ID stands there to be copied by hand.
    notify({ title: words.notCopied, description: playerId, variant: "error", duration: 5000 });
  }
}
