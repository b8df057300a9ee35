/** Checks and sends the course request. Loaded when somebody reaches the form: the page does not need it. */
import { requestRoutes } from "#features/courses/request-contract.ts";
import { call } from "#platform/web/api.ts";
import { valuesOf, type Sent } from "#platform/web/form.ts";
import { check, problemsOf } from "#platform/web/problems.ts";

/** @param onFailed called when the server did not take the request */
export async function sendRequest(form: HTMLFormElement, onFailed: () => void): Promise<Sent> {
  const checked = check(requestRoutes.requestCourse.body, valuesOf(form));
  if (!checked.ok) return checked;
  try {
    await call(requestRoutes.requestCourse, { body: checked.value });
    return { ok: true };
  } catch (error) {
    onFailed();
    return { ok: false, problems: problemsOf(error) };
  }
}
