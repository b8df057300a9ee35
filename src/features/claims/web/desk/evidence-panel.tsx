/** The evidence under a verdict: signals, shots in order of time, and the facts around the claim. */
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
import { holeFacts } from "#platform/web/ui/flag.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { statusLooks, zonedText } from "./claim-facts.ts";
import { MoneyAlarm } from "./money-alarm.tsx";
import { ShotTable } from "./shot-table.tsx";
import { SightingList } from "./sighting-list.tsx";

const REFRESH_MS = 5000;

export function EvidencePanel({ claimId, isAdmin }: { claimId: string; isAdmin: boolean }) {
  const { data, error, refetch } = useQuery({
    ...queryFor(evidenceRoutes.getEvidence, { params: { id: claimId } }),
    refetchOnMount: "always",
    refetchInterval: REFRESH_MS,
  });
  if (!data) {
    if (error)
      return <ErrorState error={error} onRetry={() => void refetch()} title="We could not load the evidence" />;
    return (
      <Loading label="Loading the evidence">
        <Skeleton className="h-60" />
      </Loading>
    );
  }
  const { timeZone } = data.claim;
  return (
    <section
      aria-label={`Evidence for ${data.claim.playerName}'s claim`}
      className="grid gap-8 border-t border-line pt-5 @2xl:grid-cols-2 @5xl:grid-cols-3"
    >
      {data.payment && (
        <div className="empty:hidden @2xl:col-span-full">
          <MoneyAlarm payment={data.payment} isAdmin={isAdmin} />
        </div>
      )}
      <div className="flex min-w-0 flex-col gap-6">
        <Part title="Signals" about="They inform; the decision is yours.">
          <ul className="flex flex-col gap-2">
            {data.signals.map((signal) => (
              <SignalLine key={signal.kind} signal={signal} />
            ))}
          </ul>
        </Part>
        <Part title="At the bay">
          {data.sightings.length === 0 ? (
            <p className="text-ink-soft">Nothing was recorded.</p>
          ) : (
            <SightingList sightings={data.sightings} timeZone={timeZone} />
          )}
        </Part>
      </div>
      <Part title="Shots">
        <ShotTable shots={data.shots} timeZone={timeZone} />
      </Part>
      <div className="flex min-w-0 flex-col gap-6">
        <Part title="Player and payment">
          <Facts facts={factsOf(data, isAdmin)} />
          {isAdmin && data.payment && (
            <ButtonLink
              href={deskPaths.adminOrder({ orderId: data.payment.orderId })}
              variant="quiet"
              size="small"
              className="-ml-4"
            >
              Open the order
            </ButtonLink>
          )}
        </Part>
        <Part title="Earlier claims">
          {data.earlierClaims.length === 0 ? (
            <p className="text-ink-soft">None.</p>
          ) : (
            <ul className="flex flex-col gap-3">
              {data.earlierClaims.map((earlier) => (
                <li key={earlier.id} className="wrap-anywhere">
                  <strong>{statusLooks[earlier.verificationStatus].text}</strong>, {holeFacts[earlier.targetHole].name},{" "}
                  {earlier.courseName}, {zonedText(earlier.createdAt, earlier.timeZone)}
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
  const Icon = notable ? CircleAlert : CircleCheck;
  return (
    <li className={cx("flex items-start gap-2", notable && "font-semibold text-gold-text")}>
      <Icon aria-hidden className={cx("mt-0.5 size-5 shrink-0", !notable && "text-ink-soft")} />
      <span>
        {notable && <span className="sr-only">Worth a look: </span>}
        {sentence}
      </span>
    </li>
  );
}

const disputeWords: Readonly<Record<string, string>> = {
  open: "the bank is deciding",
  won: "decided for us",
  lost: "taken back by the bank",
};
const methodWords: Readonly<Record<string, string>> = { card: "Card", paypal: "PayPal", apple: "Apple Pay" };

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
): { label: string; value: ReactNode }[] {
  const { timeZone } = claim;
  const named = (person: { name: string; playerId: string }) => (
    <>
      {person.name}, {playerId(person.playerId, isAdmin)}
    </>
  );
  const facts: { label: string; value: ReactNode }[] = [
    {
      label: buyer || claim.playerName === player.name ? "Player ID" : "Buyer’s player ID",
      value: playerId(player.playerId, isAdmin),
    },
    { label: "Account since", value: zonedText(player.createdAt, timeZone) },
    { label: "Bay", value: `${session.bayNumber}${session.group ? ", in a group" : ""}` },
    { label: "Started", value: zonedText(session.startedAt, timeZone) },
  ];
  if (buyer) facts.push({ label: "Bought by", value: named(buyer) });
  if (submittedBy) facts.push({ label: "Sent by", value: named(submittedBy) });
  if (teeTime)
    facts.push({
      label: "Tee time",
      value: `${zonedText(teeTime.at, timeZone)}, ${teeTime.confirmed ? "confirmed" : "not confirmed"}`,
    });
  if (!payment) return [...facts, { label: "Payment", value: "Free shot" }];
  const how = [methodWords[payment.method] ?? payment.method, payment.last4 && `•••• ${payment.last4}`];
  facts.push(
    { label: "Order", value: `${payment.orderNumber}, ${payment.packageName}` },
    { label: "Paid", value: `${priceText(payment.amount)}, ${how.filter(Boolean).join(" ")}` },
    { label: "Receipt", value: payment.receiptNumber ?? "being written" },
  );
  if (payment.refunded > 0) facts.push({ label: "Refunded", value: refundedText(payment) });
  for (const { amount, status, reason, createdAt } of payment.disputes)
    facts.push({
      label: "Disputed",
      value: `${priceText(amount)}, ${disputeWords[status] ?? status}: ${reason.replaceAll("_", " ")}, ${zonedText(createdAt, timeZone)}`,
    });
  return facts;
}

/** The sum of the refunds, and the part made at the gateway. */
function refundedText({ refunded, refundedAtGateway }: NonNullable<Evidence["payment"]>): string {
  if (refundedAtGateway === 0) return priceText(refunded);
  const part = refundedAtGateway === refunded ? "" : `${priceText(refundedAtGateway)} of it `;
  return `${priceText(refunded)}, ${part}at the payment service’s own dashboard`;
}
