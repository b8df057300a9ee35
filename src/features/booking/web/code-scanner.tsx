/** Reads a QR code with the phone's camera: a bay's, or a friend's player ID. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useWords } from "#platform/web/words.ts";
import { codeReader, type CodeReader } from "./code-reader.ts";
import { scannerWords } from "./scanner-words.ts";

/** Milliseconds between two readings of the picture. */
const LOOK_MS = 200;

export interface CodeScannerProps {
  /** The kind of code that is looked for. */
  of: "bay" | "friend";
  title: string;
  /** @returns whether the text is a code of this kind */
  onRead: (text: string) => boolean;
  onClose: () => void;
}

export function CodeScanner({ of, title, onRead, onClose }: CodeScannerProps) {
  const words = useWords(scannerWords);
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState<"noCamera" | "noReader" | "otherCode">();
  const see = useEffectEvent((text: string) => {
    if (!onRead(text)) setTrouble("otherCode");
  });
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let closed = false;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    const readFrame = async (reader: CodeReader) => {
      const picture = video.current;
      // A frame that cannot be read yet is ignored.
      const codes = picture ? await reader.detect(picture).catch(() => []) : [];
      if (closed) return;
      const [code] = codes;
      if (code) see(code.rawValue);
      timer = setTimeout(() => void readFrame(reader), LOOK_MS);
    };
    const open = async () => {
      const coming = codeReader().catch(() => undefined);
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (closed || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      const reader = await coming;
      if (closed) return;
      if (reader) return readFrame(reader);
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
    <Sheet open onClose={onClose} title={title}>
      <div className="flex flex-col gap-4">
        {trouble === "noCamera" || trouble === "noReader" ? (
          <Banner tone="warning" live="assertive" title={words[trouble]}>
            {words[trouble === "noCamera" ? "allow" : "reopen"]} {words[`${of}ByHand`]}
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
          <p role="status">{trouble ? words[`${of}Other`] : words[`${of}Aim`]}</p>
        )}
      </div>
    </Sheet>
  );
}
