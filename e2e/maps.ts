/** Where journeys meet the maps. */
import type { Page } from "@playwright/test";
import { test as base } from "./fixtures.ts";

/** With an installation that has a key of Google's maps. */
export const test = base.extend<{ googleApp: { url: string } }>({
  googleApp: [
    async ({ serverOf }, use, { file }) => {
      await use({ url: (await serverOf(file, { GOOGLE_MAPS_API_KEY: "local-key" })).url });
    },
    { timeout: 90_000 },
  ],
});

/** A player at the courses of an installation. */
export async function atCourses(page: Page, url: string): Promise<void> {
  const data = { name: "Robin Tester", email: `${crypto.randomUUID()}@example.com`, phone: "555 010 0100" };
  await page.request.post(`${url}/api/register`, { data });
  await page.goto(`${url}/course`);
}
