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
import { useTranslated } from "#platform/web/translate.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { settlementWords } from "./settlement-words.ts";

export function MonthState({ settlement }: { settlement: Settlement }) {
  const words = useWords(settlementWords);
  const [language] = useLanguage();
  const { closed, course, toDate } = settlement;
  if (closed) {
    return (
      <Banner tone="success" title={words.closed}>
        <span className="wrap-anywhere">{closedWords(closed, course.timeZone, language)}</span>
      </Banner>
    );
  }
  if (toDate) return null;
  if (course.id === null) {
    return (
      <Banner tone="info" title={words.open}>
        {words.houseCloses}
      </Banner>
    );
  }
  return <OpenMonth key={`${course.id} ${settlement.month}`} settlement={settlement} courseId={course.id} />;
}

function OpenMonth({ settlement, courseId }: { settlement: Settlement; courseId: number }) {
  const words = useWords(settlementWords);
  const [language] = useLanguage();
  const translated = useTranslated();
  const { month, course } = settlement;
  const [asking, setAsking] = useState(false);
  const of = { params: { courseId }, query: { month } };
  const { data } = useQuery({ ...queryFor(monthRoutes.getClosing, of), refetchOnMount: "always" });
  const name = monthName(month, language);
  const close = useAction({
    run: () => call(monthRoutes.closeMonth, { params: { courseId }, body: { month } }),
    done: words.isClosed(name),
    failed: words.notClosed(name),
    changes: [reportRoutes.getSettlement, monthRoutes.getClosing, monthRoutes.listCourseMonths],
    onDone: () => setAsking(false),
    onFailed: () => setAsking(false),
  });
  const closing = data?.closing;
  if (!closing) return null;
  const { first, from, obstacles } = closing;
  const isEarly = new Date(from).getTime() > new Date(settlement.generatedAt).getTime();
  return (
    <Card title={words.isOpen(name)}>
      {first !== null ? (
        <>
          <p className="mb-4">{words.inOrder(monthName(first, language))}</p>
          <ButtonLink variant="secondary" size="small" href={deskPaths.settlement({ course: courseId, month: first })}>
            {words.goTo(monthName(first, language))}
          </ButtonLink>
        </>
      ) : isEarly ? (
        <p>{words.closeFrom(momentText(from, course.timeZone, language))}</p>
      ) : obstacles.length > 0 ? (
        <>
          <p>{words.closeOnce}</p>
          <ul className="mt-2 list-disc pl-6">
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{translated(obstacle)}</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p className="mb-4">{words.nothingAgainst}</p>
          <Button size="small" onClick={() => setAsking(true)}>
            {words.closeMonth(name)}
          </Button>
        </>
      )}
      <ActionDialog
        open={asking}
        title={words.askClose(name)}
        action={words.close}
        dangerous
        busy={close.busy && words.closing}
        onClose={() => setAsking(false)}
        onAct={() => void close.start()}
      >
        <p>{words.closeAbout(course.name, name)}</p>
      </ActionDialog>
    </Card>
  );
}
