/** The button under a list of the desk with further pages; without them it shows nothing. */
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
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="secondary"
      className="self-center"
      busy={list.isFetchingNextPage && words.loading}
      onClick={() => void list.fetchNextPage()}
    >
      {children ?? words.showMore}
    </Button>
  );
}
