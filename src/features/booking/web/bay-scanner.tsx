/** Reads a bay's QR code with the phone's camera. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { bayOfLink, type BayPlace } from "#features/booking/rules.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useWords } from "#platform/web/words.ts";
import { bayWords } from "./bay-words.ts";
import { codeReader, type CodeReader } from "./code-reader.ts";

/** Milliseconds between two readings of the picture. */
const LOOK_MS = 200;

interface BayScannerProps {
  onFound: (place: BayPlace) => void;
  onClose: () => void;
}

export function BayScanner({ onFound, onClose }: BayScannerProps) {
  const words = useWords(bayWords);
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState<"noCamera" | "noReader" | "otherCode">();
  const see = useEffectEvent((text: string) => {
    const place = bayOfLink(text);
    if (place) onFound(place);
    else setTrouble("otherCode");
  });
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let closed = false;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    const look = async (reader: CodeReader) => {
      const picture = video.current;
      // A frame that cannot be read yet is ignored.
      const codes = picture ? await reader.detect(picture).catch(() => []) : [];
      if (closed) return;
      const [code] = codes;
      if (code) see(code.rawValue);
      timer = setTimeout(() => void look(reader), LOOK_MS);
    };
    const open = async () => {
      const coming = codeReader().catch(() => undefined);
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (closed || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      const reader = await coming;
      if (closed) return;
      if (reader) return look(reader);
      stop();
      setTrouble("noReader");
    };
    open().catch(() => {
      if (!closed) setTrouble("noCamera");
    });
    return () => {
      closed = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return (
    <Sheet open onClose={onClose} title={words.scan}>
      <div className="flex flex-col gap-4">
        {trouble === "noCamera" || trouble === "noReader" ? (
          <Banner tone="warning" live="assertive" title={words[trouble]}>
            {words[`${trouble}About`]}
          </Banner>
        ) : (
          <video
            ref={video}
            muted
            playsInline
            aria-label={words.picture}
            className="aspect-square w-full rounded-card bg-fairway-deep object-cover"
          />
        )}
        {(trouble === undefined || trouble === "otherCode") && (
          <p role="status">{trouble ? words.otherCode : words.aim}</p>
        )}
      </div>
    </Sheet>
  );
}
