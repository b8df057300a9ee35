/** The lists of the reconciliation as tables: what differs, what waits for an administrator, and what went to the bank. */
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { Difference, Reconciliation } from "#features/payments/reconciliation-contract.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { CardTable, type Column, DataTable, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { dayText } from "#platform/web/ui/day-text.ts";
import { potText } from "#platform/web/ui/money.tsx";
import { useTranslated } from "#platform/web/translate.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { DivideDialog } from "./divide-dialog.tsx";
import { reconciliationWords } from "./reconciliation-words.ts";
import { SortDialog } from "./sort-dialog.tsx";

type Words = typeof reconciliationWords.en;
/** Money that an administrator has to decide about. */
type UnsortedEntry = Reconciliation["unsorted"][number];
type BankPayout = Reconciliation["payouts"][number];

/** "Nov 21, 2026": the payment service's day, in UTC. */
const dayOf = (at: string, language: Language) => dayText(at.slice(0, 10), language);
const sumOf = (amounts: readonly (number | null)[]) =>
  potText(amounts.reduce<number>((sum, one) => sum + (one ?? 0), 0));

export function Differences({ found: { differences } }: { found: Reconciliation }) {
  const words = useWords(reconciliationWords);
  const [language] = useLanguage();
  const translated = useTranslated();
  return (
    <Section title={words.differences}>
      <DataTable
        label={words.differences}
        rows={differences}
        columns={differenceColumns(words, language)}
        keyOf={({ of, reference }) => `${of} ${reference}`}
        renderBelow={({ advice }) => <p className="wrap-anywhere text-ink-soft">{translated(advice)}</p>}
        empty={{ title: words.same, text: "" }}
      />
    </Section>
  );
}

function differenceColumns(words: Words, language: Language): readonly Column<Difference>[] {
  const side = (amount: number | null) => (amount === null ? words.nothing : potText(amount));
  return [
    {
      label: words.what,
      value: ({ of, reference }) => `${words[of]} ${reference}`,
      show: ({ of, reference, order, gateway, books }) => (
        <>
          <span className="font-semibold">{words[of]}</span>
          {order && (
            <>
              {words.of}
              <Link href={deskPaths.adminOrder({ orderId: order.id })} className="underline">
                {words.order(order.number)}
              </Link>
            </>
          )}
          <span className="block wrap-anywhere text-ink-soft">{words.named(reference)}</span>
          <NarrowNote>{words.bothSides(side(gateway), side(books))}</NarrowNote>
        </>
      ),
    },
    { label: words.day, value: ({ at }) => at.slice(0, 10), show: ({ at }) => dayOf(at, language), wideOnly: true },
    {
      label: words.atService,
      align: "right",
      value: ({ gateway }) => gateway,
      show: ({ gateway }) => side(gateway),
      total: (rows) => sumOf(rows.map(({ gateway }) => gateway)),
      wideOnly: true,
    },
    {
      label: words.inBooks,
      align: "right",
      value: ({ books }) => books,
      show: ({ books }) => side(books),
      total: (rows) => sumOf(rows.map(({ books }) => books)),
      wideOnly: true,
    },
    {
      label: words.difference,
      align: "right",
      value: ({ gateway, books }) => (gateway ?? 0) - (books ?? 0),
      show: ({ gateway, books }) => potText((gateway ?? 0) - (books ?? 0)),
      total: (rows) => sumOf(rows.map(({ gateway, books }) => (gateway ?? 0) - (books ?? 0))),
    },
  ];
}

