/** The player ID: to be read out, copied, or held under a scanner. */
import { Copy } from "lucide-react";
import { IconButton } from "#platform/web/ui/button.tsx";
import { Plate } from "#platform/web/ui/card.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { profileWords } from "./profile-words.ts";

/** Loaded late: the QR code is a third of the profile's weight. */
const QrCode = late(async () => (await import("#platform/web/ui/qr-code.tsx")).QrCode, {
  idle: true,
  instead: <div className="size-44 rounded-2xl bg-[#ffffff]" />,
});

export function PlayerIdCard({ playerId }: { playerId: string }) {
  const words = useWords(profileWords);
  return (
    <Plate className="flex flex-col items-center gap-4 [--focus:#ffd35c]">
      <QrCode text={playerId} label={words.qr(playerId)} className="size-44 rounded-2xl" />
      <div className="flex w-full items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-on-fairway-soft">{words.playerId}</p>
          <p className="tabular font-display text-[clamp(1.125rem,6vw,1.625rem)] font-bold tracking-wide">{playerId}</p>
        </div>
        <IconButton label={words.copyId} onClick={() => void copy(playerId)} className="bg-white/12">
          <Copy aria-hidden className="size-5" />
        </IconButton>
      </div>
      <p className="text-on-fairway-soft">{words.playerIdAbout}</p>
    </Plate>
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
