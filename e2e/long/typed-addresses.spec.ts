/** What the desk types to find people is in no address that a server gets, and in no `Referer`. */
import { readFileSync } from "node:fs";
import { expect, test } from "../fixtures.ts";
import { callsOf, registered, signedIn } from "../people.ts";
import { noteRoutes } from "#features/accounts/people-contract.ts";

const NAME = "Quintessa Quill";
const TYPED = /quintessa/i;

test("a search stays out of every address and Referer: the lists, their files, the search sheet, an old link, a reload", async ({
  page,
  browser,
  app,
}) => {
  const { id } = await registered(page, NAME);
  const admin = await signedIn(browser, app.url, "admin@acebay.test", { width: 1280, height: 900 });
  const told: string[] = [];
  admin.on("request", (request) => {
    const { referer = "" } = request.headers();
    if (TYPED.test(request.url().split("#")[0] ?? "") || TYPED.test(referer)) told.push(`${request.url()} ${referer}`);
  });
  const shown = admin.locator("#content").getByText(NAME).first();

  await admin.goto("/admin/people");
  await admin.getByRole("search").getByRole("searchbox").fill("quintessa");
  await expect(admin).toHaveURL(/people#q=quintessa$/);
  await expect(shown).toBeVisible();
  await admin.reload();
  await expect(shown).toBeVisible();
  // Back from a person's page the search is still there.
  await shown.click();
  await expect(admin).toHaveURL(/people\/[\w-]+$/);
  await admin.goBack();
  await expect(admin.getByRole("search").getByRole("searchbox")).toHaveValue("quintessa");

  for (const path of ["/admin/orders", "/admin/sessions", "/admin/players", "/admin/prize-verification"]) {
    await admin.goto(path);
    const answered = admin.waitForResponse(
      async (answer) => TYPED.test((await answer.request().allHeaders())["x-query"] ?? "") && answer.ok(),
    );
    await admin.getByRole("searchbox").first().fill("quintessa");
    await answered;
    await expect(admin).toHaveURL(/#(q|search)=quintessa$/);
  }

  await callsOf(admin).call(noteRoutes.addPersonNote, { params: { id }, body: { text: "Called about the tee time" } });
  await admin.goto("/admin/audit");
  await admin.getByLabel("Person").fill("quintessa");
  await expect(admin).toHaveURL(/audit#person=quintessa$/);
  await expect(admin.getByRole("row").nth(1)).toBeVisible();
  const download = admin.waitForEvent("download");
  await admin.getByRole("button", { name: "CSV", exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(readFileSync(await file.path(), "utf8").split("\n").length).toBeGreaterThan(1);
  expect(told).toEqual([]);

  await admin.keyboard.press("Control+k");
  await admin.getByRole("combobox", { name: /Player, order/ }).fill("quintessa");
  await expect(admin.getByRole("dialog").getByRole("option").first()).toContainText(NAME);
  expect(told).toEqual([]);

  // The page of an old link is asked for as it stands; then its address is changed.
  await admin.goto("/admin/people?q=quintessa&role=player");
  await expect(admin).toHaveURL(/people\?role=player#q=quintessa$/);
  await expect(shown).toBeVisible();
});

test("a file that does not come is told", async ({ browser, app }) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test", { width: 1280, height: 900 });
  await admin.goto("/admin/prize-verification?status=all&search=nobody");
  await admin.route("**/api/admin/**/*.csv*", (route) => route.abort());
  await admin.getByRole("button", { name: "CSV" }).click();
  await expect(admin.getByText("The file did not come")).toBeVisible();
});
