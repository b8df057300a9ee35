/** A list whose rows come from the server page by page, in the server's order: the next page comes before it is reached. */
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { listWords } from "../list-words.ts";
import { ErrorState } from "../states.tsx";
import { useWords } from "../../words.ts";
import { type Column, saveCsv } from "./column.ts";
import { TableRows } from "./rows.tsx";
import { type Sort, useHiddenColumns } from "./state.ts";
import { TableTools } from "./tools.tsx";

export interface PagedColumn<Row, Order extends string> extends Column<Row> {
  /** The server's orders by this column, ascending and descending. */
  orders?: { up?: Order; down?: Order };
}

interface PagedTableProps<Row, Order extends string, Page> {
  label: string;
  /** What `useInfiniteQuery` gives, with at least one page. */
  list: UseInfiniteQueryResult<InfiniteData<Page>>;
  rowsOf: (page: Page) => readonly Row[];
  columns: readonly PagedColumn<Row, Order>[];
  keyOf: (row: Row) => string | number;
  order: Order;
  onOrder: (order: Order) => void;
  /** Beside the number of rows: the zone of its times. */
  note?: string;
  /** The address of the server's file of these rows, where there is one. */
  file?: string;
  /** Fields over the list. */
  children?: ReactNode;
}

/** @example <PagedTable label="Orders" rows={orders} list={list} columns={columns} keyOf={…} order="newest" onOrder={…} /> */
export function PagedTable<Row, Order extends string, Page>(props: PagedTableProps<Row, Order, Page>) {
  const { label, list, rowsOf, columns, keyOf, order, onOrder, note, file, children } = props;
  const words = useWords(listWords);
  const [hidden, hide] = useHiddenColumns(columns.length);
  const [isSaving, setSaving] = useState(false);
  const sort = sortOf(columns, order);
  const cannotSort = new Set(columns.flatMap(({ orders }, at) => (orders ? [] : [at])));
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap(rowsOf) ?? [], [pages, rowsOf]);
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
  return (
    <div className="flex flex-col gap-4">
      <TableTools
        columns={columns}
        hidden={hidden}
        onHide={hide}
        onSave={() => void save()}
        saving={isSaving}
        {...(file !== undefined && { file })}
        count={[words.loaded(rows.length, list.hasNextPage), note].filter(Boolean).join(" · ")}
      >
        {children}
      </TableTools>
      <div className="rounded-card bg-card px-2 shadow-card print:shadow-none">
        <TableRows
          {...{ label, rows, columns, hidden, keyOf, sort, cannotSort }}
          press={(by) => onOrder(nextOrder(columns[by]?.orders, order) ?? order)}
          onNearEnd={() => {
            if (list.hasNextPage && !list.isFetching && !list.error) void list.fetchNextPage();
          }}
        />
      </div>
      {list.error && (
        <ErrorState error={list.error} onRetry={() => void list.fetchNextPage()} title={words.nextFailed} />
      )}
    </div>
  );
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
