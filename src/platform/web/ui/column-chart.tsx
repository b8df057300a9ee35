/** Columns over time, drawn at the available width. The same figures are in a table that can be opened. */
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import type { Path } from "#platform/shared/addresses/address.ts";
import type { Day } from "#platform/shared/days.ts";
import { marksOf, namedPlaces } from "#platform/shared/chart-scale.ts";
import { ColumnValues } from "./column-values.tsx";
import { cx } from "./cx.ts";
import { CardTable, type Column } from "./data-table.tsx";
import { listWords } from "./list-words.ts";
import { useWords } from "../words.ts";

/** The series differ by more than colour: solid, striped, outlined; always in this order. */
const looks = ["solid", "striped", "outlined"] as const;
type Look = (typeof looks)[number];

interface Series {
  name: string;
  values: readonly number[];
}

interface ColumnChartProps {
  /** A sentence with the chart's main figures; screen readers read it instead of the picture. */
  text: string;
  /** The name of each place: a day, a month. */
  places: readonly string[];
  /** The first day of each place, for the table's order and file. */
  days: readonly Day[];
  /** One to three, side by side. */
  series: readonly Series[];
  format?: (value: number) => string;
  /** Shows figures over the columns, for few columns. */
  figures?: boolean;
  /** Where the rows of a place are listed: its column is then a link. */
  hrefOf?: (at: number) => Path | undefined;
  /** Replaces the chart's own table. */
  table?: ReactNode;
}

const HEIGHT = 240;
const TOP = 22;
const FOOT = 28;
const plain = (value: number) => value.toLocaleString("en-US");

