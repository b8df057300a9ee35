/** A button that opens the scanner of QR codes, beside the field that it fills in. */
import { QrCode } from "lucide-react";
import { useState } from "react";
import { Button } from "#platform/web/ui/button.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { useWords } from "#platform/web/words.ts";
import { bayWords } from "./bay-words.ts";
import type { CodeScannerProps } from "./code-scanner.tsx";

const CodeScanner = late(async () => (await import("./code-scanner.tsx")).CodeScanner, { asked: true });

export interface ScanButtonProps extends Omit<CodeScannerProps, "onClose"> {
  /** `field`: beside a field; `icon`: the same without a word; `small`: in a line of text. */
  looks?: "field" | "icon" | "small" | undefined;
}

export function ScanButton({ looks = "field", onRead, ...scanner }: ScanButtonProps) {
  const words = useWords(bayWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        aria-label={scanner.title}
        onClick={() => setOpen(true)}
        {...(looks === "small" ? { size: "small" } : { className: "flex-col gap-0! rounded-3xl! px-3! leading-none" })}
      >
        <QrCode aria-hidden className={looks === "small" ? "size-5 shrink-0" : "size-7 shrink-0"} />
        {looks !== "icon" && words.scanShort}
      </Button>
      {isOpen && (
        <CodeScanner
          {...scanner}
          onRead={(text) => {
            const isRight = onRead(text);
            if (isRight) setOpen(false);
            return isRight;
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
