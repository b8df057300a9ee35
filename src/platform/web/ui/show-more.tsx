/** The button under a list of the desk with further pages; without them it shows nothing. */
import { Button } from "./button.tsx";

interface ShowMoreProps {
  /** What `useInfiniteQuery` gives. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  children?: string;
}

export function ShowMore({ list, children = "Show more" }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="secondary"
      className="self-center"
      busy={list.isFetchingNextPage && "Loading..."}
      onClick={() => void list.fetchNextPage()}
    >
      {children}
    </Button>
  );
}
