/**
 * A list whose rows come from the server page by page, in the server's order: the next page comes before it is reached.
 * Its filters stay in place while it loads, fails, or has no rows.
 */
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Filters, isNarrowed } from "../filters/filter-bar.tsx";
import { listWords } from "../list-words.ts";
import { EmptyState, ErrorState, Loading, Skeleton } from "../states.tsx";
import { useWords } from "../../words.ts";
import { type Column, saveCsv } from "./column.ts";
import { TableRows } from "./rows.tsx";
import { type Sort, useHiddenColumns } from "./state.ts";
import { type PagedFile, TableTools } from "./tools.tsx";

export type { PagedFile };

export interface PagedColumn<Row, Order extends string> extends Column<Row> {
  /** The server's orders by this column, ascending and descending. */
  orders?: { up?: Order; down?: Order };
}

interface PagedTableProps<Row, Order extends string, Page, Name extends string> {
  label: string;
  /** What `useInfiniteQuery` gives. */
  list: UseInfiniteQueryResult<InfiniteData<Page>>;
  rowsOf: (page: Page) => readonly Row[];
  columns: readonly PagedColumn<Row, Order>[];
  keyOf: (row: Row) => string | number;
  order: Order;
  onOrder: (order: Order) => void;
  filters: Filters<Name>;
  /** Said instead of the list. `fits`: nothing fits the filters. */
  says: { failed: string; loading: string; none: Said; fits: Said };
  /** Beside the number of rows: the zone of its times. */
  note?: string;
  /** The server's file of these rows, where there is one. */
  file?: PagedFile;
}

interface Said {
  title: string;
  text: string;
}

/** @example <PagedTable label="Orders" list={list} rowsOf={…} columns={columns} keyOf={…} order="newest" onOrder={…} filters={…} says={…} /> */
export function PagedTable<Row, Order extends string, Page, Name extends string>(
  props: PagedTableProps<Row, Order, Page, Name>,
) {
  const { label, list, rowsOf, columns, keyOf, order, onOrder, filters, says, note, file } = props;
  const words = useWords(listWords);
  const [hidden, hide] = useHiddenColumns(columns.length);
  const [isSaving, setSaving] = useState(false);
  const sort = sortOf(columns, order);
  const cannotSort = new Set(columns.flatMap(({ orders }, at) => (orders ? [] : [at])));
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap(rowsOf) ?? [], [pages, rowsOf]);
  // While other rows load, the headings stay: one of them was pressed, and has the focus.
  const [hadRows, setHadRows] = useState(false);
  if (rows.length > 0 && !hadRows) setHadRows(true);
  const hasTable = rows.length > 0 || (hadRows && !pages && !list.error);
  // The file has all rows, so the pages that are not here come first.
  const save = async () => {
    setSaving(true);
    let all = list;
    while (all.hasNextPage && !all.error) all = await all.fetchNextPage();
    setSaving(false);
    // The list shows what failed; half of a file would look whole.
    if (all.error) return;
    const written = columns.filter((_, at) => !hidden.has(at));
    saveCsv(label, written, all.data?.pages.flatMap(rowsOf) ?? []);
  };
  const found = pages && [words.loaded(rows.length, list.hasNextPage), note].filter(Boolean).join(" · ");
  return (
    <div className="flex flex-col gap-4">
      <TableTools
        {...{ filters, columns, hidden, found }}
        onHide={hide}
        onSave={() => void save()}
        saving={isSaving}
        isEmpty={rows.length === 0}
        {...(file !== undefined && { file })}
      />
      {hasTable && (
        <div className="rounded-card bg-card px-2 shadow-card print:shadow-none">
          <TableRows
            {...{ label, rows, columns, hidden, keyOf, sort, cannotSort }}
            press={(by) => onOrder(nextOrder(columns[by]?.orders, order) ?? order)}
            onNearEnd={() => {
              if (list.hasNextPage && !list.isFetching && !list.error) void list.fetchNextPage();
            }}
          />
        </div>
      )}
      {!pages ? (
        list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} title={says.failed} />
        ) : (
          <Loading label={says.loading}>
            <Skeleton className="h-96" />
          </Loading>
        )
      ) : rows.length === 0 ? (
        <Nothing {...(isNarrowed(filters) ? says.fits : says.none)} />
      ) : (
        list.error && (
          <ErrorState error={list.error} onRetry={() => void list.fetchNextPage()} title={words.nextFailed} />
        )
      )}
    </div>
  );
}

function Nothing({ title, text }: Said) {
  return <EmptyState title={title}>{text}</EmptyState>;
}

function sortOf<Row, Order extends string>(
  columns: readonly PagedColumn<Row, Order>[],
  order: Order,
): Sort | undefined {
  const by = columns.findIndex(({ orders }) => orders?.up === order || orders?.down === order);
  return by < 0 ? undefined : { by, down: columns[by]?.orders?.down === order };
}

/** The column's other order, or its first one: figures and moments begin with the largest. */
function nextOrder<Order extends string>(orders: { up?: Order; down?: Order } | undefined, order: Order) {
  return orders?.down === order
    ? (orders.up ?? order)
    : ((orders?.up === order ? orders.down : undefined) ?? orders?.down ?? orders?.up);
}
