/** The screens of visitors: the first page, and the ways in. */
import { registered } from "../people.ts";
import { at, button, LONG_NAME, toast } from "./reach.ts";
import { everyLook, furtherLooks } from "./looks.ts";
import { fail, type Studio } from "./studio.ts";

export async function visitors({ visitor, take }: Studio): Promise<void> {
  const elsewhere = await visitor();
  const { email } = await registered(elsewhere, LONG_NAME);
  const page = await visitor();

  await take(page, "Onboarding", "slide 1", everyLook, at("/"));
  for (const slide of [2, 3, 4, 5])
    await take(page, "Onboarding", `slide ${slide}`, slide === 5 ? everyLook : furtherLooks, async () => {
      await at("/")(page);
      for (let moved = 1; moved < slide; moved += 1) await page.keyboard.press("ArrowRight");
    });

  await take(page, "Landing", "base", everyLook, at("/landing"));
  for (const slide of [2, 3, 4])
    await take(page, "Landing", `slide ${slide} of the demo`, furtherLooks, async () => {
      await at("/landing")(page);
      const next = page.locator("[aria-roledescription=carousel] button").last();
      for (let moved = 1; moved < slide; moved += 1) await next.click();
    });
  await take(page, "Landing", "question open", furtherLooks, async () => {
    await at("/landing")(page);
    await page.locator("#faq summary, #faq button").first().click();
  });
  await take(page, "Landing", "request incomplete", everyLook, async () => {
    await at("/landing")(page);
    await page.locator("form button[type=submit]").click();
    await page.locator("form [aria-invalid=true]").first().waitFor();
  });
  await take(page, "Landing", "request sent", furtherLooks, async () => {
    await at("/landing")(page);
    const form = page.locator("form");
    for (const field of await form.locator("input:not([type=email]), textarea").all()) await field.fill("Long Meadow");
    await form.locator("input[type=email]").fill("pro@example.com");
    await form.locator("button[type=submit]").click();
    await toast(page);
  });

  await take(page, "Terms", "base", everyLook, at("/terms"));
  await take(page, "Sign in", "base", everyLook, at("/login"));
  await take(page, "Sign in", "no address", furtherLooks, async () => {
    await at("/login")(page);
    await page.locator("form button[type=submit]").click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  });
  await take(page, "Sign in", "unknown address", everyLook, async () => {
    await at("/login")(page);
    await page.locator("input[type=email]").fill("nobody@example.com");
    await page.locator("form button[type=submit]").click();
    await toast(page);
  });
  await take(page, "Sign in", "server away", furtherLooks, async () => {
    await fail(page, /\/api\/login/);
    await at("/login")(page);
    await page.locator("input[type=email]").fill(email);
    await page.locator("form button[type=submit]").click();
    await toast(page);
  });
  const codeEntry = async () => {
    await at("/login")(page);
    const [asked, code] = [page.locator("input[type=email]"), page.locator("input[autocomplete=one-time-code]")];
    await asked.or(code).waitFor();
    // A page that waits for a code still does after it was left.
    if (await asked.isVisible()) {
      await asked.fill(email);
      await page.locator("form button[type=submit]").click();
    }
    await code.waitFor();
  };
  await take(page, "Code entry", "base", everyLook, codeEntry);
  await take(page, "Code entry", "wrong code", furtherLooks, async () => {
    await codeEntry();
    await page.locator("input[autocomplete=one-time-code]").fill("000000");
    await page.locator("[aria-invalid=true]").first().waitFor();
  });

  await take(page, "Sign up", "base", everyLook, at("/register"));
  await take(page, "Sign up", "incomplete", everyLook, async () => {
    await at("/register")(page);
    await page.locator("form button[type=submit]").click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  });
  await take(page, "Sign up", "address taken", furtherLooks, async () => {
    await at("/register")(page);
    await page.locator("input[autocomplete=name]").fill(LONG_NAME);
    await page.locator("input[type=email]").fill(email);
    await page.locator("input[type=tel]").fill("555 010 0100");
    await button(page, /^(Create Account|Crear cuenta)/).click();
    await toast(page);
  });

  await take(page, "404", "visitor", everyLook, at("/no-such-page"));
  await page.context().close();
  await elsewhere.context().close();
}
