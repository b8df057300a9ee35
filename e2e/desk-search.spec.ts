import { expect, test } from "./fixtures.ts";
import { callsOf, expectAccessible, newestOrder, playing, registered, signedIn } from "./people.ts";
import { playRoutes } from "#features/play/contract.ts";

test("administrators find screens, people, orders and claims by the keyboard, from every screen", async ({
  page,
  browser,
  app,
}) => {
  const { id, userId } = await registered(page, "Petra Palmwood");
  const sessionId = await playing(page, 4, 5);
  await callsOf(page).call(playRoutes.recordShot, {
    body: { sessionId, targetHole: "left", prizeClaim: true, prizeAmount: 0 },
  });
  const bought = await newestOrder(page);
  const number: number = bought.number;

  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  const field = admin.getByRole("combobox", { name: /Player, order/ });
  const options = admin.getByRole("dialog").getByRole("option");
  await admin.goto("/admin");
  await expect(admin.getByRole("heading", { name: "Acebay Admin Dashboard" })).toBeVisible();
  await admin.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  // Enter counts also before the list has followed what is typed.
  await field.pressSequentially("recon");
  await admin.keyboard.press("Enter");
  await expect(admin).toHaveURL(/\/admin\/reconciliation$/);
  await expect(field).toHaveCount(0);

  await admin.getByRole("button", { name: "Search (Ctrl K)" }).click();
  await field.fill("petra palm");
  await expect(options).toHaveText([
    new RegExp(`^Petra PalmwoodPlayer, .+, ${userId}$`),
    new RegExp(`^Order ${number}Petra Palmwood, \\$5.00`),
    /^Petra Palmwood's claim/,
  ]);
  await expectAccessible(admin);
  await admin.keyboard.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await admin.keyboard.press("ArrowDown");
  await admin.keyboard.press("Enter");
  await expect(admin).toHaveURL(new RegExp(`/admin/people/${id}$`));
  await expect(admin.getByRole("heading", { name: "Petra Palmwood", level: 1 })).toBeVisible();

  await admin.keyboard.press("Control+k");
  await field.fill(String(number));
  await expect(options.first()).toContainText(`Order ${number}`);
  await admin.keyboard.press("Enter");
  await expect(admin.getByRole("heading", { name: `Order ${number}` })).toBeVisible();

  await admin.keyboard.press("Control+k");
  await field.fill("staff@acebay.test");
  await expect(admin.getByRole("group", { name: "People" }).getByRole("option")).toContainText(
    "Staff, staff@acebay.test",
  );
  await field.fill("nobody@acebay.test");
  await expect(
    admin.getByRole("status").filter({ hasText: "Nothing is found for 'nobody@acebay.test'" }),
  ).toBeVisible();
  await admin.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
});
