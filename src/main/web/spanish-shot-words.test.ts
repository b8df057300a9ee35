import { expect, test } from "vitest";
import { onboardingWords } from "#features/accounts/web/onboarding-words.ts";
import { bookingWords } from "#features/booking/web/words.ts";
import { kitWords } from "#platform/web/ui/words.ts";

const sources = import.meta.glob<string>(["../../**/*.{ts,tsx}", "!../../**/*.test.{ts,tsx}"], {
  query: "?raw",
  import: "default",
  eager: true,
});

test("a shot is 'tiro' in every Spanish text, in the app as in the mails", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(500);
  const texts = Object.entries(sources);
  expect(texts.filter(([, text]) => /\btiros?\b/i.test(text)).length).toBeGreaterThan(10);
  const others = texts.flatMap(([file, text]) =>
    (text.match(/\b(disparo|golpe)s?\b/gi) ?? []).map((w) => `${file}: ${w}`),
  );
  expect(others).toEqual([]);
});

test("a target, the free shot and a hole-in-one have a golfer's Spanish words", () => {
  expect(kitWords.es.largestTarget).toBe("El objetivo más grande");
  expect(bookingWords.es.freeAbout).toContain("Haz un tiro gratis");
  expect(onboardingWords.es.title1).toBe("Hoyo en uno");
});
