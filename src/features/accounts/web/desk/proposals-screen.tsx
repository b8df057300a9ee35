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

export function ProposalsScreen() {
  return (
    <ManageShell title="Approvals" lead="What takes two administrators: one proposes it, another one does it">
      <Proposals />
    </ManageShell>
  );
}

function Proposals() {
  const { data, error, refetch } = useQuery({ ...queryFor(proposalRoutes.listProposals), refetchOnMount: "always" });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title="We could not load the approvals" />
    ) : (
      <Loading label="Loading the approvals">
        <Skeleton className="h-40" />
      </Loading>
    );
  const open = data.proposals.filter(({ status }) => status === "open");
  const past = data.proposals.filter(({ status }) => status !== "open");
  return (
    <>
      {open.length === 0 ? (
        <EmptyState title="Nothing waits">
          Making an administrator, taking passkeys off, moving a colleague's address, raising the approval limit,
          payments above it, adjustments of the books and closing a course for good are listed here until a second
          administrator has approved them.
        </EmptyState>
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
        <Card title="Decided">
          <ul className="divide-y divide-line">
            {past.map((one) => (
              <li key={one.id} className="py-3">
                <p className="font-semibold wrap-anywhere">
                  {one.id}. {one.summary}
                </p>
                <p className="text-ink-soft wrap-anywhere">{outcome(one)}</p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function outcome({ status, proposedBy, decidedBy, decidedAt, expiresAt }: Proposal): string {
  const by = decidedBy?.name ?? "the operator";
  if (status === "expired") return `Proposed by ${proposedBy.name}, expired ${momentText(expiresAt)}`;
  return `Proposed by ${proposedBy.name}, ${status === "done" ? "approved" : "withdrawn"} by ${by} ${momentText(decidedAt ?? expiresAt)}`;
}

function OpenProposal({ proposal }: { proposal: Proposal }) {
  const { id } = useCaller();
  const act = useAction({
    run: (route: typeof proposalRoutes.approveProposal | typeof proposalRoutes.withdrawProposal) =>
      call(route, { params: { id: proposal.id } }),
    done: (_, route) => ({ title: route === proposalRoutes.approveProposal ? "Approved" : "Withdrawn" }),
    failed: "Not done",
    changes: [proposalRoutes.listProposals],
  });
  const mine = proposal.proposedBy.id === id;
  const mayApprove = proposal.approvers.some((one) => one.id === id);
  return (
    <Card title={`${proposal.id}. ${proposal.summary}`}>
      {proposal.reason !== null && <p className="mb-2 wrap-anywhere">Reason: {proposal.reason}</p>}
      <p className="text-ink-soft wrap-anywhere">
        Proposed by {mine ? "you" : proposal.proposedBy.name} {momentText(proposal.proposedAt)}, until{" "}
        {momentText(proposal.expiresAt)}
      </p>
      {!mayApprove && <p className="mt-2 wrap-anywhere">{waitsFor(proposal)}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        {mayApprove && (
          <Button
            size="small"
            busy={act.input === proposalRoutes.approveProposal}
            onClick={() => void act.start(proposalRoutes.approveProposal)}
          >
            Approve<span className="sr-only"> proposal {proposal.id}</span>
          </Button>
        )}
        <Button
          variant="secondary"
          size="small"
          busy={act.input === proposalRoutes.withdrawProposal}
          onClick={() => void act.start(proposalRoutes.withdrawProposal)}
        >
          {mine ? "Withdraw" : "Decline"}
          <span className="sr-only"> proposal {proposal.id}</span>
        </Button>
      </div>
    </Card>
  );
}

function waitsFor({ id, approvers }: Proposal): string {
  return approvers.length > 0
    ? `Waits for the approval of ${approvers.map(({ name }) => name).join(" or ")}.`
    : `There is no second administrator: on the server, run npm run admin -- approve ${id}`;
}
