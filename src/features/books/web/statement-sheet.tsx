/** A statement's figures: what is owed, the lines, the payments. They are a record in English, like its files. */
import { useState } from "react";
import { monthName } from "#features/reports/rules.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Card, Plate } from "#platform/web/ui/card.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { potText } from "#platform/web/ui/money.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import type { Payment, Statement } from "../contract.ts";
import { TakeBackDialog } from "./payment-dialogs.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { statementWords } from "./words.ts";

export function StatementSheet({ statement }: { statement: Statement }) {
  const { toDate, owed, payable } = statement;
  return (
    <div lang="en" className="flex flex-col gap-6">
      <Plate>
        <dl className="flex flex-wrap gap-x-12 gap-y-4">
          <Sum label={toDate ? "Owed now" : "Owed at the month's end"} amount={owed} gold />
          <Sum label="Left to pay for this month" amount={payable} />
        </dl>
        {owed < 0 && (
          <p className="mt-3 text-on-fairway-soft">
            Refunds took back more than was unpaid. The next sales make up for it first.
          </p>
        )}
      </Plate>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Lines lines={statement.lines} />
        <Payments payments={statement.payments} />
      </div>
    </div>
  );
}

function Sum({ label, amount, gold = false }: { label: string; amount: number; gold?: boolean }) {
  return (
    <div>
      <dt className="text-on-fairway-soft">{label}</dt>
      <dd className={cx("tabular font-display text-3xl font-extrabold tracking-tight", gold && "text-gold")}>
        {potText(amount)}
      </dd>
    </div>
  );
}

function Lines({ lines }: { lines: Statement["lines"] }) {
  return (
    <Card>
      <table className="w-full">
        <caption className="mb-3 text-left font-display text-2xl font-bold tracking-tight">The month</caption>
        <thead className="text-ink-soft">
          <tr>
            <th scope="col">
              <span className="sr-only">Line</span>
            </th>
            <th scope="col" className="pr-3 text-right font-normal">
              Count
            </th>
            <th scope="col" className="text-right font-normal">
              Amount
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lines.map(({ key, label, look, count, amount }) => (
            <tr key={key} className={cx("align-baseline", look === "total" && "border-t-2 border-edge font-bold")}>
              <th scope="row" className={cx("py-2 pr-3 text-left", look === "total" ? "font-bold" : "font-normal")}>
                {label}
              </th>
              <td className="tabular py-2 pr-3 text-right text-ink-soft">{count?.toLocaleString("en-US")}</td>
              <td className="tabular py-2 text-right font-semibold whitespace-nowrap">{potText(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Payments({ payments }: { payments: readonly Payment[] }) {
  const words = useWords(statementWords);
  const [language] = useLanguage();
  const { role } = useCaller();
  const [taking, setTaking] = useState<Payment>();
  return (
    <Card title="Payments">
      {payments.length === 0 ? (
        <p className="text-ink-soft">None for this month yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {payments.map((payment) => (
            <li
              key={payment.id}
              className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
            >
              <div className="min-w-0 flex-[1_1_14rem]">
                <p className={cx("tabular font-semibold", payment.takenBack !== null && "line-through")}>
                  {potText(payment.amount)} for {monthName(payment.month)}
                </p>
                <p className="text-ink-soft wrap-anywhere">{wordsOf(payment)}</p>
              </div>
              {role === "admin" && !payment.takenBack && (
                <Button lang={language} variant="secondary" size="small" onClick={() => setTaking(payment)}>
                  {words.takeBack}
                  <span className="sr-only"> {potText(payment.amount)}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {taking && <TakeBackDialog key={taking.id} payment={taking} onClose={() => setTaking(undefined)} />}
    </Card>
  );
}

function wordsOf({ reference, paidAt, paidBy, approvedBy, takenBack }: Payment): string {
  const paid = `${momentText(paidAt)} by ${paidBy}${approvedBy ? `, approved by ${approvedBy}` : ""}. Reference ${reference}.`;
  return takenBack ? `${paid} Taken back ${momentText(takenBack.at)} by ${takenBack.by}: ${takenBack.reason}` : paid;
}
