/** A settlement's figures: the check, what is owed, the lines by section, the accounts. */
import { useState } from "react";
import { Link } from "wouter";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Card, Plate } from "#platform/web/ui/card.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { CardTable, type Column, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import type { Settlement } from "../contract.ts";
import { checkWords, liabilityLines, settlementHeads, unfolded, unfoldedAccounts } from "../settlement-rules.ts";
import { settlementIn } from "../settlement-spanish-rules.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { settlementWords } from "./settlement-words.ts";

export function SettlementSheet({ settlement: english }: { settlement: Settlement }) {
  const words = useWords(settlementWords);
  const [language] = useLanguage();
  const settlement = settlementIn(language, english);
  const [sources, setSources] = useState(false);
  const [zeros, setZeros] = useState(false);
  const sections = settlement.sections
    .map((section) => ({ ...section, lines: zeros ? section.lines : unfolded(section) }))
    .filter(({ lines }) => lines.length > 0);
  const check = checkWords(settlement, language);
  return (
    <>
      {!settlement.course.isOpen && <Banner tone="info">{words.courseIsClosed}</Banner>}
      <div className="flex flex-col gap-6">
        <Banner tone={settlement.check.addsUp ? "success" : "danger"} title={check.title} live="polite">
          {check.text}
        </Banner>
        <Owed settlement={settlement} />
      </div>
      <div className="flex flex-wrap gap-x-8 print:hidden">
        <Toggle checked={zeros} onChange={setZeros}>
          {words.showZeros}
        </Toggle>
        <Toggle checked={sources} onChange={setSources}>
          {words.showSources}
        </Toggle>
      </div>
      <div className="gap-6 *:mb-6 *:break-inside-avoid lg:columns-2">
        {sections.map((section) => (
          <SectionCard
            key={section.key}
            section={section}
            sources={sources}
            hrefOf={(line) =>
              deskPaths.settlementLine({ course: settlement.course.id ?? "all", month: settlement.month, line })
            }
          />
        ))}
      </div>
      <Accounts accounts={zeros ? settlement.accounts : unfoldedAccounts(settlement)} />
    </>
  );
}

interface ToggleProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: string;
}

function Toggle({ checked, onChange, children }: ToggleProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-accent"
      />
      {children}
    </label>
  );
}

function Owed({ settlement }: { settlement: Settlement }) {
  const [language] = useLanguage();
  const { [language]: heads } = settlementHeads;
  return (
    <Plate>
      <h2 className="text-2xl font-bold tracking-tight">{settlement.toDate ? heads.owedNow : heads.owedAtMonthsEnd}</h2>
      <dl className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {liabilityLines(settlement, language).map(({ label, amount, look }) => (
          <div key={label}>
            <dt className="text-on-fairway-soft">{label}</dt>
            <dd
              className={cx(
                "tabular font-display text-2xl font-extrabold tracking-tight wrap-anywhere",
                look === "total" && "text-gold",
              )}
            >
              {potText(amount)}
            </dd>
          </div>
        ))}
      </dl>
    </Plate>
  );
}

const rowLooks = {
  plain: "",
  detail: "text-ink-soft [&>th]:pl-5",
  total: "border-t-2 border-edge font-bold [&>th]:font-bold",
} as const;

interface SectionCardProps {
  section: Settlement["sections"][number];
  sources: boolean;
  /** The page of a line's transfers. */
  hrefOf: (line: string) => string;
}

/** An opening and a closing have no link, because they are sums of all transfers. */
const isEnd = (key: string) => /\.(opening|closing)$/.test(key);

function SectionCard({ section, sources, hrefOf }: SectionCardProps) {
  const [language] = useLanguage();
  const { [language]: heads } = settlementHeads;
  const counted = section.lines.some(({ count }) => count !== null);
  return (
    <Card>
      <table className="w-full">
        <caption className="mb-3 text-left font-display text-2xl font-bold tracking-tight">{section.title}</caption>
        <thead className={counted ? "text-ink-soft" : "sr-only"}>
          <tr>
            <th scope="col">
              <span className="sr-only">{heads.line}</span>
            </th>
            {counted && (
              <th scope="col" className="w-20 pr-3 text-right font-normal">
                {heads.count}
              </th>
            )}
            <th scope="col" className="w-28 text-right font-normal">
              {heads.amount}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {section.lines.map(({ key, label, look, count, amount, source }) => (
            <tr key={key} className={cx("align-baseline", rowLooks[look])}>
              <th scope="row" className="py-2 pr-3 text-left font-normal wrap-anywhere">
                {isEnd(key) || amount === 0 ? (
                  label
                ) : (
                  <Link href={hrefOf(key)} className="underline decoration-edge underline-offset-4 hover:text-accent">
                    {label}
                  </Link>
                )}
                {sources && (
                  <span lang="en" className="block text-sm font-normal text-ink-soft wrap-anywhere">
                    {source}
                  </span>
                )}
              </th>
              {counted && (
                <td className="tabular py-2 pr-3 text-right text-ink-soft">{count?.toLocaleString("en-US")}</td>
              )}
              <td className="tabular py-2 text-right font-semibold whitespace-nowrap">{potText(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

type AccountLine = Settlement["accounts"][number];

type Heads = (typeof settlementHeads)["en"];

/** The screen's file has them, too. */
function Accounts({ accounts }: { accounts: readonly AccountLine[] }) {
  const [language] = useLanguage();
  const { [language]: heads } = settlementHeads;
  return (
    <Card title={heads.accounts}>
      <CardTable
        label={heads.accounts}
        rows={accounts}
        keyOf={({ account }) => account}
        columns={accountColumns(heads)}
      />
    </Card>
  );
}

const moves = ["opening", "in", "out"] as const;

const figure = (heads: Heads, of: "closing" | (typeof moves)[number]): Column<AccountLine> => ({
  label: heads[of],
  value: ({ [of]: amount }) => amount,
  show: ({ [of]: amount }) => potText(amount),
  align: "right",
  ...(of !== "closing" && { wideOnly: true }),
});

const accountColumns = (heads: Heads): readonly Column<AccountLine>[] => [
  {
    label: heads.account,
    value: ({ label }) => label,
    show: (line) => (
      <>
        {line.label}
        <NarrowNote>{moves.map((of) => `${heads[of]} ${potText(line[of])}`).join(" · ")}</NarrowNote>
      </>
    ),
  },
  ...moves.map((of) => figure(heads, of)),
  figure(heads, "closing"),
];
