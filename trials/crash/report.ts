/** The findings of a run, in words. */
import type { Report } from "./run.ts";

const MOST_SHOWN = 20;

/** Whether nothing was lost, doubled, broken or left open. A start may fail while an external database is away. */
export function isClean({ verdict, violations, tally, failedStarts }: Report, external: boolean): boolean {
  const found = [...Object.values(verdict).flat(), ...violations];
  return found.length === 0 && tally.faults.size === 0 && (external || failedStarts === 0);
}

/** The report: the figures first, then the faults. */
export function summary(report: Report, { external }: { external: boolean }): string {
  const { verdict, tally, violations } = report;
  const doubled = (word: string) => verdict.doubles.filter((found) => found.startsWith(word)).length;
  const [charges, refunds] = [doubled("charged"), doubled("refunded")];
  const wrong = [...verdict.losses, ...verdict.doubles, ...verdict.unsettled, ...violations];
  return [
    `kills             ${total(report.kills)} (${listed(report.kills)})`,
    `restarts          ${report.restarts}, slowest until ready: ${[...report.slowest].map(([turn, ms]) => `${turn} ${(ms / 1000).toFixed(2)} s`).join(", ")}`,
    `failed starts     ${report.failedStarts}${external ? " (the database was away)" : ""}`,
    `acknowledgements  ${total(report.acknowledgements)} (${listed(report.acknowledgements)})`,
    `retried           ${tally.retries} sends; ${report.acknowledgedLate} acknowledged by a repeated send`,
    `refused           ${total(tally.refusals)} (${listed(tally.refusals)})`,
    `faults (500)      ${total(tally.faults)}${tally.faults.size > 0 ? ` (${listed(tally.faults)})` : ""}`,
    `comparisons       ${report.comparisons}`,
    `losses            ${verdict.losses.length}`,
    `double charges    ${charges}`,
    `double refunds    ${refunds}`,
    `other doubles     ${verdict.doubles.length - charges - refunds}`,
    `left open         ${verdict.unsettled.length}`,
    `violations        ${violations.length}`,
    ...wrong.slice(0, MOST_SHOWN),
    ...(wrong.length > MOST_SHOWN ? [`and ${wrong.length - MOST_SHOWN} more`] : []),
  ].join("\n");
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, n) => sum + n, 0);
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, n]) => `${name} ${n}`).join(", ");
}
