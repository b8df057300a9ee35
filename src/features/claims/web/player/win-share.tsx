/** Sharing a win: the picture where the browser shares files, otherwise the text; without sharing, a button to save it. */
import { Download, Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { Claim } from "#features/play/contract.ts";
import { useFrame } from "#platform/web/frame.tsx";
import { saveFile } from "#platform/web/save-file.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { useWords } from "#platform/web/words.ts";
import { drawWin } from "./win-picture.ts";
import { winWords } from "./win-words.ts";

interface WinShareProps {
  claim: Claim;
  /** Undefined for the golfer's own win. */
  winner: string | undefined;
}

export function WinShare({ claim, winner }: WinShareProps) {
  const words = useWords(winWords);
  const { productName: product } = useFrame();
  const amount = potText(claim.prizeAmount);
  const course = claim.courseName;
  const [picture, setPicture] = useState<File>();
  const { cardTitle: title, cardText: text, fileName } = words;
  useEffect(() => {
    let over = false;
    // Drawn ahead, because browsers share only in the moment of a tap.
    void drawWin({ title, amount, text, course, product }).then((blob) => {
      if (blob && !over) setPicture(new File([blob], `${fileName}.png`, { type: blob.type }));
    });
    return () => {
      over = true;
    };
  }, [title, amount, text, course, product, fileName]);
  const what = {
    text: winner === undefined ? words.shareText(amount, course) : words.shareTextBy(winner, amount, course),
    url: window.location.origin,
  };
  const canShare = typeof navigator.share === "function";
  const share = async () => {
    const withPicture = picture && { ...what, files: [picture] };
    // Closing the system's sheet without sharing is no failure.
    await navigator.share(withPicture && navigator.canShare?.(withPicture) ? withPicture : what).catch(() => undefined);
  };
  if (canShare) {
    return (
      <Button size="bay" wide onClick={() => void share()}>
        <Share2 aria-hidden className="size-6" />
        {words.share}
      </Button>
    );
  }
  return (
    <Button size="bay" wide disabled={!picture} onClick={() => picture && saveFile(picture.name, picture)}>
      <Download aria-hidden className="size-6" />
      {words.save}
    </Button>
  );
}
