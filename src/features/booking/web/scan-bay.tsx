/** Scans a bay's QR code, which chooses course and bay. */
import { bayOfLink } from "#features/booking/rules.ts";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { bayWords } from "./bay-words.ts";
import { ScanButton, type ScanButtonProps } from "./scan-button.tsx";
import { useSelections } from "./selections.ts";

export function ScanBay({ looks }: Pick<ScanButtonProps, "looks">) {
  const words = useWords(bayWords);
  const [{ courseId }, choose] = useSelections();
  const read = (text: string) => {
    const place = bayOfLink(text);
    if (!place) return false;
    choose({ ...place, standsAt: place.courseId });
    const { set, otherCourse } = wordsNow(bayWords);
    notify({
      title: set(place.bayNumber),
      ...(place.courseId === courseId ? {} : { description: otherCourse }),
    });
    return true;
  };
  return <ScanButton of="bay" title={words.scan} looks={looks} onRead={read} />;
}
