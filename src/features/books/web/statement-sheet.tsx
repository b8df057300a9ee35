/** A statement's figures: what is owed, the lines, the payments. */
import { useState } from "react";
import { monthName } from "#features/reports/rules.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Card, Plate } from "#platform/web/ui/card.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { potText } from "#platform/web/ui/money.tsx";
import { zonedText } from "#platform/web/ui/time.ts";
import type { Remittance, Statement } from "../contract.ts";
import { lineName } from "../statement-words-rules.ts";
import { TakeBackDialog } from "./payment-dialogs.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { statementSheetWords, type SheetWords } from "./statement-sheet-words.ts";
import { statementWords } from "./words.ts";

export function StatementSheet({ statement }: { statement: Statement }) {
  const { of, toDate, owed, payable } = statement;
  const words = useWords(statementSheetWords);
  return (
    <div className="flex flex-col gap-6">
      <Plate>
        <dl className="flex flex-wrap gap-x-12 gap-y-4">
          <Sum label={toDate ? words.owedNow : words.owedAtEnd} amount={owed} gold />
          <Sum label={words.leftToPay} amount={payable} />
        </dl>
        {owed < 0 && <p className="mt-3 text-on-fairway-soft">{words.below}</p>}
      </Plate>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Lines of={of} lines={statement.lines} />
        <Payments payments={statement.payments} timeZone={statement.course.timeZone} />
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

function Lines({ of, lines }: Pick<Statement, "of" | "lines">) {
  const words = useWords(statementSheetWords);
  const [language] = useLanguage();
  return (
    <Card>
      <table className="w-full">
        <caption className="mb-3 text-left font-display text-2xl font-bold tracking-tight">{words.theMonth}</caption>
        <thead className="text-ink-soft">
          <tr>
            <th scope="col">
              <span className="sr-only">{words.line}</span>
            </th>
            <th scope="col" className="pr-3 text-right font-normal">
              {words.count}
            </th>
            <th scope="col" className="text-right font-normal">
              {words.amount}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lines.map(({ key, label, look, count, amount }) => (
            <tr key={key} className={cx("align-baseline", look === "total" && "border-t-2 border-edge font-bold")}>
              <th scope="row" className={cx("py-2 pr-3 text-left", look === "total" ? "font-bold" : "font-normal")}>
                {lineName(of, { key, label }, language)}
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

function Payments({ payments, timeZone }: { payments: readonly Remittance[]; timeZone: string }) {
  const words = useWords(statementWords);
  const sheet = useWords(statementSheetWords);
  const [language] = useLanguage();
  const { role } = useCaller();
  const [taking, setTaking] = useState<Remittance>();
  return (
    <Card title={sheet.payments}>
      {payments.length === 0 ? (
        <p className="text-ink-soft">{sheet.noPayments}</p>
      ) : (
        <ul className="divide-y divide-line">
          {payments.map((payment) => (
            <li
              key={payment.id}
              className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
            >
              <div className="min-w-0 flex-[1_1_14rem]">
                <p className={cx("tabular font-semibold", payment.takenBack !== null && "line-through")}>
                  {sheet.paidFor(potText(payment.amount), monthName(payment.month, language))}
                </p>
                <p className="text-ink-soft wrap-anywhere">
                  {paidText(payment, sheet, (at) => zonedText(at, timeZone, language))}
                </p>
              </div>
              {role === "admin" && !payment.takenBack && (
                <Button variant="secondary" size="small" onClick={() => setTaking(payment)}>
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

function paidText(
  { reference, paidAt, paidBy, approvedBy, takenBack }: Remittance,
  words: SheetWords,
  moment: (instant: string) => string,
): string {
  const at = moment(paidAt);
  const paid = approvedBy ? words.paidByTwo(at, paidBy, approvedBy, reference) : words.paid(at, paidBy, reference);
  if (!takenBack) return paid;
  return `${paid} ${words.takenBack(moment(takenBack.at), takenBack.by, takenBack.reason)}`;
}
