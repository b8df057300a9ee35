/** Checks and sends the course request. Fetched when somebody comes to the form: the page reads without it. */
import { courseRoutes } from "#features/courses/contract.ts";
import { call } from "#platform/web/api.ts";
import { check, problemsOf, valuesOf, type Problems } from "#platform/web/form.ts";

export type RequestResult =
  | { status: "sent" }
  /** Not sent: these fields are to be mended first. */
  | { status: "unfinished"; problems: Problems }
  | { status: "failed"; problems: Problems };

export async function sendRequest(form: HTMLFormElement): Promise<RequestResult> {
  const checked = check(courseRoutes.requestCourse.body, valuesOf(form));
  if (!checked.ok) return { status: "unfinished", problems: checked.problems };
  try {
    await call(courseRoutes.requestCourse, { body: checked.value });
    return { status: "sent" };
  } catch (error) {
    return { status: "failed", problems: problemsOf(error) };
  }
}
