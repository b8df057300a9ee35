/**
 * Reads a bay's QR code with the phone's camera, if the browser can (https://wicg.github.io/shape-detection-api/). In
 * other browsers the phone's camera app opens the code's link, which leads to `/bay`.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { bayOfLink, type BayPlace } from "#features/booking/rules.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useWords } from "#platform/web/words.ts";
import { bayWords } from "./bay-words.ts";

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: new (options: { formats: readonly string[] }) => Detector;
  }
}

/** Milliseconds between two readings of the picture. */
const LOOK_MS = 200;

interface BayScannerProps {
  onFound: (place: BayPlace) => void;
  onClose: () => void;
}

export function BayScanner({ onFound, onClose }: BayScannerProps) {
  const words = useWords(bayWords);
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState<"noCamera" | "otherCode">();
  const see = useEffectEvent((text: string) => {
    const place = bayOfLink(text);
    if (place) onFound(place);
    else setTrouble("otherCode");
  });
  useEffect(() => {
    const { BarcodeDetector } = window;
    if (!BarcodeDetector) return;
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let closed = false;
    const look = async () => {
      const picture = video.current;
      // A frame that cannot be read yet is ignored.
      const codes = picture ? await detector.detect(picture).catch(() => []) : [];
      if (closed) return;
      const [code] = codes;
      if (code) see(code.rawValue);
      timer = setTimeout(() => void look(), LOOK_MS);
    };
    const open = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (closed || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      void look();
    };
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
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
        {trouble === "noCamera" ? (
          <Banner tone="warning" live="assertive" title={words.noCamera}>
            {words.noCameraAbout}
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
        <p role="status">{trouble === "otherCode" ? words.otherCode : words.aim}</p>
      </div>
    </Sheet>
  );
}
