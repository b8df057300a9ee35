/** What the desk's search leaves out, and when it may not lead away. */
import { expect, test } from "../fixtures.ts";
import { signedIn, signIn } from "../people.ts";

test("staff find only their own screens, courses and claims, and an unsaved form asks before the search leads away", async ({
  browser,
  app,
}) => {
  const office = await browser.newContext({ baseURL: app.url, viewport: { width: 1280, height: 800 } });
  const staff = await office.newPage();
  await staff.goto("/login");
  await signIn(staff, "staff@acebay.test");
  await expect(staff.getByRole("heading", { name: "Prize Verification" })).toBeVisible();
  await staff.keyboard.press("Control+k");
  const options = staff.getByRole("dialog").getByRole("option");
  await expect(options).toHaveText(["Bays", "Claims", "Reports", "Statements"]);
  await staff.getByRole("dialog").getByRole("combobox").fill("settle");
  await expect(staff.getByRole("status").filter({ hasText: "Nothing is found" })).toBeVisible();

  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin/courses/1");
  await admin.getByLabel("Name", { exact: true }).fill("Not saved");
  const asked: string[] = [];
  admin.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await admin.keyboard.press("Control+k");
  await admin.getByRole("dialog").getByRole("combobox").fill("journal");
  await expect(admin.getByRole("dialog").getByRole("option")).toHaveText(["Journal"]);
  await admin.keyboard.press("Enter");
  await expect.poll(() => asked).toEqual(["Leave without saving what you changed?"]);
  await expect(admin).toHaveURL(/\/admin\/courses\/1$/);
});

test("the menu shows the whole link of the present page, however the window changes", async ({ browser, app }) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test", { width: 360, height: 640 });
  await admin.goto("/admin/audit");
  const current = admin.locator("header nav [aria-current=page]");
  for (const [width, height] of [
    [360, 640],
    [820, 1180],
    [844, 390],
    [1600, 1000],
  ] as const) {
    await admin.setViewportSize({ width, height });
    await expect(current).toBeInViewport({ ratio: 1 });
  }
});
