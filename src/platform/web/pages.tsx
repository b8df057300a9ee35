/** A golfer's list that comes page by page: its first page is an answer as any other, the older ones come on a tap. */
import { type QueryKey, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "./ui/button.tsx";
import { ErrorState } from "./ui/states.tsx";
import { defineWords, useWords } from "./words.ts";

const words = defineWords(
  { more: "Show more", loading: "Loading...", failed: "The older ones did not load" },
  { more: "Mostrar más", loading: "Cargando...", failed: "No se cargaron los anteriores" },
);

interface Paged {
  nextCursor?: string | null | undefined;
}

interface PagesOptions<Page> {
  /** The key of the first page; what changes the list refreshes the pages, too. */
  queryKey: QueryKey;
  /** The first page, read by `useQuery`, which other screens share. */
  first: Page | undefined;
  /** Reads a page. */
  read: (send: { query: { cursor?: string }; signal: AbortSignal }) => Promise<Page>;
  /** Milliseconds between two looks at the shown pages. */
  refetchInterval?: number;
}

/** @returns the pages that are shown, the newest first, and what `MorePages` needs */
export function usePages<Page extends Paged>({ queryKey, first, read, refetchInterval = 0 }: PagesOptions<Page>) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const key = [...queryKey, "pages"];
  const all = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read({ query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null, // The first page has no cursor.
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: isOpen,
    refetchInterval: refetchInterval || false,
  });
  const pages = (isOpen ? all.data?.pages : undefined) ?? (first === undefined ? [] : [first]);
  const more = () => {
    if (!isOpen) {
      queries.setQueryData(key, { pages, pageParams: [null] });
      setOpen(true);
    }
    return all.fetchNextPage();
  };
  return {
    pages,
    more: {
      hasMore: typeof pages.at(-1)?.nextCursor === "string",
      isLoading: all.isFetchingNextPage,
      error: all.isFetchNextPageError ? all.error : null,
      show: () => void more(),
    },
  };
}

/** The button below the list; nothing below the last page. */
export function MorePages({ more }: { more: ReturnType<typeof usePages>["more"] }) {
  const { more: label, loading, failed } = useWords(words);
  if (!more.hasMore) return null;
  if (more.error && !more.isLoading) return <ErrorState error={more.error} onRetry={more.show} title={failed} />;
  return (
    <Button variant="secondary" wide className="mt-4" busy={more.isLoading && loading} onClick={more.show}>
      {label}
    </Button>
  );
}
