/** A course's report as files: CSV for the books, PDF for people. Both print only what the API returns. */
import type { Readable } from "node:stream";
import { toCsv } from "#platform/server/http/csv.ts";
import type { CsvRow } from "#platform/shared/csv.ts";
import type { PdfColumns } from "#platform/server/pdf-chart.ts";
import type { Pdf } from "#platform/server/pdf.ts";
import { defineTask } from "#platform/server/work/task.ts";
import { dayName, periodName, readDateFilter, writeDateFilter } from "#platform/shared/date-filter.ts";
import { comparedText } from "#features/dashboard/rules.ts";
import { formatCents, formatPrice, toCents } from "#platform/shared/money.ts";
import { type Language, locales } from "#platform/shared/language.ts";
import type { CourseReport } from "../contract.ts";
import { growthDays, growthText, toBins } from "../trend-rules.ts";
import { reportWord } from "./course-report-heads.ts";
import { courseReportWords, type CourseReportWords } from "./course-report-words.ts";
import { exportHeads } from "./export-heads.ts";

const header = ["Course", "Period", "Time zone", "Section", "Of", "Figure", "Value"] as const;

/** One figure a row, each with course and period, so that files of several courses can be joined. */
export function courseReportCsv(report: CourseReport, language: Language = "en"): Readable {
  return toCsv(exportHeads(header, language), rowsOf(report, language));
}

function* rowsOf(report: CourseReport, language: Language): Generator<CsvRow> {
  const about = [report.course.name, report.dateFilter, report.timeZone];
  for (const [section, of, figure, value] of figuresOf(report, language)) yield [...about, section, of, figure, value];
}

type Activity = CourseReport["recentActivity"][number];
type Figure = [section: string, of: string | null, figure: string, value: string | number | null];

function* figuresOf(report: CourseReport, language: Language): Generator<Figure> {
  const word = (english: Parameters<typeof reportWord>[0]) => reportWord(english, language);
  const { course, userEngagementStats: users } = report;
  yield [word("Course"), null, word("Address"), course.address];
  yield [word("Course"), null, word("Current jackpot (USD)"), course.jackpotAmount];
  yield [word("Course"), null, word("Distance (miles)"), course.distance];
  yield [word("Course"), null, word("As of (UTC)"), report.asOf];
  yield [word("Summary"), null, word("Users who played"), report.uniquePlayers];
  yield [word("Summary"), null, word("Total revenue (USD)"), report.totalRevenue];
  yield [
    word("Summary"),
    growthDays(report, language),
    word("Revenue growth (%)"),
    report.revenueGrowth ?? word("New"),
  ];
  yield [word("Summary"), null, word("Prize claims"), report.prizeClaims];
  yield [word("Summary"), null, word("Prizes paid out (USD)"), report.totalPrizeAmount];
  yield [word("Summary"), null, word("Total shots"), report.totalShots];
  yield [word("Summary"), null, word("Sessions"), report.totalSessions];
  if (report.before) {
    const { from, to, ...before } = report.before;
    const of = writeDateFilter({ from, to });
    yield [word("Period before"), of, word("Users who played"), before.uniquePlayers];
    yield [word("Period before"), of, word("Total revenue (USD)"), before.totalRevenue];
    yield [word("Period before"), of, word("Prize claims"), before.prizeClaims];
    yield [word("Period before"), of, word("Total shots"), before.totalShots];
  }
  yield [word("User engagement"), word("New users"), word("Users"), users.newUsers];
  yield [word("User engagement"), word("New users"), word("Percent"), users.newUserPercentage];
  yield [word("User engagement"), word("Returning users"), word("Users"), users.returningUsers];
  yield [word("User engagement"), word("Returning users"), word("Percent"), users.returningUserPercentage];
  for (const pack of report.popularPackages) {
    yield [word("Package popularity"), pack.name, word("Price (USD)"), pack.price];
    yield [word("Package popularity"), pack.name, word("Purchases"), pack.purchases];
    yield [word("Package popularity"), pack.name, word("Revenue (USD)"), pack.revenue];
    yield [word("Package popularity"), pack.name, word("Percent"), pack.percentage];
  }
  for (const { targetHole, claims, percentage } of report.prizeBreakdown) {
    yield [word("Prize distribution"), word(holeNames[targetHole]), word("Claims"), claims];
    yield [word("Prize distribution"), word(holeNames[targetHole]), word("Percent"), percentage];
  }
  yield [word("Daily activity"), null, word("Busiest day"), report.peakDay];
  yield [word("Daily activity"), null, word("Average daily revenue (USD)"), report.avgDailyRevenue];
  yield [word("Daily activity"), null, word("Average daily sessions"), report.avgDailySessions];
  for (const { date, revenue, sessions, shots } of report.trends) {
    yield [word("Days"), date, word("Revenue (USD)"), revenue];
    yield [word("Days"), date, word("Sessions"), sessions];
    yield [word("Days"), date, word("Shots"), shots];
  }
  for (const { timestamp, amount, ...event } of report.recentActivity)
    yield [word("Recent activity (UTC)"), timestamp, toldOf(event, language), amount ?? null];
}

