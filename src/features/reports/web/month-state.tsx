/** Whether a month is closed, and the way to close it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { reportRoutes, type Settlement } from "../contract.ts";
import { monthRoutes } from "../month-contract.ts";
import { monthName } from "../rules.ts";
import { closedWords } from "../settlement-rules.ts";

export function MonthState({ settlement }: { settlement: Settlement }) {
  const { closed, course, toDate } = settlement;
  if (closed) {
    return (
      <Banner tone="success" title="Closed">
        <span className="wrap-anywhere">{closedWords(closed, course.timeZone)}</span>
      </Banner>
    );
  }
  if (toDate) return null;
  if (course.id === null) {
    return (
      <Banner tone="info" title="Open">
        The house's own accounts close with the last course.
      </Banner>
    );
  }
  return <OpenMonth key={`${course.id} ${settlement.month}`} settlement={settlement} courseId={course.id} />;
}

function OpenMonth({ settlement, courseId }: { settlement: Settlement; courseId: number }) {
  const { month, course } = settlement;
  const [asking, setAsking] = useState(false);
  const of = { params: { courseId }, query: { month } };
  const { data } = useQuery({ ...queryFor(monthRoutes.getClosing, of), refetchOnMount: "always" });
  const name = monthName(month);
  const close = useAction({
    run: () => call(monthRoutes.closeMonth, { params: { courseId }, body: { month } }),
    done: `${name} is closed`,
    failed: `${name} was not closed`,
    changes: [reportRoutes.getSettlement, monthRoutes.getClosing],
    onDone: () => setAsking(false),
    onFailed: () => setAsking(false),
  });
  const closing = data?.closing;
  if (!closing) return null;
  const { first, from, obstacles } = closing;
  const isEarly = new Date(from).getTime() > new Date(settlement.generatedAt).getTime();
  return (
    <Card title={`${name} is open`}>
      {first !== null ? (
        <>
          <p className="mb-4">Months close in order: {monthName(first)} comes first.</p>
          <ButtonLink variant="secondary" size="small" href={deskPaths.settlement({ course: courseId, month: first })}>
            Go to {monthName(first)}
          </ButtonLink>
        </>
      ) : isEarly ? (
        <p>It can be closed from {momentText(from, course.timeZone)} on.</p>
      ) : obstacles.length > 0 ? (
        <>
          <p>It can be closed once this is settled:</p>
          <ul className="mt-2 list-disc pl-6">
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p className="mb-4">
            Nothing stands against closing it. What is learned of it later is booked in the open month.
          </p>
          <Button size="small" onClick={() => setAsking(true)}>
            Close {name}
          </Button>
        </>
      )}
      <ActionDialog
        open={asking}
        title={`Close ${name}?`}
        action="Close the month"
        dangerous
        busy={close.busy && "Closing..."}
        onClose={() => setAsking(false)}
        onAct={() => void close.start()}
      >
        <p>
          The settlement of {course.name} for {name} is kept as it is now. No entry can be dated into the month any
          more, and it cannot be opened again.
        </p>
      </ActionDialog>
    </Card>
  );
}
