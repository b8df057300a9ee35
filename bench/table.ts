/** The bench's table, as Markdown. */

export interface Figures {
  perSecond: number;
  p99: number;
  /** Processor seconds of the server and the database for 1,000 calls. */
  cpu: number;
  /** At a fixed rate of half of `perSecond`. */
  openP99: number | undefined;
}

export interface Line {
  call: string;
  connections: number;
  /** By name: `ours`, `beside` (another checkout), `plain`, and the floors. */
  subjects: Record<string, Figures>;
  trips: { ours: number; plain: number | undefined; statements: readonly string[] } | undefined;
}

const HEAD = [
  "call",
  "connections",
  "ours /s (p99; open loop)",
  "CPU",
  "beside",
  "CPU",
  "plain program /s (p99; open loop)",
  "CPU",
  "to plain",
  "floors /s",
  "to floors",
  "round trips, plain",
];

export function table(lines: readonly Line[]): string {
  const rows = lines.map((line) => row(line).join(" | "));
  return [HEAD.join(" | "), HEAD.map(() => "---").join(" | "), ...rows].map((one) => `| ${one} |`).join("\n");
}

/** Our rate to that of each other subject. */
export function ratiosOf({ subjects: { ours, ...others } }: Line): Record<string, number> {
  return Object.fromEntries(
    Object.entries(others).map(([name, other]) => [name, (ours?.perSecond ?? Number.NaN) / other.perSecond]),
  );
}

function row({ call, connections, subjects, trips }: Line): string[] {
  const { ours, beside, plain, ...floors } = subjects;
  const names = Object.keys(floors);
  const to = (other: Figures | undefined) => (ours && other ? (ours.perSecond / other.perSecond).toFixed(2) : "");
  return [
    call,
    String(connections),
    rate(ours),
    ours?.cpu.toFixed(2) ?? "",
    rate(beside),
    beside?.cpu.toFixed(2) ?? "",
    rate(plain),
    plain?.cpu.toFixed(2) ?? "",
    to(plain),
    names.map((name) => `${name} ${floorRate(floors[name])}`).join("; "),
    names.map((name) => to(floors[name])).join("; "),
    `${trips?.ours ?? ""}, ${trips?.plain ?? ""}`,
  ];
}

/** A floor's rate, with the p99 of its open loop if it had one. */
function floorRate(of: Figures | undefined): string {
  const open = of?.openP99 === undefined ? "" : ` (open loop ${of.openP99.toFixed(0)} ms)`;
  return `${of?.perSecond.toFixed(0)}${open}`;
}

function rate(of: Figures | undefined): string {
  if (!of) return "";
  const open = of.openP99 === undefined ? "" : `; ${of.openP99.toFixed(0)}`;
  return `${of.perSecond.toFixed(0)} (${of.p99.toFixed(0)}${open} ms)`;
}
