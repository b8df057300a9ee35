/** `/admin/course-requests`: people who would like to have the product at their range. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { manageCourseRoutes, type ManagedRequest } from "../../manage-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { type Column, DataTable, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { useStep } from "#platform/web/ui/filters/steps.ts";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { ShowMore } from "#platform/web/ui/show-more.tsx";
import { ErrorState } from "#platform/web/ui/states.tsx";
import { zonedText } from "#platform/web/ui/time.ts";
import { ListSkeleton } from "./list-skeleton.tsx";
import { RefusalBanner } from "./refusal-banner.tsx";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { manageWords } from "./manage-words.ts";
import { requestWords } from "./staff-words.ts";

const lists = [manageCourseRoutes.listCourseRequests];
type Status = "open" | "handled";

const columnsIn = (
  words: typeof requestWords.en,
  manage: typeof manageWords.en,
  language: Language,
  timeZone: string,
): readonly Column<ManagedRequest>[] => [
  {
    label: manage.course,
    value: ({ courseName }) => courseName,
    show: ({ courseName, courseLocation, name, email, message, createdAt }) => (
      <>
        {courseName}
        <NarrowNote>{`${courseLocation}; ${name}`}</NarrowNote>
        <NarrowNote>
          <MailTo email={email} />
        </NarrowNote>
        <NarrowNote>{message !== null && message}</NarrowNote>
        <NarrowNote>{`${words.received}: ${zonedText(createdAt, timeZone, language)}`}</NarrowNote>
      </>
    ),
  },
  { label: words.location, value: ({ courseLocation }) => courseLocation, wideOnly: true },
  { label: words.from, value: ({ name }) => name, wideOnly: true },
  {
    label: words.email,
    value: ({ email }) => email,
    show: ({ email }) => <MailTo email={email} />,
    wideOnly: true,
  },
  { label: words.message, value: ({ message }) => message, wideOnly: true },
  {
    label: words.received,
    value: ({ createdAt }) => createdAt,
    show: ({ createdAt }) => zonedText(createdAt, timeZone, language),
    wideOnly: true,
  },
];
const handledBy = (words: typeof requestWords.en): Column<ManagedRequest> => ({
  label: words.handledBy,
  value: ({ handledBy: by }) => by,
  wideOnly: true,
});

function MailTo({ email }: { email: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(email)}`} className="text-accent underline underline-offset-4 wrap-anywhere">
      {email}
    </a>
  );
}

export function RequestsScreen() {
  const words = useWords(requestWords);
  const search = new URLSearchParams(useSearch());
  const step = useStep();
  const status: Status = search.get("status") === "handled" ? "handled" : "open";
  return (
    <ManageShell title={words.title} lead={words.lead}>
      <div className="max-w-md">
        <Segmented<Status>
          legend={words.show}
          options={[
            { value: "open", label: words.open },
            { value: "handled", label: words.handled },
          ]}
          value={status}
          onChange={(next) => step(deskPaths.courseRequests({ status: next }))}
        />
      </div>
      <Requests key={status} status={status} />
    </ManageShell>
  );
}

function Requests({ status }: { status: Status }) {
  const words = useWords(requestWords);
  const manage = useWords(manageWords);
  const [language] = useLanguage();
  const mark = useAction({
    run: ({ id }: ManagedRequest) =>
      call(manageCourseRoutes.markCourseRequest, { params: { id }, body: { handled: status === "open" } }),
    done: status === "open" ? words.marked : words.openAgain,
    changes: lists,
  });
  const list = useInfiniteQuery({
    queryKey: [...keyOf(manageCourseRoutes.listCourseRequests), status],
    queryFn: async ({ pageParam, signal }) =>
      (
        await call(manageCourseRoutes.listCourseRequests, {
          query: { status, ...(pageParam === "" ? {} : { cursor: pageParam }) },
          signal,
        })
      ).body,
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: "always",
  });
  if (!list.data)
    return list.error ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} title={words.failed} />
    ) : (
      <ListSkeleton label={words.loading} />
    );
  const columns = columnsIn(words, manage, language, list.data.pages[0]?.timeZone ?? "UTC");
  return (
    <>
      <RefusalBanner refusal={mark.error} lists={lists} />
      <DataTable
        label={words.requests}
        rows={list.data.pages.flatMap((page) => page.courseRequests)}
        columns={status === "handled" ? [...columns, handledBy(words)] : columns}
        keyOf={({ id }) => id}
        renderActions={(request) => (
          <Button variant="secondary" size="small" disabled={mark.busy} onClick={() => void mark.start(request)}>
            {status === "open" ? words.markHandled : words.openAgain}
            <span className="sr-only">: {request.courseName}</span>
          </Button>
        )}
        empty={
          status === "open"
            ? { title: words.noneOpen, text: words.noneOpenAbout }
            : { title: words.noneHandled, text: words.noneHandledAbout }
        }
      />
      <ShowMore list={list} />
    </>
  );
}
