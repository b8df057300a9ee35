/** What the lists behind the figures of play share: the filters of the address, further pages, the table. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Path } from "#platform/shared/addresses/address.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { type PagedColumn, PagedTable } from "#platform/web/ui/table/paged-table.tsx";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import type { PlayedSort } from "../played-contract.ts";
import { kindWords, playedWords } from "./played-words.ts";
import { type PlayedAsked, usePlayed } from "./use-played.ts";

/** The words of a list and what its columns write by them. */
export interface PlayedTexts {
  words: typeof playedWords.en;
  kinds: typeof kindWords.en;
  language: Language;
  timeZone: string;
}

interface PlayedPage<Row> {
  rows: Row[];
  nextCursor: string | null;
  timeZone: string;
}

interface PlayedScreenProps<Kind extends keyof typeof kindWords.en, Row> {
  title: string;
  lead: string;
  kinds: readonly Kind[];
  pathOf: (query: Readonly<Record<string, string | undefined>>) => Path;
  /** Of the list's route. */
  queryKey: readonly unknown[];
  load: (query: PlayedAsked<Kind> & { cursor?: string }, signal: AbortSignal) => Promise<PlayedPage<Row>>;
  /** The same function at each drawing. */
  columnsIn: (texts: PlayedTexts) => readonly PagedColumn<Row, PlayedSort>[];
}

export function PlayedScreen<Kind extends keyof typeof kindWords.en, Row extends { id: string }>({
  title,
  lead,
  kinds: known,
  pathOf,
  queryKey,
  load,
  columnsIn,
}: PlayedScreenProps<Kind, Row>) {
  const words = useWords(playedWords);
  const kinds = useWords(kindWords);
  const [language] = useLanguage();
  const { asked, ...table } = usePlayed(kinds, known, pathOf);
  const list = useInfiniteQuery({
    queryKey: [...queryKey, asked],
    queryFn: ({ pageParam, signal }) => load({ ...asked, ...(pageParam === "" ? {} : { cursor: pageParam }) }, signal),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: "always",
  });
  const timeZone = list.data?.pages[0]?.timeZone ?? "UTC";
  const columns = useMemo(
    () => columnsIn({ words, kinds, language, timeZone }),
    [columnsIn, words, kinds, language, timeZone],
  );
  return (
    <AdminShell title={title} lead={lead}>
      <PagedTable
        {...table}
        label={title}
        list={list}
        rowsOf={rowsOf}
        columns={columns}
        keyOf={idOf}
        note={words.timesIn(timeZone)}
        says={{
          failed: words.failed,
          loading: words.loading,
          none: { title: words.none, text: words.noneAbout },
          fits: { title: words.noneFits, text: words.noneFitsAbout },
        }}
      />
    </AdminShell>
  );
}

const idOf = ({ id }: { id: string }) => id;
const rowsOf = <Row,>({ rows }: PlayedPage<Row>) => rows;
