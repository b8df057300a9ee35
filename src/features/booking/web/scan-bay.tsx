/** The button that opens the scanner of bays' QR codes. */
import { QrCode } from "lucide-react";
import { useState } from "react";
import type { BayPlace } from "#features/booking/rules.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { bayWords } from "./bay-words.ts";
import { useSelections } from "./selections.ts";

const BayScanner = late(async () => (await import("./bay-scanner.tsx")).BayScanner, { asked: true });

export function ScanBay() {
  const words = useWords(bayWords);
  const [{ courseId }, choose] = useSelections();
  const [open, setOpen] = useState(false);
  const found = (place: BayPlace) => {
    setOpen(false);
    choose(place);
    const { set, otherCourse } = wordsNow(bayWords);
    notify({
      title: set(place.bayNumber),
      ...(place.courseId === courseId ? {} : { description: otherCourse }),
    });
  };
  return (
    <>
      <Button variant="secondary" wide onClick={() => setOpen(true)}>
        <QrCode aria-hidden className="size-5 shrink-0" />
        {words.scan}
      </Button>
      {open && <BayScanner onFound={found} onClose={() => setOpen(false)} />}
    </>
  );
}
