/** What administrators do about accounts and about each other, and the question for a fresh proof. */
import { callsOf, openSettings } from "../people.ts";
import { at, button, LONG_NAME, proved, settled } from "./reach.ts";
import { everyLook, furtherLooks, inEnglish } from "./looks.ts";
import { fail, type Studio } from "./studio.ts";
import { peopleRoutes, noteRoutes } from "#features/accounts/people-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

const further = inEnglish(furtherLooks);

export async function colleagues({ desk, visitor, take }: Studio): Promise<void> {
  const page = await desk("admin@acebay.test");
  const player = await visitor();
  const { email } = await proved(player, await visitor(), LONG_NAME);
  const { people } = await bodyOf(callsOf(page).call(peopleRoutes.findPeople, { query: { q: email } }));
  const person = at(`/admin/people/${firstOf(people).id}`);
  await callsOf(page).call(noteRoutes.addPersonNote, {
    params: { id: firstOf(people).id },
    body: {
      text: "Called about a receipt.\nSent it again.",
    },
  });

  await take(page, "People", "everybody", further, at("/admin/people"));
  await take(page, "People", "unknown", further, at("/admin/people?q=nobody@example.com"));
  await take(page, "People", "found", everyLook, at(`/admin/people?q=${encodeURIComponent(email)}`));
  await take(page, "Person", "a player", everyLook, person);
  await take(page, "Person", "removes a note", further, async () => {
    await person(page);
    await page.getByRole("button", { name: /^Remove the note/ }).click();
    await page.locator("dialog[open]").waitFor();
  });
  for (const action of ["Sign out everywhere", "Move to another email"])
    await take(page, "Person", action, further, async () => {
      await person(page);
      await page.getByRole("button", { name: action }).click();
      await page.locator("dialog[open]").waitFor();
    });
  await take(page, "Person", "failed", further, async () => {
    await fail(page, /\/api\/admin\/people/);
    await person(page);
  });

  await take(page, "Approvals", "none", further, at("/admin/proposals"));
  await callsOf(page).call(staffRoutes.addStaff, { body: { email, role: "admin" } });
  await take(page, "Approvals", "waiting", everyLook, at("/admin/proposals"));
  await take(page, "Approvals", "decided", further, async () => {
    await at("/admin/proposals")(page);
    const withdraw = page.getByRole("button", { name: /^Withdraw/ }).first();
    if (await withdraw.isVisible()) await withdraw.click();
    await page.getByRole("heading", { name: "Decided" }).waitFor();
    await settled(page);
  });

  await take(player, "Fresh proof", "asked for a code", everyLook, async () => {
    await player.route(/\/api\/devices\/end-others/, (route) =>
      route.fulfill({ status: 401, json: { error: { code: "accounts.step_up_needed", message: "Is it you?" } } }),
    );
    await at("/profile")(player);
    await openSettings(player);
    await button(player, /^(Sign out everywhere else|Cerrar las demás sesiones)$/).click();
    await player
      .getByRole("dialog")
      .getByRole("button", { name: /^(Sign out|Cerrar sesiones)$/ })
      .click();
    await player.locator("input[autocomplete=one-time-code]").waitFor();
  });
}
