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
import type { CourseReport } from "../contract.ts";
import { growthDays, growthText, toBins } from "../trend-rules.ts";

const header = ["Course", "Period", "Time zone", "Section", "Of", "Figure", "Value"];

/** One figure a row, each with course and period, so that files of several courses can be joined. */
export function courseReportCsv(report: CourseReport): Readable {
  return toCsv(header, rowsOf(report));
}

function* rowsOf(report: CourseReport): Generator<CsvRow> {
  const about = [report.course.name, report.dateFilter, report.timeZone];
  for (const [section, of, figure, value] of figuresOf(report)) yield [...about, section, of, figure, value];
}

type Figure = [section: string, of: string | null, figure: string, value: string | number | null];

function* figuresOf(report: CourseReport): Generator<Figure> {
  const { course, userEngagementStats: users } = report;
  yield ["Course", null, "Address", course.address];
  yield ["Course", null, "Current jackpot (USD)", course.jackpotAmount];
  yield ["Course", null, "Distance (miles)", course.distance];
  yield ["Course", null, "As of (UTC)", report.asOf];
  yield ["Summary", null, "Users who played", report.uniquePlayers];
  yield ["Summary", null, "Total revenue (USD)", report.totalRevenue];
  yield ["Summary", growthDays(report), "Revenue growth (%)", report.revenueGrowth ?? "New"];
  yield ["Summary", null, "Prize claims", report.prizeClaims];
  yield ["Summary", null, "Prizes paid out (USD)", report.totalPrizeAmount];
  yield ["Summary", null, "Total shots", report.totalShots];
  yield ["Summary", null, "Sessions", report.totalSessions];
  if (report.before) {
    const { from, to, ...before } = report.before;
    const of = writeDateFilter({ from, to });
    yield ["Period before", of, "Users who played", before.uniquePlayers];
    yield ["Period before", of, "Total revenue (USD)", before.totalRevenue];
    yield ["Period before", of, "Prize claims", before.prizeClaims];
    yield ["Period before", of, "Total shots", before.totalShots];
  }
  yield ["User engagement", "New users", "Users", users.newUsers];
  yield ["User engagement", "New users", "Percent", users.newUserPercentage];
  yield ["User engagement", "Returning users", "Users", users.returningUsers];
  yield ["User engagement", "Returning users", "Percent", users.returningUserPercentage];
  for (const pack of report.popularPackages) {
    yield ["Package popularity", pack.name, "Price (USD)", pack.price];
    yield ["Package popularity", pack.name, "Purchases", pack.purchases];
    yield ["Package popularity", pack.name, "Revenue (USD)", pack.revenue];
    yield ["Package popularity", pack.name, "Percent", pack.percentage];
  }
  for (const { targetHole, claims, percentage } of report.prizeBreakdown) {
    yield ["Prize distribution", holeNames[targetHole], "Claims", claims];
    yield ["Prize distribution", holeNames[targetHole], "Percent", percentage];
  }
  yield ["Daily activity", null, "Busiest day", report.peakDay];
  yield ["Daily activity", null, "Average daily revenue (USD)", report.avgDailyRevenue];
  yield ["Daily activity", null, "Average daily sessions", report.avgDailySessions];
  for (const { date, revenue, sessions, shots } of report.trends) {
    yield ["Days", date, "Revenue (USD)", revenue];
    yield ["Days", date, "Sessions", sessions];
    yield ["Days", date, "Shots", shots];
  }
  for (const { timestamp, description, amount } of report.recentActivity)
    yield ["Recent activity (UTC)", timestamp, description, amount ?? null];
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

async function courseReportPdf(report: CourseReport, productName: string): Promise<Buffer> {
  const { course } = report;
  const { openPdf } = await import("#platform/server/pdf.ts");
  const pdf = openPdf({
    title: `Course report, ${periodName(readDateFilter(report.dateFilter) ?? null)}`,
    productName,
    language: "en-US",
    at: new Date(report.asOf),
  });
  pdf.paragraph(pdf.name(course.name, `Course ${course.id}`), { size: 15 });
  writeCourseReport(pdf, report);
  return pdf.end();
}

/** One to three pages: the figures, the days, who played and what they bought, what was claimed, what happened last. */
export function writeCourseReport(pdf: Pdf, report: CourseReport): void {
  const { course, userEngagementStats: users } = report;
  const time = new Intl.DateTimeFormat("en-US", { timeZone: report.timeZone, dateStyle: "medium", timeStyle: "short" });
  const at = (instant: string) => time.format(new Date(instant));
  pdf.paragraph(course.address);
  pdf.paragraph(`Days are those of ${report.timeZone}. As of ${at(report.asOf)}.`, { soft: true });
  const { before } = report;
  const to = readDateFilter(report.dateFilter)?.to;
  const figure = (label: string, of: Exclude<keyof NonNullable<typeof before>, "from" | "to">, show = count) => ({
    label,
    value: show(report[of]),
    ...(before && to && { before: comparedText({ now: report[of], was: before[of], show, before, to }) }),
  });
  pdf.figures([
    { ...figure("Users who played", "uniquePlayers"), note: `${count(report.totalSessions)} sessions` },
    { ...figure("Total revenue", "totalRevenue", money), note: growthText(report) },
    { ...figure("Prize claims", "prizeClaims"), note: `${money(report.totalPrizeAmount)} paid out` },
    figure("Total shots", "totalShots"),
    { label: "Current jackpot", value: money(course.jackpotAmount), note: "at the moment" },
    ...(course.distance === null ? [] : [{ label: "Distance", value: `${count(course.distance)} mi` }]),
  ]);
  pdf.heading("Daily activity");
  if (report.trends.every(({ revenue, sessions, shots }) => revenue === 0 && sessions === 0 && shots === 0))
    pdf.paragraph("No activity for selected month", { soft: true });
  else pdf.charts(chartsOf(report));
  pdf.facts([
    ["Busiest day", report.peakDay === null ? "None" : dayName(report.peakDay)],
    ["Average daily revenue", money(report.avgDailyRevenue)],
    ["Average daily sessions", count(report.avgDailySessions)],
  ]);
  pdf.shares(
    "User engagement",
    [
      { label: "New users", of: users.newUsers, share: users.newUserPercentage },
      { label: "Returning users", of: users.returningUsers, share: users.returningUserPercentage },
    ].map(({ label, of, share }) => ({ label, value: `${count(of)} (${percent(share)})`, share })),
  );
  pdf.shares(
    "Prize distribution",
    report.prizeBreakdown.map(({ targetHole, claims, percentage: share }) => ({
      label: holeNames[targetHole],
      value: `${count(claims)} (${percent(share)})`,
      share,
    })),
  );
  writePackages(pdf, report);
  pdf.heading("Recent activity");
  if (report.recentActivity.length === 0) pdf.paragraph("No activity for selected month", { soft: true });
  else
    pdf.table(
      [
        { label: "When", align: "left", share: 3 },
        { label: "What", align: "left", share: 8 },
        { label: "Amount", align: "right", share: 2 },
      ],
      report.recentActivity.map(({ timestamp, description, amount }) => ({
        cells: [at(timestamp), shortened(description, LONGEST.activity), amount === undefined ? "" : money(amount)],
      })),
      { dense: true },
    );
}

function writePackages(pdf: Pdf, { popularPackages: packages }: CourseReport): void {
  pdf.heading("Package popularity");
  if (packages.length === 0) {
    pdf.paragraph("No ball package data available", { soft: true });
    return;
  }
  pdf.table(
    [
      { label: "Package", align: "left", share: 5 },
      ...["Price", "Purchases", "Share", "Revenue"].map((label) => ({ label, align: "right" as const, share: 2 })),
    ],
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
  if (packages.length > PACKAGES)
    pdf.paragraph(`And ${packages.length - PACKAGES} more packages, which are in the CSV.`, { soft: true });
}

function chartsOf(report: CourseReport): PdfColumns[] {
  const { unit, bins } = toBins(report.trends);
  const span = `${bins[0]?.label ?? ""} to ${bins.at(-1)?.label ?? ""}`;
  const chart = (name: string, of: "revenue" | "sessions", format: (value: number) => string): PdfColumns => {
    const most = bins.reduce(
      (best, bin) => (bin[of] > best[of] ? bin : best),
      bins[0] ?? { revenue: 0, sessions: 0, label: "" },
    );
    return {
      title: `${name} a ${unit}`,
      text: `${name} a ${unit}, ${span}: the most was ${format(most[of])} (${most.label}).`,
      points: bins.map((bin) => ({ label: bin.label, value: bin[of] })),
      format,
    };
  };
  return [chart("Revenue", "revenue", (value) => formatPrice(toCents(value))), chart("Sessions", "sessions", count)];
}