const holeNames = { left: "Left Hole", right: "Right Hole", middle: "Middle Hole" } as const;
const money = (dollars: number) => formatCents(toCents(dollars));
const count = (value: number) => value.toLocaleString("en-US");
const percent = (value: number) => `${count(value)}%`;
/** Three pages have room for these; the CSV has all packages. */
const PACKAGES = 15;
/** Two lines of a table, in Latin letters. */
const LONGEST = { package: 64, activity: 120 } as const;

/** Shortens a text to a number of letters; East Asian letters count twice. */
function shortened(text: string, longest: number): string {
  let width = 0;
  const kept = [...text].filter((sign) => (width += (sign.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1) <= longest);
  return width <= longest ? text : `${kept.join("").trimEnd()}…`;
}

export const drawCourseReport = defineTask("documents", "course report", courseReportPdf);

async function courseReportPdf(report: CourseReport, productName: string, language: Language = "en"): Promise<Buffer> {
  const { course } = report;
  const words = courseReportWords[language];
  const { openPdf } = await import("#platform/server/pdf.ts");
  const pdf = openPdf({
    title: words.title(periodName(readDateFilter(report.dateFilter) ?? null, language)),
    productName,
    language: locales[language],
    pageText: words.page,
    at: new Date(report.asOf),
  });
  pdf.paragraph(pdf.name(course.name, words.course(course.id)), { size: 15 });
  writeCourseReport(pdf, report, language);
  return pdf.end();
}

/** One to three pages: the figures, the days, who played and what they bought, what was claimed, what happened last. */
export function writeCourseReport(pdf: Pdf, report: CourseReport, language: Language = "en"): void {
  const { course, userEngagementStats: users } = report;
  const words = courseReportWords[language];
  const time = new Intl.DateTimeFormat(locales[language], {
    timeZone: report.timeZone,
    dateStyle: "medium",
    timeStyle: "short",
  });
  const at = (instant: string) => time.format(new Date(instant));
  pdf.paragraph(course.address);
  pdf.paragraph(words.asOf(report.timeZone, at(report.asOf)), { soft: true });
  const { before } = report;
  const to = readDateFilter(report.dateFilter)?.to;
  const figure = (label: string, of: Exclude<keyof NonNullable<typeof before>, "from" | "to">, show = count) => ({
    label,
    value: show(report[of]),
    ...(before && to && { before: comparedText({ now: report[of], was: before[of], show, before, to }, language) }),
  });
  pdf.figures([
    { ...figure(words.users, "uniquePlayers"), note: words.sessionCount(count(report.totalSessions)) },
    { ...figure(words.revenue, "totalRevenue", money), note: growthText(report, language) },
    { ...figure(words.claims, "prizeClaims"), note: words.paidOut(money(report.totalPrizeAmount)) },
    figure(words.shots, "totalShots"),
    { label: words.jackpot, value: money(course.jackpotAmount), note: words.atTheMoment },
    ...(course.distance === null ? [] : [{ label: words.distance, value: `${count(course.distance)} mi` }]),
  ]);
  pdf.heading(words.daily);
  if (report.trends.every(({ revenue, sessions, shots }) => revenue === 0 && sessions === 0 && shots === 0))
    pdf.paragraph(words.noActivity, { soft: true });
  else pdf.charts(chartsOf(report, language));
  pdf.facts([
    [words.busiest, report.peakDay === null ? words.none : dayName(report.peakDay, language)],
    [words.averageRevenue, money(report.avgDailyRevenue)],
    [words.averageSessions, count(report.avgDailySessions)],
  ]);
  pdf.shares(
    words.engagement,
    [
      { label: words.newUsers, of: users.newUsers, share: users.newUserPercentage },
      { label: words.returningUsers, of: users.returningUsers, share: users.returningUserPercentage },
    ].map(({ label, of, share }) => ({ label, value: `${count(of)} (${percent(share)})`, share })),
  );
  pdf.shares(
    words.prizes,
    report.prizeBreakdown.map(({ targetHole, claims, percentage: share }) => ({
      label: words[targetHole],
      value: `${count(claims)} (${percent(share)})`,
      share,
    })),
  );
  writePackages(pdf, report, words);
  pdf.heading(words.activity);
  if (report.recentActivity.length === 0) pdf.paragraph(words.noActivity, { soft: true });
  else
    pdf.table(
      [
        { label: words.when, align: "left", share: 3 },
        { label: words.what, align: "left", share: 8 },
        { label: words.amount, align: "right", share: 2 },
      ],
      report.recentActivity.map(({ timestamp, amount, ...event }) => ({
        cells: [
          at(timestamp),
          shortened(toldOf(event, language), LONGEST.activity),
          amount === undefined ? "" : money(amount),
        ],
      })),
      { dense: true },
    );
}

/** What happened, in the reader's language. */
const toldOf = ({ description, spanish }: Pick<Activity, "description" | "spanish">, language: Language) =>
  language === "es" ? spanish : description;

function writePackages(pdf: Pdf, { popularPackages: packages }: CourseReport, words: CourseReportWords): void {
  pdf.heading(words.packages);
  if (packages.length === 0) {
    pdf.paragraph(words.noPackages, { soft: true });
    return;
  }
  pdf.table(
    words.packageHeads.map((label, at) => ({
      label,
      ...(at === 0 ? { align: "left" as const, share: 5 } : { align: "right" as const, share: 2 }),
    })),
    packages.slice(0, PACKAGES).map(({ name, price, purchases, percentage, revenue }) => ({
      cells: [
        shortened(name, LONGEST.package),
        formatPrice(toCents(price)),
        count(purchases),
        percent(percentage),
        money(revenue),
      ],
    })),
    { dense: true },
  );
  if (packages.length > PACKAGES) pdf.paragraph(words.morePackages(packages.length - PACKAGES), { soft: true });
}

function chartsOf(report: CourseReport, language: Language): PdfColumns[] {
  const words = courseReportWords[language];
  const { unit, bins } = toBins(report.trends, language);
  const span = words.span(bins[0]?.label ?? "", bins.at(-1)?.label ?? "");
  const chart = (name: string, of: "revenue" | "sessions", format: (value: number) => string): PdfColumns => {
    const most = bins.reduce(
      (best, bin) => (bin[of] > best[of] ? bin : best),
      bins[0] ?? { revenue: 0, sessions: 0, label: "" },
    );
    return {
      title: name,
      text: words.mostWas(name, span, format(most[of]), most.label),
      points: bins.map((bin) => ({ label: bin.label, value: bin[of] })),
      format,
    };
  };
  return [
    chart(words.revenueA(unit), "revenue", (value) => formatPrice(toCents(value))),
    chart(words.sessionsA(unit), "sessions", count),
  ];
}
