/** The handlers of settlements by mail. */
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { addressesIn } from "#platform/shared/mail-addresses.ts";
import { mailedFrom, monthOf } from "../rules.ts";
import { refuse, type SettlementMail, type settlementMailRoutes } from "../settlement-mail-contract.ts";
import * as store from "./settlement-mail-store.ts";
import { type SettlementMailDeps, sendSettlement } from "./settlement-mail.ts";
import { findCourse, type ReportedCourse } from "./store.ts";

export function settlementMailHandlers(deps: SettlementMailDeps): Handlers<typeof settlementMailRoutes> {
  const { db, clock } = deps;
  /** @throws courses.not_found */
  async function courseOf(id: number): Promise<ReportedCourse> {
    const course = await findCourse(db, id);
    if (!course) throw refuseCourse("courses.not_found");
    return course;
  }

  async function mailOf({ id, timeZone }: ReportedCourse, month: string): Promise<SettlementMail> {
    const found = await store.findRecipients(db, id);
    const goesOut = found && month >= found.fromMonth;
    return {
      recipients: found ? { ...found, changedAt: found.changedAt.toISOString() } : null,
      emptiedAt: (await store.emptiedAt(db, id))?.toISOString() ?? null,
      goesOutFrom: goesOut ? mailedFrom(month, found.day, timeZone).toISOString() : null,
      sendings: await store.listSendings(db, id, month),
    };
  }

  return {
    getSettlementMail: async ({ params, query }) => ({
      status: 200,
      body: { mail: await mailOf(await courseOf(params.courseId), query.month) },
    }),

    setSettlementMail: async ({ caller, params, body }) => {
      const course = await courseOf(params.courseId);
      const at = clock.now();
      const emails = addressesIn(body.emails);
      const { language, day } = body;
      await db.transaction(async (tx) => {
        const subject = `course:${course.id}`;
        if (emails.length === 0) {
          const hadSome = await store.removeRecipients(tx, course.id);
          if (!(await store.decideEmptied(tx, course.id)) && !hadSome) return;
          await note(tx, { actorId: caller.id, action: "settlement.mail_ended", subject, at });
        } else {
          // Earlier months are sent by hand, so that nothing goes out in the moment in which this is saved.
          const fromMonth = monthOf(at, course.timeZone);
          await store.setRecipients(tx, course.id, { emails, language, day, fromMonth }, { id: caller.id, at });
          await store.decideEmptied(tx, course.id);
          const detail = { addresses: emails.length, language, day };
          await note(tx, { actorId: caller.id, action: "settlement.mail_set", subject, detail, at });
        }
        await store.dropUnsentToOthers(tx, course.id, emails, at);
      });
      return { status: 200, body: { mail: await mailOf(course, body.month) } };
    },

    sendSettlement: async ({ caller, params, body, work }) => {
      const course = await courseOf(params.courseId);
      const { month, after = null } = body;
      const outcome = await sendSettlement(deps, work, { courseId: course.id, month, after, sentBy: caller.id });
      if (outcome !== "sent") throw refuse(`mailing.${outcome}`);
      return { status: 200, body: { mail: await mailOf(course, month) } };
    },
  };
}
