/** The alerts and the dashboard as they are deployed. */
import { readFileSync } from "node:fs";

export const ALERTS = "deploy/prometheus/alerts.yaml";
const DASHBOARD = "deploy/grafana/acebay.json";

export interface Alert {
  alert: string;
  expr: string;
  for: string;
  severity: string;
  summary: string;
  description: string;
}

/** The expressions of the dashboard. */
export function readDashboard(): string[] {
  const { panels }: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(
    readFileSync(DASHBOARD, "utf8"),
  );
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

/** Reads the file of alerts, which uses little of YAML: keys with a text behind them or, after `>-`, indented below. */
export function readAlerts(yaml: string): Alert[] {
  const found: Record<string, string>[] = [];
  let folded: { key: string; indent: number } | undefined;
  for (const line of yaml.split("\n")) {
    const indent = line.search(/\S/);
    const current = found.at(-1);
    if (folded && current && indent > folded.indent) {
      current[folded.key] = `${current[folded.key]} ${line.trim()}`.trim();
      continue;
    }
    folded = undefined;
    const [, dash, key, text = ""] = /^\s*(- )?(\w+):\s*(.*)$/.exec(line) ?? [];
    if (key === undefined) continue;
    if (key === "alert" && dash) found.push({ alert: text });
    else if (current && text === ">-") {
      folded = { key, indent };
      current[key] = "";
    } else if (current && text !== "" && !dash) current[key] = text;
  }
  return found.map((one) => {
    const { alert = "", expr = "", for: lasting = "", severity = "", summary = "", description = "" } = one;
    return { alert, expr, for: lasting, severity, summary, description };
  });
}
