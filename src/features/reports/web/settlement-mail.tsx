/** Who gets a course's settlements by mail, and when this month's was sent and to whom. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { SelectField, TextArea } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { type Language, languageNames, languages, useLanguage, useWords } from "#platform/web/words.ts";
import { monthName } from "../rules.ts";
import { type Sending, type SettlementMail as Mail, settlementMailRoutes } from "../settlement-mail-contract.ts";
import { settlementMailWords } from "./settlement-mail-words.ts";

/** The mailed month of a course. */
interface OfMonth {
  courseId: number;
  month: string;
  timeZone: string;
  isClosed: boolean;
}

const changed = [settlementMailRoutes.getSettlementMail];

export function SettlementMail({ of }: { of: OfMonth }) {
  const words = useWords(settlementMailWords);
  const { courseId, month } = of;
  const asked = { params: { courseId }, query: { month } };
  const { data, error, refetch } = useQuery({
    ...queryFor(settlementMailRoutes.getSettlementMail, asked),
    refetchOnMount: "always",
  });
  return (
    // On paper a settlement is for others: it has no list of addresses.
    <Card title={words.title} className="print:hidden">
      {data ? (
        <MailOfMonth of={of} mail={data.mail} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />
      ) : (
        <Loading label={words.loading}>
          <Skeleton className="h-16" />
        </Loading>
      )}
    </Card>
  );
}

function MailOfMonth({ of, mail }: { of: OfMonth; mail: Mail }) {
  const words = useWords(settlementMailWords);
  const [language] = useLanguage();
  const [editing, setEditing] = useState(false);
  const { courseId, month, timeZone, isClosed } = of;
  const { recipients, emptiedAt, goesOutFrom, sendings } = mail;
  const latest = sendings[0];
  const send = useAction({
    run: () =>
      call(settlementMailRoutes.sendSettlement, {
        params: { courseId },
        body: { month, ...(latest && { after: latest.id }) },
      }),
    done: words.posted,
    failed: words.notPosted,
    changes: changed,
  });
  return (
    <div className="flex flex-col gap-4">
      <div className="max-w-prose wrap-anywhere">
        {recipients ? (
          <>
            <p>{words.goesTo(new Intl.ListFormat(language).format(recipients.emails))}</p>
            {!latest && (
              <p className="text-ink-soft">
                {goesOutFrom
                  ? words.goesOut(momentText(goesOutFrom, timeZone, language))
                  : words.byHand(monthName(recipients.fromMonth, language))}
              </p>
            )}
          </>
        ) : (
          <>
            <p>{words.nobody}</p>
            {emptiedAt !== null && (
              <p className="font-semibold text-danger">
                {words.emptied(momentText(emptiedAt, timeZone, language))} {words.emptiedHow}
              </p>
            )}
          </>
        )}
      </div>
      {sendings.length > 0 && (
        <ol className="divide-y divide-line">
          {sendings.map((sending) => (
            <SendingRow key={sending.id} sending={sending} timeZone={timeZone} />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-3">
        {recipients && isClosed && (
          <Button size="small" busy={send.busy && words.waiting} onClick={() => void send.start()}>
            {latest ? words.sendAgain : words.send}
          </Button>
        )}
        <Button size="small" variant="secondary" onClick={() => setEditing(true)}>
          {recipients ? words.change : words.choose}
        </Button>
      </div>
      {editing && <RecipientsDialog of={of} recipients={recipients} onClose={() => setEditing(false)} />}
    </div>
  );
}

const tones = { waiting: "waiting", sent: "good", failed: "bad", dropped: "neutral" } as const;

function SendingRow({ sending: { at, by, letters }, timeZone }: { sending: Sending; timeZone: string }) {
  const words = useWords(settlementMailWords);
  const [language] = useLanguage();
  const moment = momentText(at, timeZone, language);
  const says = { waiting: words.waiting, sent: words.sent, failed: words.failedState, dropped: words.dropped };
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="font-semibold">{by === null ? words.sentByItself(moment) : words.sentBy(moment, by)}</p>
      <ul className="mt-2 flex flex-col gap-2">
        {letters.map(({ email, state }, index) => (
          // Addresses that are no longer kept are alike.
          <li key={email ?? index} className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
            <StatusBadge tone={tones[state]}>{says[state]}</StatusBadge>
            {email ?? words.forgotten}
          </li>
        ))}
      </ul>
    </li>
  );
}

interface RecipientsDialogProps {
  of: OfMonth;
  recipients: Mail["recipients"];
  onClose: () => void;
}

/** Every month has these days. */
const days = Array.from({ length: 28 }, (_, index) => index + 1);

function RecipientsDialog({ of: { courseId, month }, recipients, onClose }: RecipientsDialogProps) {
  const words = useWords(settlementMailWords);
  const [own] = useLanguage();
  const [language, setLanguage] = useState<Language>(recipients?.language ?? own);
  const form = useContractForm(settlementMailRoutes.setSettlementMail, {
    params: { courseId },
    also: { month, language },
    done: words.saved,
    failed: words.notSaved,
    changes: changed,
    onDone: onClose,
  });
  return (
    <FormDialog form={form} open title={words.who} about={words.about} action={words.save} onClose={onClose}>
      <TextArea
        label={words.addresses}
        {...form.field("emails")}
        hint={words.addressesHint}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={recipients?.emails.join(", ")}
      />
      <Segmented<Language>
        legend={words.language}
        showLegend
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={language}
        onChange={setLanguage}
      />
      <SelectField label={words.day} {...form.field("day")} hint={words.dayHint} defaultValue={recipients?.day ?? 3}>
        {days.map((day) => (
          <option key={day} value={day}>
            {day}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
