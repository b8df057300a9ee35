/** `/admin/course-requests`: people who would like to have the product at their range. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import { manageCourseRoutes, type ManagedRequest } from "../../manage-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { type Column, DataTable, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { ShowMore } from "#platform/web/ui/show-more.tsx";
import { ErrorState } from "#platform/web/ui/states.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { ListSkeleton } from "./list-skeleton.tsx";
import { RefusalBanner } from "./refusal-banner.tsx";

const lists = [manageCourseRoutes.listCourseRequests];
const statuses = [
  { value: "open", label: "Open" },
  { value: "handled", label: "Handled" },
] as const;
type Status = (typeof statuses)[number]["value"];

const columns: readonly Column<ManagedRequest>[] = [
  {
    label: "Course",
    value: ({ courseName }) => courseName,
    show: ({ courseName, courseLocation, name, email, message }) => (
      <>
        {courseName}
        <NarrowNote>{`${courseLocation}; ${name}`}</NarrowNote>
        <span className="block lg:hidden">
          <MailTo email={email} />
        </span>
        <NarrowNote>{message !== null && message}</NarrowNote>
      </>
    ),
  },
  { label: "Location", value: ({ courseLocation }) => courseLocation, wideOnly: true },
  { label: "From", value: ({ name }) => name, wideOnly: true },
  {
    label: "Email",
    value: ({ email }) => email,
    show: ({ email }) => <MailTo email={email} />,
    wideOnly: true,
  },
  { label: "Message", value: ({ message }) => message, wideOnly: true },
  {
    label: "Received",
    value: ({ createdAt }) => createdAt,
    show: ({ createdAt }) => momentText(createdAt),
    wideOnly: true,
  },
];
const handledBy: Column<ManagedRequest> = {
  label: "Handled by",
  value: ({ handledBy: by }) => by,
  wideOnly: true,
};

function MailTo({ email }: { email: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(email)}`} className="text-accent underline underline-offset-4 wrap-anywhere">
      {email}
    </a>
  );
}

export function RequestsScreen() {
  const search = new URLSearchParams(useSearch());
  const [, go] = useLocation();
  const status: Status = search.get("status") === "handled" ? "handled" : "open";
  return (
    <ManageShell title="Course requests" lead="From the form of the landing page, newest first">
      <div className="max-w-md">
        <Segmented
          legend="Show requests"
          options={statuses}
          value={status}
          onChange={(next) => go(deskPaths.courseRequests({ status: next }), { replace: true })}
        />
      </div>
      <Requests key={status} status={status} />
    </ManageShell>
  );
}

function Requests({ status }: { status: Status }) {
  const mark = useAction({
    run: ({ id }: ManagedRequest) =>
      call(manageCourseRoutes.markCourseRequest, { params: { id }, body: { handled: status === "open" } }),
    done: status === "open" ? "Marked as handled" : "Open again",
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
      <ErrorState error={list.error} onRetry={() => void list.refetch()} title="We could not load the requests" />
    ) : (
      <ListSkeleton label="Loading the requests" />
    );
  return (
    <>
      <RefusalBanner refusal={mark.error} lists={lists} />
      <DataTable
        label="Requests"
        rows={list.data.pages.flatMap((page) => page.courseRequests)}
        columns={status === "handled" ? [...columns, handledBy] : columns}
        keyOf={({ id }) => id}
        renderActions={(request) => (
          <Button variant="secondary" size="small" disabled={mark.busy} onClick={() => void mark.start(request)}>
            {status === "open" ? "Mark handled" : "Open again"}
            <span className="sr-only">: {request.courseName}</span>
          </Button>
        )}
        empty={
          status === "open"
            ? { title: "No open requests", text: "They appear here as soon as somebody sends the form." }
            : { title: "None handled yet", text: "What you mark as handled is kept here." }
        }
      />
      <ShowMore list={list} />
    </>
  );
}
