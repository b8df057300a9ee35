/** The first page of the link in a bay's QR code, and the screens after it without a network. */
import { registered } from "../people.ts";
import { everyLook, furtherLooks } from "./looks.ts";
import { at, button, LONG_COURSE, loadingAndFailed } from "./reach.ts";
import { rewrite, type Studio } from "./studio.ts";

const code = "/bay?course=1&bay=7";

export async function entrances({ visitor, take }: Studio): Promise<void> {
  const page = await visitor();
  await take(page, "Bay", "of its code", everyLook, at(code));
  await take(page, "Bay", "long names", everyLook, async () => {
    await rewrite(page, /\/api\/courses\/1$/, ({ course }) => {
      course.name = LONG_COURSE;
      course.jackpotAmount = 1_234_567.89;
    });
    await at(code)(page);
  });
  const signUp = async () => {
    await at(code)(page);
    await button(page, /^(Play in Bay|Juega en la bahía|Jugar en la bahía)/).click();
    await page.locator("input[type=email]").waitFor();
  };
  await take(page, "Bay", "sign up", everyLook, signUp);
  await take(page, "Bay", "sign up, incomplete", furtherLooks, async () => {
    await signUp();
    await page.locator("form button[type=submit]").first().click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  });
  await take(page, "Bay", "wrong code", everyLook, at("/bay?course=1&bay=7000"));
  await loadingAndFailed(take, page, furtherLooks, ["Bay", code, /\/api\/(courses|packages)/]);
  await page.context().close();

  const golfer = await visitor();
  await registered(golfer, "Olive Offline");
  for (const [screen, path] of [
    ["Claims", "/claims"],
    ["Orders", "/orders"],
    ["Prizes", "/prizes?course=1&step=2"],
    ["Profile", "/profile"],
  ] as const)
    await take(golfer, screen, "offline", furtherLooks, async () => {
      await at(path)(golfer);
      await golfer.context().setOffline(true);
      await golfer.waitForTimeout(500);
    });
  await golfer.context().close();
}
