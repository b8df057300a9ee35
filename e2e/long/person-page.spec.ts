/** A person's page and the audit trail: from a name to what was done, and from there to the order. */
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, newestOrder, playing, registered, signedIn } from "../people.ts";
import { claimed } from "../claim-copies.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { bodyOf } from "#test/calls.ts";
import { bayRoutes } from "#features/play/bay-contract.ts";

/** A golfer whose order was refunded in part, and whose session was paused, by the administrator who is signed in. */
async function lookedAfter(page: Page, browser: Browser, url: string, name: string) {
  const { id } = await registered(page, name);
  const sessionId = await playing(page, 4, 5);
  const bought = await newestOrder(page);
  const admin = await signedIn(browser, url, "admin@acebay.test");
  const done = await callsOf(admin).call(paymentRoutes.refundOrder, {
    params: { id: bought.id },
    body: { reason: "rain", amount: 1.8 },
  });
  expect(done.status).toBe(200);
  await callsOf(admin).call(bayRoutes.pauseSession, { params: { id: sessionId }, body: { reason: "lightning" } });
  return { id, number: bought.number, admin };
}

test("an administrator finds a person, reads what was played, and writes and removes a note; the trail says so", async ({
  page,
  browser,
  app,
}) => {
  const { number, admin } = await lookedAfter(page, browser, app.url, "Nadia Northwood");
  // Playing 51 sessions would take too long here.
  await admin.route("**/api/admin/people/*/sessions", async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), more: true } });
  });
  await admin.goto("/admin/people");
  await admin.getByLabel("Name, email address or player ID").fill("northwood");
  await admin.keyboard.press("Enter");
  await admin
    .getByRole("table", { name: "People" })
    .getByRole("link", { name: /Nadia Northwood/ })
    .click();
  await expect(admin.getByRole("heading", { name: "Nadia Northwood", level: 1 })).toBeVisible();
  await expect(admin.getByRole("table", { name: "Sessions" }).getByRole("link")).toHaveText([`Order ${number}`]);
  await expect(admin.getByText("Only the newest 1 are shown.")).toBeVisible();
  await admin.unrouteAll({ behavior: "wait" });
  await expect(admin.getByRole("table", { name: "Orders" }).getByRole("row").last()).toContainText("Partly refunded");

  await admin.getByLabel("New note").fill("Asked for a receipt.");
  await admin.getByRole("button", { name: "Save note" }).click();
  const notes = admin.getByRole("list", { name: "Notes" }).getByRole("listitem");
  await expect(notes).toHaveText([/^Asked for a receipt\./]);
  await expect(admin.getByLabel("New note")).toHaveValue("");
  await expectAccessible(admin);
  await notes.getByRole("button", { name: /^Remove the note/ }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(notes).toHaveCount(0);

  await admin.getByRole("link", { name: "What was done" }).click();
  await expect(admin).toHaveURL(/\/admin\/audit#person=/);
  const entries = admin.getByRole("table", { name: "Entries" }).getByRole("rowheader");
  await expect(entries).toHaveText(
    [
      / removed a note about Nadia N\.$/,
      / wrote a note about Nadia N\.$/,
      / paused bay \d+ of .+, where Nadia N\. plays: lightning$/,
      new RegExp(` refunded \\$1\\.80 of order ${number} to Nadia N\\.: rain$`),
    ],
    { useInnerText: true },
  );
  await expectAccessible(admin);
  await admin.getByLabel("Order", { exact: true }).fill(`#${number}`);
  await admin.getByLabel("Person").fill("");
  await expect(entries).toHaveCount(2);
});

test("the trail of an order is filtered by days, says what is wrong with them, and leads to the order and its player", async ({
  page,
  browser,
  app,
}) => {
  const { id, number, admin } = await lookedAfter(page, browser, app.url, "Ned Northwood");
  await admin.goto(`/admin/audit?order=${number}`);
  const entries = admin.getByRole("table", { name: "Entries" }).getByRole("rowheader");
  await expect(entries).toHaveCount(2);
  await admin.getByLabel("To", { exact: true }).fill("2020-01-01");
  await expect(admin.getByText("Nothing fits")).toBeVisible();
  // A wrong range of days is reported beside its field, and filters nothing until it is corrected.
  await admin.getByLabel("From", { exact: true }).fill("2020-01-02");
  await expect(admin.getByText("The last day is before the first")).toBeVisible();
  await expect(admin.getByLabel("To", { exact: true })).toHaveValue("2020-01-01");
  await expect(admin).not.toHaveURL(/from=/);
  await admin.getByLabel("To", { exact: true }).fill("2999-12-31");
  await expect(admin.getByText("The last day is before the first")).toBeHidden();
  await expect(entries).toHaveCount(2);
  await expect(admin.getByRole("link", { name: "CSV" })).toHaveAttribute("href", /from=2020-01-02&to=2999-12-31/);
  await admin.getByLabel("To", { exact: true }).fill("");
  await expect(admin).not.toHaveURL(/to=/);
  await expect(entries).toHaveCount(2);
  await admin.getByLabel("To", { exact: true }).fill("2020-01-02");
  await expect(admin.getByText("Nothing fits")).toBeVisible();
  // A link with a wrong range says so, and has no file.
  await admin.goto(`/admin/audit?order=${number}&from=2020-01-02&to=2020-01-01`);
  await expect(admin.getByText("The last day is before the first")).toBeVisible();
  await expect(admin.getByLabel("To", { exact: true })).toHaveValue("2020-01-01");
  await expect(admin.getByRole("link", { name: "CSV" })).toBeHidden();
  await admin.goto("/admin/audit?date=2020-01-03");
  await expect(admin.getByText("Nothing fits")).toBeVisible();
  for (const end of ["From", "To"]) await expect(admin.getByLabel(end, { exact: true })).toHaveValue("2020-01-03");
  await admin.goto(`/admin/audit?order=${number}`);
  await entries
    .last()
    .getByRole("link", { name: `order ${number}` })
    .click();
  await expect(admin.getByRole("heading", { name: `Order ${number}` })).toBeVisible();
  await admin.getByRole("link", { name: "All about this player" }).click();
  await expect(admin).toHaveURL(new RegExp(`/admin/people/${id}$`));
});

test("a person's page names the claims, each a link to it, and the devices that are signed in", async ({
  page,
  browser,
  app,
}) => {
  const claim = await claimed(page, "Cora Claims");
  const { user } = await bodyOf(callsOf(page).call(accountRoutes.me));
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto(`/admin/people/${user.id}`);
  const claims = admin.getByRole("table", { name: "Claims" });
  await expect(claims.getByRole("row")).toHaveCount(2);
  await expect(claims.getByRole("row").last()).toContainText("Pending");
  const devices = admin.getByRole("heading", { name: "Devices signed in" }).locator("xpath=following-sibling::ul[1]");
  await expect(devices.getByRole("listitem")).toHaveText([/^(Chrome on \w+|Unnamed device).*\d{4}/]);
  await claims.getByRole("link").click();
  await expect(admin).toHaveURL(new RegExp(`claim=${claim}\\b`));
  await expect(admin.getByRole("region", { name: "Claim of Cora Claims" })).toBeVisible();
});
