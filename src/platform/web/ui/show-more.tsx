/** The button under a list of the desk with further pages; without them it shows nothing. */
import { useState } from "react";
import { Button } from "./button.tsx";
import { listWords } from "./list-words.ts";
import { useWords } from "../words.ts";

interface ShowMoreProps {
  /** What `useInfiniteQuery` gives. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  children?: string;
}

export function ShowMore({ list, children }: ShowMoreProps) {
  const words = useWords(listWords);
  const [isPressed, setPressed] = useState(false);
  if (!list.hasNextPage && !isPressed) return null;
  return (
    // The last press removes the button; the focus then stays here.
    <div tabIndex={-1} className="self-center text-ink-soft print:hidden">
      {list.hasNextPage ? (
        <Button
          variant="secondary"
          busy={list.isFetchingNextPage && words.loading}
          onClick={() => {
            setPressed(true);
            void list.fetchNextPage();
          }}
        >
          {children ?? words.showMore}
        </Button>
      ) : (
        words.noMore
      )}
    </div>
  );
}
