/** The evidence under a verdict: signals, shots in order of time, and the facts around the claim. */
import { disputeReason } from "#features/orders/dispute-rules.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { type Evidence, evidenceRoutes, type Signal } from "#features/claims/evidence-contract.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { Facts } from "#platform/web/ui/card.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { useHoleFacts } from "#platform/web/ui/flag.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { zonedText } from "#platform/web/ui/time.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { type EvidenceWords, evidenceWords } from "./evidence-words.ts";
import { factWords } from "./fact-words.ts";
import { MoneyAlarm } from "./money-alarm.tsx";
import { ShotTable } from "./shot-table.tsx";
import { SightingList } from "./sighting-list.tsx";
import { signalText } from "./signal-text.ts";

const REFRESH_MS = 5000;

export function EvidencePanel({ claimId, isAdmin }: { claimId: string; isAdmin: boolean }) {
  const words = useWords(evidenceWords);
  const facts = useWords(factWords);
  const [language] = useLanguage();
  const holes = useHoleFacts();
  const { data, error, refetch } = useQuery({
    ...queryFor(evidenceRoutes.getEvidence, { params: { id: claimId } }),
    // A key opens what was read ahead: as old as a poll lets it be, it is not read a second time.
    refetchOnMount: true,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />;
    return (
      <Loading label={words.loading}>
        <Skeleton className="h-60" />
      </Loading>
    );
  }
  const { timeZone } = data.claim;
  return (
    <section
      aria-label={words.evidenceFor(data.claim.playerName)}
      className="grid gap-8 border-t border-line pt-5 @2xl:grid-cols-2 @5xl:grid-cols-3"
    >
      {data.payment && (
        <div className="empty:hidden @2xl:col-span-full">
          <MoneyAlarm payment={data.payment} isAdmin={isAdmin} />
        </div>
      )}
      <div className="flex min-w-0 flex-col gap-6">
        <Part title={words.signals} about={words.signalsAbout}>
          <ul className="flex flex-col gap-2">
            {data.signals.map((signal) => (
              <SignalLine key={signal.kind} signal={signal} />
            ))}
          </ul>
        </Part>
        <Part title={words.atTheBay}>
          {data.sightings.length === 0 ? (
            <p className="text-ink-soft">{words.nothingRecorded}</p>
          ) : (
            <SightingList sightings={data.sightings} timeZone={timeZone} />
          )}
        </Part>
      </div>
      <Part title={words.shots}>
        <ShotTable shots={data.shots} timeZone={timeZone} />
      </Part>
      <div className="flex min-w-0 flex-col gap-6">
        <Part title={words.playerAndPayment}>
          <Facts facts={factsOf(data, isAdmin, words, language)} />
          {isAdmin && data.payment && (
            <ButtonLink
              href={deskPaths.adminOrder({ orderId: data.payment.orderId })}
              variant="quiet"
              size="small"
              className="-ml-4"
            >
              {words.openOrder}
            </ButtonLink>
          )}
        </Part>
        <Part title={isAdmin ? words.earlier : words.earlierHere}>
          {data.earlierClaims.length === 0 ? (
            <p className="text-ink-soft">{words.none}</p>
          ) : (
            <ul className="flex flex-col gap-3">
              {data.earlierClaims.map((earlier) => (
                <li key={earlier.id} className="wrap-anywhere">
                  <strong>{facts[earlier.verificationStatus]}</strong>, {holes[earlier.targetHole].name},{" "}
                  {earlier.courseName}, {zonedText(earlier.createdAt, earlier.timeZone, language)}
                  {earlier.rejectionReason && `: ${earlier.rejectionReason}`}
                </li>
              ))}
            </ul>
          )}
        </Part>
      </div>
    </section>
  );
}

function Part({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="text-lg font-bold">{title}</h3>
      {about && <p className="text-ink-soft">{about}</p>}
      <div className="mt-3">{children}</div>
    </div>
  );
}

function SignalLine({ signal: { notable, sentence } }: { signal: Signal }) {
  const words = useWords(evidenceWords);
  const [language] = useLanguage();
  const Icon = notable ? CircleAlert : CircleCheck;
  return (
    <li className={cx("flex items-start gap-2", notable && "font-semibold text-gold-text")}>
      <Icon aria-hidden className={cx("mt-0.5 size-5 shrink-0", !notable && "text-ink-soft")} />
      <span>
        {notable && <span className="sr-only">{words.worthALook}</span>}
        {signalText(sentence, language)}
      </span>
    </li>
  );
}

/** A player ID; for administrators it leads to the person's page. */
function playerId(id: string, isAdmin: boolean): ReactNode {
  if (!isAdmin) return id;
  return (
    <Link href={deskPaths.person({ id })} className="underline decoration-edge underline-offset-4 hover:text-accent">
      {id}
    </Link>
  );
}

function factsOf(
  { claim, player, buyer, submittedBy, session, payment, teeTime }: Evidence,
  isAdmin: boolean,
  words: EvidenceWords,
  language: Language,
): { label: string; value: ReactNode }[] {
  const moment = (instant: string) => zonedText(instant, claim.timeZone, language);
  const named = (person: { name: string; playerId: string }) => (
    <>
      {person.name}, {playerId(person.playerId, isAdmin)}
    </>
  );
  const facts: { label: string; value: ReactNode }[] = [
    {
      label: buyer || claim.playerName === player.name ? words.playerId : words.buyersId,
      value: playerId(player.playerId, isAdmin),
    },
    { label: words.since, value: moment(player.createdAt) },
    { label: words.bay, value: session.group ? words.inGroup(session.bayNumber) : session.bayNumber },
    { label: words.started, value: moment(session.startedAt) },
  ];
  if (buyer) facts.push({ label: words.boughtBy, value: named(buyer) });
  if (submittedBy) facts.push({ label: words.sentBy, value: named(submittedBy) });
  if (teeTime)
    facts.push({
      label: words.teeTime,
      value: (teeTime.confirmed ? words.confirmed : words.notConfirmed)(moment(teeTime.at)),
    });
  if (!payment) return [...facts, { label: words.payment, value: factWords[language].freeShot }];
  const methods: Readonly<Record<string, string>> = { card: words.card, paypal: "PayPal", apple: "Apple Pay" };
  const how = [methods[payment.method] ?? payment.method, payment.last4 && `•••• ${payment.last4}`];
  facts.push(
    { label: words.order, value: `${payment.orderNumber}, ${payment.packageName}` },
    { label: words.paid, value: `${priceText(payment.amount)}, ${how.filter(Boolean).join(" ")}` },
    { label: words.receipt, value: payment.receiptNumber ?? words.beingWritten },
  );
  if (payment.refunded > 0) facts.push({ label: words.refunded, value: refundedText(payment, words) });
  const outcomes: Readonly<Record<string, string>> = {
    open: words.dispute_open,
    won: words.dispute_won,
    lost: words.dispute_lost,
  };
  for (const { amount, status, reason, createdAt } of payment.disputes)
    facts.push({
      label: words.disputed,
      value: `${priceText(amount)}, ${outcomes[status] ?? status}: ${disputeReason(reason, language)}, ${moment(createdAt)}`,
    });
  return facts;
}

/** The sum of the refunds, and the part made at the gateway. */
function refundedText({ refunded, refundedAtGateway }: NonNullable<Evidence["payment"]>, words: EvidenceWords): string {
  const sum = priceText(refunded);
  if (refundedAtGateway === 0) return sum;
  return refundedAtGateway === refunded ? words.atGateway(sum) : words.partAtGateway(sum, priceText(refundedAtGateway));
}
