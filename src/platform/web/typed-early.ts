/** What was typed into a form of the page that the server sent, when the app draws that form anew. */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Milliseconds for which the form is awaited: a session that has ended leads back to it only after the server's answer. */
const AWAITED_MS = 30_000;

function fieldsIn(place: Element): Field[] {
  return [...place.querySelectorAll<Field>("input[name], select[name], textarea[name]")];
}

/**
 * Draws a page anew. Its form gets what was typed into the old one, and the focus, and is sent if the old one was sent and
 * held (shared/head-script.ts). The form may also come later, at the same address; another form in its place gets nothing.
 * @param place holds the old page
 * @param draw has drawn the new page into `place` when it returns, so that no letter falls between the two
 */
export function carryTyped(place: Element, draw: () => void): void {
  const path = window.location.pathname;
  const old = fieldsIn(place);
  const focused = old.find((field) => field === document.activeElement);
  const isSent = place.querySelector("form[data-held]") !== null;
  draw();
  if (!focused && !isSent && old.every(({ value }) => value === "")) return;
  /** @returns whether a form has come */
  const give = (): boolean => {
    const fields = window.location.pathname === path ? fieldsIn(place) : [];
    let form: HTMLFormElement | null = null;
    for (const field of fields) {
      const before = old.find(({ name }) => name === field.name);
      if (!before) continue;
      form = field.form;
      if (before.value !== "") {
        field.value = before.value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
      if (before === focused) field.focus();
    }
    if (isSent) form?.requestSubmit();
    return fields.length > 0;
  };
  if (give()) return;
  const awaited = new MutationObserver(() => give() && awaited.disconnect());
  awaited.observe(place, { childList: true, subtree: true });
  const stop = () => awaited.disconnect();
  setTimeout(stop, AWAITED_MS);
  // Whoever goes on elsewhere, and perhaps signs out, finds a blank form at the sign-in.
  document.addEventListener("click", stop, { once: true, capture: true });
}
