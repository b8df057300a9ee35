/**
 * `npm run screens -- --landing`: takes the landing page's pictures of the app, from the real server, in English and
 * Spanish, into the folder of that page. Run it when these screens look different, and commit what it writes.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { launchOptions } from "../browser.ts";
import { callsOf, playing, registered, claimPrize } from "../people.ts";
import { startServer } from "../server.ts";
import { button, shot } from "./reach.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { bodyOf, given } from "#test/calls.ts";
import { advanceClock, clockOf } from "#test/demo.ts";

const folder = fileURLToPath(new URL("../../src/features/courses/web/landing/pictures", import.meta.url));
/** In CSS pixels, as the page shows them. Each is drawn by one and a half pixels for phones. */
const SIZE = { width: 390, height: 844 };
const QUALITY = 72;

mkdirSync(folder, { recursive: true });
const server = await startServer("screens-landing");
const browser = await chromium.launch(launchOptions("browser"));
const office = await browser.newPage({ baseURL: server.url });
try {
  await untilAfternoon();
  await fillPot(2, 4);
  await fillPot(3, 6);
  for (const language of ["en", "es"] as const) {
    await fillPot(1, 9);
    const context = await browser.newContext({
      baseURL: server.url,
      locale: language === "en" ? "en-US" : "es-US",
      viewport: SIZE,
      deviceScaleFactor: 1.5,
      hasTouch: true,
      isMobile: true,
      reducedMotion: "reduce",
      // Near the demo's ranges, so that the list says how far each is.
      geolocation: { latitude: 26.2, longitude: -81.76 },
      permissions: ["geolocation"],
    });
    const page = await context.newPage();
    await registered(page, "Robin Fairway");
    await page.goto("/course");
    await page.getByText("Palmetto Pines Driving Range").click();
    await take(page, "course", language);
    await button(page, /^(Continue to|Continuar)/).click();
    await page.getByText(/^(Jackpot Ten|Diez al premio mayor)/).click();
    await take(page, "package", language);
    const session = await playing(page, 4, 5);
    await shot(page, session);
    await page.goto(`/game?session=${session}`);
    await take(page, "game", language);
    await claimPrize(page, session, "middle");
    await page.goto("/claims");
    await take(page, "claim", language);
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}

/** Brings the demo's clock to two in the afternoon at the ranges. */
async function untilAfternoon(): Promise<void> {
  const now = await clockOf(callsOf(office));
  const hour = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", hour: "numeric", hourCycle: "h23" });
  const hours = (14 - Number(hour.format(new Date(now))) + 24) % 24;
  await advanceClock(callsOf(office), hours * 3600);
}

/** What others have played for at a course. */
async function fillPot(courseId: number, purchases: number): Promise<void> {
  const body = await bodyOf(callsOf(office).call(courseRoutes.listCourses));
  const { priceFactor } = given(body.courses.find(({ id }) => id === courseId));
  for (let n = 0; n < purchases; n++) {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await registered(page);
    const card = { paymentMethod: "card" as const, cardNumber: "4242424242424242", expiryDate: "12/30", cvv: "123" };
    const { status } = await callsOf(page).call(paymentRoutes.processPayment, {
      body: {
        paymentInfo: { ...card, billingZip: "34119" },
        sessionData: { courseId, packageId: 4, bayNumber: n + 20 },
        amount: 5 * priceFactor,
      },
    });
    if (status !== 200) throw new Error(`A purchase at course ${courseId} was answered with ${status}`);
    await context.close();
  }
}

async function take(page: Page, name: string, language: string): Promise<void> {
  await page.locator("h1").first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => !document.querySelector("main .animate-shimmer"));
  const png = await page.screenshot({ animations: "disabled" });
  const file = join(folder, `${name}-${language}.webp`);
  const { size } = await sharp(png).webp({ quality: QUALITY }).toFile(file);
  process.stdout.write(`${name}-${language}.webp: ${size} bytes\n`);
}
