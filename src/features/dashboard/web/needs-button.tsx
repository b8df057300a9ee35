/** The button in the desk's header that counts what needs an administrator. It moves nothing on the screen below. */
import { CircleAlert } from "lucide-react";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useOpening } from "#platform/web/ui/opening.ts";
import { NeedsList } from "./needs-list.tsx";
import { needsOf, useAttention } from "./use-attention.ts";
import { useWords } from "#platform/web/words.ts";
import { needsWords } from "./needs-words.ts";

export function NeedsButton() {
  const words = useWords(needsWords);
  const list = useOpening();
  const { data: attention } = useAttention();
  if (!attention) return null;
  const needs = needsOf(attention);
  if (needs.length === 0 && !list.isOpen) return null;
  const all = needs.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <button
        type="button"
        onClick={() => list.open(true)}
        className="flex min-h-11 items-center gap-2 rounded-full bg-danger px-3 font-bold whitespace-nowrap text-on-danger"
      >
        <CircleAlert aria-hidden className="size-5" />
        <span className="max-2xl:sr-only">{words.needsYou}</span>
        <span className="tabular">{all.toLocaleString("en-US")}</span>
      </button>
      <Sheet open={list.isOpen} onClose={list.close} size="dialog" title={words.needsYou}>
        {needs.length > 0 ? <NeedsList attention={attention} onFollow={list.close} /> : <p>{words.nothing}</p>}
      </Sheet>
    </>
  );
}
