/** `/admin/proposals`: what one administrator proposes and another approves, and the outcome. */
import { useQuery } from "@tanstack/react-query";
import { type Proposal, proposalRoutes } from "#features/accounts/proposal-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { proposalsWords } from "./proposals-words.ts";

export function ProposalsScreen() {
  const words = useWords(proposalsWords);
  return (
    <ManageShell title={words.title} lead={words.lead}>
      <Proposals />
    </ManageShell>
  );
}

function Proposals() {
  const words = useWords(proposalsWords);
  const [language] = useLanguage();
  const { data, error, refetch } = useQuery({ ...queryFor(proposalRoutes.listProposals), refetchOnMount: "always" });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />
    ) : (
      <Loading label={words.loading}>
        <Skeleton className="h-40" />
      </Loading>
    );
  const open = data.proposals.filter(({ status }) => status === "open");
  const past = data.proposals.filter(({ status }) => status !== "open");
  return (
    <>
      {open.length === 0 ? (
        <EmptyState title={words.none}>{words.noneAbout}</EmptyState>
      ) : (
        <ul className="flex flex-col gap-4">
          {open.map((one) => (
            <li key={one.id}>
              <OpenProposal proposal={one} />
            </li>
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <Card title={words.decided}>
          <ul className="divide-y divide-line">
            {past.map((one) => (
              <li key={one.id} className="py-3">
                <p className="font-semibold wrap-anywhere">
                  {one.id}. {summaryOf(one, language)}
                </p>
                <p className="text-ink-soft wrap-anywhere">{outcome(one, language)}</p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function summaryOf({ summary, spanish }: Proposal, language: Language): string {
  return language === "es" ? spanish : summary;
}

function outcome({ status, proposedBy, decidedBy, decidedAt, expiresAt }: Proposal, language: Language): string {
  const words = proposalsWords[language];
  const at = (instant: string) => momentText(instant, undefined, language);
  if (status === "expired") return words.expired(proposedBy.name, at(expiresAt));
  const said = status === "done" ? words.done : words.withdrawn;
  return said(proposedBy.name, decidedBy?.name ?? words.operator, at(decidedAt ?? expiresAt));
}

function OpenProposal({ proposal }: { proposal: Proposal }) {
  const words = useWords(proposalsWords);
  const [language] = useLanguage();
  const { id } = useCaller();
  const act = useAction({
    run: (route: typeof proposalRoutes.approveProposal | typeof proposalRoutes.withdrawProposal) =>
      call(route, { params: { id: proposal.id } }),
    done: (_, route) => ({ title: route === proposalRoutes.approveProposal ? words.approvedNow : words.withdrawnNow }),
    failed: words.notDone,
    changes: [proposalRoutes.listProposals],
  });
  const mine = proposal.proposedBy.id === id;
  const mayApprove = proposal.approvers.some((one) => one.id === id);
  return (
    <Card title={`${proposal.id}. ${summaryOf(proposal, language)}`}>
      {proposal.reason !== null && <p className="mb-2 wrap-anywhere">{words.reason(proposal.reason)}</p>}
      <p className="text-ink-soft wrap-anywhere">
        {words.proposedBy(
          mine ? words.you : proposal.proposedBy.name,
          momentText(proposal.proposedAt, undefined, language),
          momentText(proposal.expiresAt, undefined, language),
        )}
      </p>
      {!mayApprove && <p className="mt-2 wrap-anywhere">{waitsFor(proposal, language)}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        {mayApprove && (
          <Button
            size="small"
            busy={act.input === proposalRoutes.approveProposal}
            onClick={() => void act.start(proposalRoutes.approveProposal)}
          >
            {words.approve}
            <span className="sr-only"> {words.proposal(proposal.id)}</span>
          </Button>
        )}
        <Button
          variant="secondary"
          size="small"
          busy={act.input === proposalRoutes.withdrawProposal}
          onClick={() => void act.start(proposalRoutes.withdrawProposal)}
        >
          {mine ? words.withdraw : words.decline}
          <span className="sr-only"> {words.proposal(proposal.id)}</span>
        </Button>
      </div>
    </Card>
  );
}

function waitsFor({ id, approvers }: Proposal, language: Language): string {
  const words = proposalsWords[language];
  return approvers.length > 0 ? words.waitsFor(approvers.map(({ name }) => name).join(words.or)) : words.noSecond(id);
}
