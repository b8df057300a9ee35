/** The payouts' list has one CSV button: the server's file of all details, or the rows that are shown of it. */
import { readFile } from "node:fs/promises";
import { claimRoutes } from "#features/claims/contract.ts";
import { claimed } from "../claim-copies.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, signedIn } from "../people.ts";

test("the payouts' CSV has all details, and of a searched list what is shown", async ({ page, browser, app }) => {
  const names = ["Ada Allover", "Bob Beside"];
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  for (const name of names) {
    const id = await claimed(page, name);
    await callsOf(admin).call(claimRoutes.verifyClaim, { params: { id } });
    await page.context().clearCookies();
  }
  await admin.goto("/admin/payouts");
  const list = admin.getByRole("region", { name: "Payouts" }).getByRole("rowheader");
  await expect(list.filter({ hasText: "Bob Beside" })).toBeVisible();
  const ofList = admin.getByRole("main").getByText("CSV", { exact: true });
  await expect(admin.getByRole("main").getByText(/CSV/)).toHaveText(["CSV", "Totals as CSV"]);
  const whole = admin.waitForEvent("download");
  await ofList.click();
  const all = await readFile(await (await whole).path(), "utf8");
  expect(all).toContain("Stated value (USD)");
  for (const name of names) expect(all).toContain(name);

  await admin.getByRole("searchbox").fill("Ada");
  await expect(list.filter({ hasText: "Bob Beside" })).toBeHidden();
  const shown = admin.waitForEvent("download");
  await ofList.click();
  const some = await readFile(await (await shown).path(), "utf8");
  expect(some).toContain("Ada Allover");
  expect(some).not.toContain("Bob Beside");
});
