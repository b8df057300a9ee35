/** A course closes for good: at the desk from the obstacles to the approval, and as golfers see it afterwards. */
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, expectToast, mailedCode, playing, registered, signedIn } from "../people.ts";
import { operate } from "../server.ts";
import { playRoutes } from "#features/play/contract.ts";
import { proposalRoutes } from "#features/accounts/proposal-contract.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { advanceClock } from "#test/demo.ts";

test("a course is closed for good, and golfers read where its jackpot went", async ({ page, browser, serverOf }, {
  file,
}) => {
  test.setTimeout(120_000);
  const server = await serverOf(file);
  await registered(page, "Gus Golfer");
  const sessionId = await playing(page, 4, 5);
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  const name = "Palmetto Pines Driving Range";

  await test.step("its sales are stopped on its page, which leads to the closing", async () => {
    await admin.goto("/admin/courses/1");
    await expect(admin.getByRole("link", { name: "What stands against it" })).toBeHidden();
    await admin.getByRole("button", { name: "Close course" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Close course" }).click();
    await admin.getByRole("link", { name: "What stands against it" }).click();
    await expect(admin.getByText("The session of Gus Golfer runs, or can still be claimed from")).toBeVisible();
    await expect(admin.getByRole("link", { name: "To its bays" })).toHaveAttribute("href", "/admin/bays?course=1");
    await expect(admin.getByRole("button", { name: `Propose to close ${name}` })).toBeDisabled();
    await expectAccessible(admin);
  });

  await test.step("the obstacles are settled, and the closing is proposed", async () => {
    await callsOf(page).call(playRoutes.completeSession, { params: { id: sessionId } });
    await advanceClock(callsOf(page), 700);
    await admin.reload();
    await expect(admin.getByText("The rest, from golfers").locator("+ dd")).toHaveText("$1.00");
    await expect(admin.getByText("What is still in the way")).toBeHidden();
    await admin.getByRole("button", { name: `Propose to close ${name}` }).click();
    const dialog = admin.getByRole("dialog", { name: `Close ${name} for good?` });
    await dialog.getByLabel("$1.00 go to the jackpot of").selectOption("Bayshore Golf Park");
    await dialog.getByRole("button", { name: "Propose it" }).click();
    await expect(dialog).toContainText("A reason is required");
    await expectAccessible(admin);
    await dialog.getByLabel("Reason").fill("The lease has ended");
    await dialog.getByRole("button", { name: "Propose it" }).click();
    // More than ten minutes have passed since the administrator signed in.
    const question = admin.getByRole("dialog", { name: "Is it you?" });
    await expect(question.getByLabel("Code")).toBeVisible();
    await question.getByLabel("Code").fill(await mailedCode(admin, "admin@acebay.test"));
    await expectToast(admin, "Proposed", "There is no second administrator");
    await admin.getByRole("link", { name: /^proposal \d+$/ }).click();
    await expect(
      admin.getByText(/^\d+\. Close Palmetto Pines Driving Range for good: .* \$1\.00 to the jackpot/),
    ).toBeVisible();
  });

  await test.step("a second administrator approves, and the desk shows the result", async () => {
    const { proposals } = await bodyOf(callsOf(admin).call(proposalRoutes.listProposals));
    await operate(server, "approve", String(firstOf(proposals).id));
    await admin.goto("/admin/courses/1/closing");
    await expect(admin.getByText("The rest, from golfers, to Bayshore Golf Park")).toBeVisible();
    await expectAccessible(admin);
    await admin.getByRole("link", { name: "Back to the course" }).click();
    await expect(admin.getByText(/^Closed for good .*20/)).toBeVisible();
    await expect(admin.getByRole("button", { name: "Save course" })).toBeHidden();
    await admin.goto("/admin/courses");
    await expect(admin.getByRole("row", { name: new RegExp(name) })).toContainText("Closed for good");
    await expect(admin.getByRole("link", { name: `QR codes of ${name}` })).toBeHidden();
  });

  await test.step("golfers read it on both prizes pages, in both languages, and at an old bay", async () => {
    await page.goto("/prizes?course=1");
    await expect(page.getByRole("heading", { name: "This course has closed for good" })).toBeVisible();
    await expect(page.getByText("$1,000.00 was ours")).toBeVisible();
    await expect(page.getByRole("button", { name: /Ready to Play/ })).toBeHidden();
    await expectAccessible(page);
    await expect(page.getByText("Nobody to name yet")).toBeVisible();
    await page.getByRole("link", { name: "Prizes of Bayshore Golf Park" }).click();
    await expect(page.getByText(`$1.00 of this jackpot came from ${name}, which closed for good on`)).toBeVisible();
    await page.goto("/bay?course=1&bay=7");
    await expect(page.getByRole("heading", { name: `${name} has closed for good` })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Where its jackpot went" }).click();
    await page.evaluate(() => localStorage.setItem("language", '"es"'));
    await page.reload();
    await expect(page.getByRole("heading", { name: "Este campo cerró para siempre" })).toBeVisible();
    await expect(page.getByText("Ahora están en el premio mayor de Bayshore Golf Park")).toBeVisible();
  });
});