/** Its dialog stays open when another administrator was faster, so that what was typed is not lost without a word. */
export function Unsorted({ found }: { found: Reconciliation }) {
  const words = useWords(reconciliationWords);
  const [open, setOpen] = useState<UnsortedEntry>();
  return (
    <>
      {found.unsorted.length > 0 && (
        <UnsortedTable
          title={words.waits}
          about={words.waitsAbout}
          action={words.sort}
          rows={found.unsorted}
          onOpen={setOpen}
        />
      )}
      {open && (
        <SortDialog
          key={open.id}
          money={open}
          courses={found.courses}
          isGone={!found.unsorted.some(({ id }) => id === open.id)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

/** As `Unsorted`. */
export function Undivided({ found }: { found: Reconciliation }) {
  const words = useWords(reconciliationWords);
  const [open, setOpen] = useState<UnsortedEntry>();
  return (
    <>
      {found.undivided.length > 0 && (
        <UnsortedTable
          title={words.byHand}
          about={words.byHandAbout}
          action={words.divide}
          rows={found.undivided}
          onOpen={setOpen}
        />
      )}
      {open && (
        <DivideDialog
          key={open.id}
          payout={open}
          courses={found.courses}
          isGone={!found.undivided.some(({ id }) => id === open.id)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

interface UnsortedTableProps {
  title: string;
  about: string;
  /** The label of each row's button. */
  action: string;
  rows: readonly UnsortedEntry[];
  onOpen: (one: UnsortedEntry) => void;
}

function UnsortedTable({ title, about, action, rows, onOpen }: UnsortedTableProps) {
  const words = useWords(reconciliationWords);
  const [language] = useLanguage();
  return (
    <Card title={title}>
      <p className="mb-3">{about}</p>
      <CardTable
        label={title}
        rows={rows}
        columns={unsortedColumns(words, language)}
        keyOf={({ id }) => id}
        renderActions={(one) => (
          <Button variant="secondary" size="small" onClick={() => onOpen(one)}>
            {action}
            <span className="sr-only"> {one.reference}</span>
          </Button>
        )}
      />
    </Card>
  );
}

function unsortedColumns(words: Words, language: Language): readonly Column<UnsortedEntry>[] {
  return [
    {
      label: words.reference,
      value: ({ reference }) => reference,
      show: ({ reference, at }) => (
        <>
          {reference}
          <NarrowNote>{dayOf(at, language)}</NarrowNote>
        </>
      ),
    },
    { label: words.day, value: ({ at }) => at.slice(0, 10), show: ({ at }) => dayOf(at, language), wideOnly: true },
    {
      label: words.amount,
      align: "right",
      value: ({ amount }) => amount,
      show: ({ amount }) => <span className="font-bold">{potText(amount)}</span>,
      total: (waiting) => sumOf(waiting.map(({ amount }) => amount)),
    },
  ];
}

export function BankPayouts({ payouts }: { payouts: readonly BankPayout[] }) {
  const words = useWords(reconciliationWords);
  const [language] = useLanguage();
  return (
    <Section title={words.payouts}>
      {payouts.length === 0 ? (
        <p>{words.noPayouts}</p>
      ) : (
        <DataTable
          label={words.payouts}
          of="bank-"
          rows={payouts}
          columns={bankColumns(words, language)}
          keyOf={({ reference }) => reference}
          empty={{ title: words.payouts, text: words.noPayouts }}
        />
      )}
    </Section>
  );
}

function bankColumns(words: Words, language: Language): readonly Column<BankPayout>[] {
  const statusText = ({ status }: BankPayout) => words[status === "failed" ? "failedPayout" : status];
  const bankText = ({ bank }: BankPayout) => (bank === null ? words.notBooked : potText(bank));
  return [
    {
      label: words.reference,
      value: ({ reference }) => reference,
      show: (payout) => (
        <>
          {payout.reference}
          <NarrowNote>{`${dayOf(payout.at, language)} · ${statusText(payout)} · ${words.inBank}: ${bankText(payout)}`}</NarrowNote>
        </>
      ),
    },
    { label: words.day, value: ({ at }) => at.slice(0, 10), show: ({ at }) => dayOf(at, language), wideOnly: true },
    { label: words.status, value: statusText, wideOnly: true, picks: true },
    {
      label: words.amount,
      align: "right",
      value: ({ amount }) => amount,
      show: ({ amount }) => <span className="font-bold">{potText(amount)}</span>,
      total: (rows) => sumOf(rows.map(({ amount }) => amount)),
    },
    {
      label: words.inBank,
      align: "right",
      value: ({ bank }) => bank,
      show: bankText,
      total: (rows) => sumOf(rows.map(({ bank }) => bank)),
      wideOnly: true,
    },
  ];
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-2xl font-bold tracking-tight">{title}</h2>
      {children}
    </section>
  );
}
