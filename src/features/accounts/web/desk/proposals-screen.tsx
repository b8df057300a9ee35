/** `/admin/proposals`: what one administrator proposes and another approves, and the outcome. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { type Proposal, proposalRoutes } from "#features/accounts/proposal-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { deviceNow } from "#platform/web/device-clock.ts";
import { keyOf } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { type Column, DataTable, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { ShowMore } from "#platform/web/ui/show-more.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { zonedText } from "#platform/web/ui/time.ts";
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
  const list = useInfiniteQuery({
    queryKey: keyOf(proposalRoutes.listProposals),
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { cursor: pageParam };
      return (await call(proposalRoutes.listProposals, { query, signal })).body;
    },
    initialPageParam: undefined as number | undefined, // The first page has none.
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: "always",
  });
  if (!list.data)
    return list.error ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} title={words.failed} />
    ) : (
      <Loading label={words.loading}>
        <Skeleton className="h-40" />
      </Loading>
    );
  const timeZone = list.data.pages[0]?.timeZone ?? "UTC";
  const moment: Moment = (instant) => zonedText(instant, timeZone, language);
  const all = list.data.pages.flatMap(({ proposals }) => proposals);
  const open = all.filter(({ status }) => status === "open");
  const past = all.filter(({ status }) => status !== "open");
  return (
    <>
      <DataTable
        label={words.title}
        rows={open}
        columns={openColumnsIn(words, language, moment)}
        keyOf={({ id }) => id}
        renderBelow={(one) => <Steps proposal={one} />}
        empty={{ title: words.none, text: words.noneAbout }}
      />
      {past.length > 0 && (
        <section className="flex flex-col gap-4">
          <h2 className="text-2xl font-bold tracking-tight">{words.decided}</h2>
          <DataTable
            label={words.decided}
            of="decided-"
            rows={past}
            columns={pastColumnsIn(words, language, moment)}
            keyOf={({ id }) => id}
            empty={{ title: words.none, text: words.noneAbout }}
          />
          <ShowMore list={list} />
        </section>
      )}
    </>
  );
}

type Words = typeof proposalsWords.en;
/** A moment in the operator's zone. */
type Moment = (instant: string) => string;

/** What is proposed, under its number, with the reason. `note` is for narrow windows. */
function whatIn(words: Words, language: Language, note: (one: Proposal) => string): readonly Column<Proposal>[] {
  return [
    {
      label: words.what,
      value: (one) => `${one.id}. ${summaryOf(one, language)}`,
      show: (one) => (
        <>
          <span className="font-semibold">
            {one.id}. {summaryOf(one, language)}
          </span>
          {one.reason !== null && <span className="block text-ink-soft">{words.reason(one.reason)}</span>}
          <NarrowNote>{note(one)}</NarrowNote>
        </>
      ),
    },
    { label: words.reasonColumn, value: ({ reason }) => reason, withoutColumn: true },
  ];
}

function openColumnsIn(words: Words, language: Language, moment: Moment): readonly Column<Proposal>[] {
  return [
    ...whatIn(words, language, (one) =>
      words.proposedBy(one.proposedBy.name, moment(one.proposedAt), moment(one.expiresAt)),
    ),
    { label: words.by, value: ({ proposedBy }) => proposedBy.name, wideOnly: true, picks: true },
    {
      label: words.since,
      value: ({ proposedAt }) => proposedAt,
      show: ({ proposedAt }) => moment(proposedAt),
      wideOnly: true,
    },
    {
      label: words.until,
      value: ({ expiresAt }) => expiresAt,
      show: ({ expiresAt }) => moment(expiresAt),
      wideOnly: true,
    },
  ];
}

function pastColumnsIn(words: Words, language: Language, moment: Moment): readonly Column<Proposal>[] {
  const endOf = ({ decidedAt, expiresAt }: Proposal) => decidedAt ?? expiresAt;
  return [
    ...whatIn(words, language, (one) => outcome(one, language, moment)),
    { label: words.by, value: ({ proposedBy }) => proposedBy.name, wideOnly: true, picks: true },
    {
      label: words.outcome,
      value: ({ status }) => (status === "open" ? null : words[`outcome_${status}`]),
      wideOnly: true,
      picks: true,
    },
    {
      label: words.decidedBy,
      value: ({ status, decidedBy }) => (status === "expired" ? null : (decidedBy?.name ?? words.operator)),
      wideOnly: true,
      picks: true,
    },
    { label: words.when, value: endOf, show: (one) => moment(endOf(one)), wideOnly: true },
  ];
}

function summaryOf({ summary, spanish }: Proposal, language: Language): string {
  return language === "es" ? spanish : summary;
}

function outcome(
  { status, proposedBy, decidedBy, decidedAt, expiresAt }: Proposal,
  language: Language,
  moment: Moment,
): string {
  const words = proposalsWords[language];
  if (status === "expired")
    // Before its time it is void only because its proposer lost the role.
    return Date.parse(expiresAt) > deviceNow()
      ? words.roleLost(proposedBy.name)
      : words.expired(proposedBy.name, moment(expiresAt));
  const text = status === "done" ? words.done : words.withdrawn;
  return text(proposedBy.name, decidedBy?.name ?? words.operator, moment(decidedAt ?? expiresAt));
}

/** Who it waits for, and what the reader may do. */
function Steps({ proposal }: { proposal: Proposal }) {
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
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <p className="min-w-[min(15rem,100%)] flex-1 wrap-anywhere text-ink-soft">
        {[mine && words.yours, !mayApprove && waitsFor(proposal, language)].filter(Boolean).join(" ")}
      </p>
      <div className="flex flex-wrap gap-3">
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
    </div>
  );
}

function waitsFor({ id, approvers }: Proposal, language: Language): string {
  const words = proposalsWords[language];
  return approvers.length > 0 ? words.waitsFor(approvers.map(({ name }) => name).join(words.or)) : words.noSecond(id);
}