export function ColumnChart({
  text,
  places,
  days,
  series,
  format = plain,
  figures = false,
  hrefOf,
  table,
}: ColumnChartProps) {
  const words = useWords(listWords);
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(560);
  const stripes = useId();
  const [shown, setShown] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    const watch = new ResizeObserver(([entry]) => entry && setWidth(Math.max(200, entry.contentRect.width)));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const all = series.flatMap(({ values }) => values);
  const ticks = marksOf(Math.min(0, ...all), Math.max(0, ...all));
  const least = ticks[0] ?? 0;
  const most = ticks.at(-1) ?? 1;
  const left = Math.max(...ticks.map((tick) => format(tick).length)) * 8 + 12;
  const base = HEIGHT - FOOT;
  const upTo = (value: number) => base - ((value - least) / (most - least)) * (base - TOP);
  const zero = upTo(0);
  const step = (width - left) / Math.max(1, places.length);
  const group = Math.min(step * 0.8, 34 * series.length);
  const thick = group / series.length;
  const named = new Set(namedPlaces(places.length, Math.max(2, Math.floor((width - left) / 80))));
  const valuesAt = (at: number) => series.map(({ name, values }) => `${name} ${format(values[at] ?? 0)}`);
  return (
    <figure className="min-w-0">
      {series.length > 1 && (
        <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1" aria-hidden>
          {series.map(({ name }, index) => (
            <li key={name} className="flex items-center gap-2">
              <svg width="18" height="18" aria-hidden>
                <Bar look={looks[index] ?? "solid"} stripes={stripes} x={1} y={1} width={16} height={16} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
      <div ref={box} className="relative" onPointerLeave={() => setShown(undefined)}>
        <svg
          role="img"
          aria-label={text}
          width="100%"
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          className="block"
        >
          <defs>
            <pattern id={stripes} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="7" height="7" fill="var(--blue-tint)" />
              <rect width="3.5" height="7" fill="var(--blue)" />
            </pattern>
          </defs>
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                x1={left}
                x2={width}
                y1={upTo(tick)}
                y2={upTo(tick)}
                stroke={tick === 0 && least < 0 ? "var(--edge)" : "var(--line)"}
              />
              <text x={left - 8} y={upTo(tick) + 4} textAnchor="end" className="tabular fill-ink-soft text-sm">
                {format(tick)}
              </text>
            </g>
          ))}
          {/* Not by colour alone: a band with an edge. */}
          {shown !== undefined && shown < places.length && (
            <rect
              x={left + step * shown}
              y={TOP - 8}
              width={step}
              height={base - TOP + 8}
              fill="var(--sunk)"
              stroke="var(--edge)"
            />
          )}
          {places.map((place, at) => {
            const centre = left + step * (at + 0.5);
            return (
              <g key={place}>
                {series.map(({ name, values }, index) => {
                  const value = values[at] ?? 0;
                  const x = centre - group / 2 + thick * index;
                  return (
                    <g key={name}>
                      {value > 0 && (
                        <Bar
                          look={looks[index] ?? "solid"}
                          stripes={stripes}
                          x={x + 1}
                          y={upTo(value)}
                          width={Math.max(1, thick - 2)}
                          height={zero - upTo(value)}
                        />
                      )}
                      {value < 0 && (
                        <rect
                          x={x + 1}
                          y={zero}
                          width={Math.max(1, thick - 2)}
                          height={upTo(value) - zero}
                          fill="var(--danger)"
                        />
                      )}
                      {figures && value !== 0 && thick > 8 && (
                        <text
                          x={x + thick / 2}
                          y={value < 0 ? upTo(value) + 13 : upTo(value) - 5}
                          textAnchor="middle"
                          className="tabular fill-ink text-xs font-semibold"
                        >
                          {format(value)}
                        </text>
                      )}
                    </g>
                  );
                })}
                {named.has(at) && (
                  <text
                    x={Math.min(Math.max(centre, left + 18), width - 26)}
                    y={HEIGHT - 8}
                    textAnchor="middle"
                    className="fill-ink-soft text-sm"
                  >
                    {place}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
        <ColumnValues
          places={places}
          valuesAt={valuesAt}
          {...(hrefOf && { hrefOf })}
          shown={shown}
          onShow={setShown}
          box={{ left, step, width, top: TOP - 8, height: base - TOP + 8 }}
        />
      </div>
      <details className="mt-2 print:hidden" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="inline-flex min-h-8 items-center font-semibold text-accent">{words.asTable}</summary>
        {/* Only rows in sight are drawn, and nothing is in sight of a closed fold. */}
        <div className="mt-2">
          {isOpen &&
            (table ?? (
              <OwnTable
                label={words.chartAsTable(series.map(({ name }) => name).join(", "))}
                {...{ places, days, series, format }}
              />
            ))}
        </div>
      </details>
    </figure>
  );
}

type OwnTableProps = { label: string } & Required<Pick<ColumnChartProps, "places" | "days" | "series" | "format">>;

function OwnTable({ label, places, days, series, format }: OwnTableProps) {
  const words = useWords(listWords);
  const columns: Column<number>[] = [
    { label: words.date, value: (at) => days[at] ?? null, show: (at) => places[at] },
    ...series.map(({ name, values }): Column<number> => ({
      label: name,
      value: (at) => values[at] ?? 0,
      show: (at) => format(values[at] ?? 0),
      align: "right",
    })),
  ];
  return (
    <CardTable
      saves
      label={label}
      className="max-h-80"
      rows={[...places.keys()]}
      columns={columns}
      keyOf={(at) => at}
    />
  );
}

interface BarProps {
  look: Look;
  stripes: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

function Bar({ look, stripes, ...place }: BarProps) {
  const fill = look === "striped" ? `url(#${stripes})` : look === "solid" ? "var(--accent)" : "var(--gold-tint)";
  return (
    <rect
      {...place}
      rx={Math.min(3, place.width / 3)}
      fill={fill}
      className={cx(look === "striped" && "stroke-blue", look === "outlined" && "stroke-gold-text")}
      strokeWidth={look === "solid" ? 0 : 1.5}
    />
  );
}
