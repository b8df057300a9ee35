/** Figures and charts on the pages of a PDF, drawn as vectors. Lengths are points (1/72 inch). */
import { marksOf, namedPlaces } from "#platform/shared/chart-scale.ts";
import { colours as pageColours, MARGIN, type PdfPage } from "./pdf-page.ts";
import type { TextStyle } from "./pdf-text.ts";

const colours = { column: "#0b4f38", below: "#8f1717", track: "#e5e2d3", line: "#d5d0bd", soft: "#3a4b42" } as const;
const small: TextStyle = { size: 7.5, colour: colours.soft };

/** A figure in large type: its name, its value, and a few words of comparison. */
export interface PdfFigure {
  label: string;
  value: string;
  note?: string;
  /** The figure of the period before, under the note. */
  before?: string;
}

/** Columns over time. */
export interface PdfColumns {
  title: string;
  /** The same in words, for readers who cannot see it. */
  text: string;
  points: readonly { label: string; value: number }[];
  /** The text of a mark on the upright axis. */
  format: (value: number) => string;
}

/** One part of a whole. */
export interface PdfShare {
  label: string;
  value: string;
  /** Percent. */
  share: number;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The least height of a line of figures, and the height of a line of charts. */
const FIGURE = 70;
/** Where a figure's note begins below its top. */
const NOTE_FROM = 44;
const noteStyle: TextStyle = { size: 8.5, colour: colours.soft };
const CHART = 160;

/** Draws figures, four to a line. */
export function drawFigures(page: PdfPage, figures: readonly PdfFigure[]): void {
  const { doc, root, draw, artifact, tag } = page;
  const gap = 10;
  const wide = (page.width - 3 * gap) / 4;
  const inner = wide - 20;
  for (let from = 0; from < figures.length; from += 4) {
    const line = figures.slice(from, from + 4);
    // A note of several lines makes its whole line of figures taller.
    const heightOf = (text = "") => (text === "" ? 0 : page.height(text, inner, noteStyle));
    const noted = Math.max(...line.map(({ note, before }) => heightOf(note) + heightOf(before)));
    const tall = Math.max(FIGURE, NOTE_FROM + noted + gap + 6);
    page.room(tall);
    const { y } = doc;
    line.forEach(({ label, value, note = "", before = "" }, index) => {
      const x = MARGIN + index * (wide + gap);
      // A long amount is written smaller, never cut.
      const size = Math.min(17, (17 * inner) / page.textWidth(value, { weight: "bold", size: 17 }));
      artifact(() => doc.roundedRect(x, y, wide, tall - gap, 8).fill(pageColours.tint));
      tag(root, "P", [`${label}: ${value}`, note, before].filter(Boolean).join(", "), () => {
        draw(label, x + 10, y + 8, inner, noteStyle);
        draw(value, x + 10, y + 20, inner + 2, { weight: "bold", size });
        if (note) draw(note, x + 10, y + NOTE_FROM, inner, noteStyle);
        if (before) draw(before, x + 10, y + NOTE_FROM + heightOf(note), inner, noteStyle);
      });
    });
    doc.y = y + tall;
  }
  doc.y += 6;
}

/** Draws one or two charts, side by side. */
export function drawCharts(page: PdfPage, charts: readonly PdfColumns[]): void {
  const { doc, root, width, draw } = page;
  page.room(CHART);
  const { y } = doc;
  const gap = 22;
  const wide = (width - gap * (charts.length - 1)) / charts.length;
  charts.forEach((chart, index) => {
    const x = MARGIN + index * (wide + gap);
    page.tag(root, "H3", chart.title, () => draw(chart.title, x, y, wide, { weight: "bold" }));
    const paint = () => drawColumns(page, { x, y: y + 18, width: wide, height: CHART - 34 }, chart);
    root.add(doc.struct("Figure", { alt: chart.text }, [paint]));
  });
  doc.y = y + CHART;
}

const GUTTER = 42;
const FOOT = 16;

function drawColumns({ doc, draw }: PdfPage, box: Box, { points, format }: PdfColumns): void {
  const values = points.map(({ value }) => value);
  const marks = marksOf(Math.min(0, ...values), Math.max(0, ...values));
  const [least = 0, most = 1] = [marks.at(0), marks.at(-1)];
  const left = box.x + GUTTER;
  const width = box.width - GUTTER;
  const height = box.height - FOOT;
  const base = box.y + height;
  const upTo = (value: number) => base - ((value - least) / (most - least)) * height;
  const zero = upTo(0);
  for (const mark of marks) {
    const y = upTo(mark);
    doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.5)
      .stroke(mark === 0 && least < 0 ? colours.soft : colours.line);
    draw(format(mark), box.x, y - 5, GUTTER - 6, { ...small, align: "right" });
  }
  const step = width / points.length;
  const thick = Math.min(26, step * 0.72);
  points.forEach(({ value }, index) => {
    const x = left + step * (index + 0.5) - thick / 2;
    // A day with more refunds than sales hangs from the zero line.
    if (value < 0) doc.rect(x, zero, thick, upTo(value) - zero).fill(colours.below);
    else if (value > 0) doc.rect(x, upTo(value), thick, zero - upTo(value)).fill(colours.column);
  });
  // The last name ends with the axis; the others are under their columns.
  const named = namedPlaces(points.length, Math.max(2, Math.floor(width / 52)));
  for (const index of named) {
    const centre = left + step * (index + 0.5);
    const isLast = index === named.at(-1) && named.length > 1;
    const x = isLast ? left + width - 48 : Math.max(centre - 12, left);
    draw(points[index]?.label ?? "", x, base + 5, 48, { ...small, align: isLast ? "right" : "left" });
  }
}

const BAR = 7;
const label9: TextStyle = { size: 9.5 };

const shareHeight = (page: PdfPage, { label }: PdfShare) =>
  Math.max(page.height(label, page.width * 0.36 - 10, label9), 12) + 5;

export function sharesHeight(page: PdfPage, parts: readonly PdfShare[]): number {
  return parts.reduce((sum, part) => sum + shareHeight(page, part), 0);
}

/** Draws the parts of a whole, one on each line: a name, a bar and a value. */
export function drawShares(page: PdfPage, parts: readonly PdfShare[]): void {
  const { doc, root, width, draw } = page;
  const from = MARGIN + width * 0.36;
  const wide = width * 0.38;
  for (const part of parts) {
    const { label, value, share } = part;
    const tall = shareHeight(page, part);
    page.room(tall);
    const { y } = doc;
    page.artifact(() => {
      doc.roundedRect(from, y + 3, wide, BAR, BAR / 2).fill(colours.track);
      const long = Math.max(BAR, (wide * Math.min(share, 100)) / 100);
      if (share > 0) doc.roundedRect(from, y + 3, long, BAR, BAR / 2).fill(colours.column);
    });
    page.tag(root, "P", `${label}: ${value}`, () => {
      draw(label, MARGIN, y, width * 0.36 - 10, label9);
      draw(value, from + wide + 8, y, width * 0.26 - 8, { ...label9, weight: "bold", align: "right" });
    });
    doc.y = y + tall;
  }
  doc.y += 8;
}
