import { expect, test } from "../fixtures.ts";
import { expectAccessible, signedIn } from "../people.ts";

test("the dashboard says when a backup was last restored on trial, how long it took, and what is wrong", async ({
  browser,
  app,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin");
  await expect(admin.getByText("No backup has been restored on trial yet.")).toBeVisible();
  const drill = { at: "2026-11-23T09:00:00.000Z", of: "2026-11-23T08:30:00.000Z", seconds: 12.5, reason: null };
  const answer = (body: object) =>
    admin.route("**/api/admin/backups", (route) =>
      route.fulfill({ json: { provenOf: null, lastMade: null, ...body } }),
    );
  await answer({ drill: { ...drill, holds: true }, isDue: true });
  await admin.reload();
  await expect(
    admin.getByText(/was restored on trial on .*2026.*, in 12\.5 s: it is good\. That is due/),
  ).toBeVisible();
  await answer({ drill: { ...drill, holds: false, of: null, reason: "f is no backup" }, isDue: true });
  await admin.reload();
  await expect(admin.getByText(/A backup was restored on trial on .*: it is not good\./)).toBeVisible();
  await expect(admin.getByText("f is no backup")).toBeVisible();
  await expectAccessible(admin);
});
