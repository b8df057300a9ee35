/**
 * Our PDFs: US Letter pages, tagged (PDF 1.7, headings, tables with heads, a language), with the product's name on top
 * of the first page and page numbers under each. Content runs from top to bottom; a table that reaches the end of a
 * page repeats its head on the next. Lengths are points (1/72 inch).
 */
import Pdfkit from "pdfkit";
import {
  drawCharts,
  drawFigures,
  drawShares,
  sharesHeight,
  type PdfColumns,
  type PdfFigure,
  type PdfShare,
} from "./pdf-chart.ts";
import { colours, createPage, FOOTER, MARGIN } from "./pdf-page.ts";
import type { TextStyle } from "./pdf-text.ts";

const BAND = 64;
/** The height of a heading of one line. */
const HEADING = 24;
/** The space between a cell's text and its sides. */
const INSET = 6;

export interface PdfColumn {
  label: string;
  /** Right for figures: with equal widths, decimals are under each other. */
  align: "left" | "right";
  /** The column's part of the table's width, relative to the others. */
  share: number;
}

export interface PdfRow {
  cells: readonly string[];
  /** `total` is bold under a line; `detail` is a part of the row above, indented. */
  kind?: "plain" | "total" | "detail";
}

type RowKind = PdfRow["kind"] | "head";

/** A PDF being written, from top to bottom. */
export interface Pdf {
  /** A section's heading; it stays on the page of the next part. */
  heading(text: string): void;
  paragraph(text: string, style?: { soft?: boolean; size?: number }): void;
  /** Names and their values, one pair on each line. */
  facts(pairs: readonly (readonly [name: string, value: string])[]): void;
  /** `dense` for long statements: smaller letters, narrower rows. */
  table(columns: readonly PdfColumn[], rows: readonly PdfRow[], style?: { dense?: boolean }): void;
  /** Figures side by side, four to a line. */
  figures(figures: readonly PdfFigure[]): void;
  /** One or two charts of columns, side by side. */
  charts(charts: readonly PdfColumns[]): void;
  /** A section with the parts of a whole: bars, one on each line, kept on one page. */
  shares(title: string, parts: readonly PdfShare[]): void;
  /** A few words on a coloured plate: `good` green, `warning` amber. */
  plate(tone: "good" | "warning", title: string, text: string): void;
  /** The printable form of a name. A name with letters that no font has is replaced, for instance by a number. */
  name(text: string, otherwise: string): string;
  /** Numbers the pages and closes the document. @returns the file */
  end(): Promise<Buffer>;
}

/** The start of the document: its title, and in `under` a few lines below it (name, period). */
export interface PdfStart {
  title: string;
  under?: readonly string[];
  productName: string;
  /** BCP 47, such as `en-US`. */
  language: string;
  /** The text under each page, in that language; English by default. */
  pageText?: (page: number, of: number) => string;
  /** The file's creation date. */
  at: Date;
}

/** Opens a PDF. Every text may be in any script; `runsOf` handles letters without a font. */
export function openPdf(start: PdfStart): Pdf {
  const doc = new Pdfkit({
    size: "LETTER",
    // No bottom margin: pages are turned here, not by the library in the middle of a row.
    margins: { top: MARGIN, right: MARGIN, bottom: 0, left: MARGIN },
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    lang: start.language,
    info: { Title: start.title, Author: start.productName, Creator: start.productName, CreationDate: start.at },
  });
  const page = createPage(doc);
  const { root, width, height, draw, room, artifact, tag } = page;

  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });

  function flow(name: string, text: string, style: TextStyle, after: number): void {
    const tall = height(text, width, style);
    room(tall);
    const { y } = doc;
    tag(root, name, text, () => draw(text, MARGIN, y, width, style));
    doc.y = y + tall + after;
  }

  function band(): void {
    artifact(() => doc.rect(0, 0, doc.page.width, BAND).fill(colours.fairway));
    const style = { weight: "bold", size: 18, colour: colours.onFairway } as const;
    tag(root, "P", start.productName, () => draw(start.productName, MARGIN, BAND / 2 - 12, width, style));
    doc.y = BAND + 22;
    flow("H1", start.title, { weight: "bold", size: 22, gap: 0 }, 4);
    for (const line of start.under ?? []) flow("P", line, { size: 11, colour: colours.soft }, 1);
    doc.y += 10;
  }

  function table(columns: readonly PdfColumn[], rows: readonly PdfRow[], { dense = false } = {}): void {
    const pad = dense ? 3 : 6;
    const letters = dense ? { size: 9, gap: 0 } : { size: 10 };
    const shares = columns.reduce((sum, { share }) => sum + share, 0);
    const cells = columns.map(({ share, align }, index) => {
      const before = columns.slice(0, index).reduce((sum, column) => sum + column.share, 0);
      return { x: MARGIN + (width * before) / shares + INSET, wide: (width * share) / shares - 2 * INSET, align };
    });
    const element = doc.struct("Table");
    root.add(element);

    const styleOf = (kind: RowKind): TextStyle => ({
      ...letters,
      weight: kind === "head" || kind === "total" ? "bold" : "regular",
    });
    const indent = (kind: RowKind, index: number) => (kind === "detail" && index === 0 ? 14 : 0);
    const tallOf = (texts: readonly string[], kind: RowKind) =>
      pad + Math.max(...cells.map(({ wide }, i) => height(texts[i] ?? "", wide - indent(kind, i), styleOf(kind))));

    function line(texts: readonly string[], kind: RowKind, tagged: boolean): void {
      const [style, tall] = [styleOf(kind), tallOf(texts, kind)];
      // Keeps a head with its first rows, and repeats the head over rows on a new page.
      if (room(kind === "head" ? tall * 3 : tall) && kind !== "head") line(labels, "head", false);
      const { y } = doc;
      artifact(() => {
        if (kind === "head") doc.rect(MARGIN, y, width, tall).fill(colours.head);
        else if (kind === "total")
          doc
            .moveTo(MARGIN, y)
            .lineTo(MARGIN + width, y)
            .lineWidth(1)
            .stroke(colours.ink);
        else
          doc
            .moveTo(MARGIN, y)
            .lineTo(MARGIN + width, y)
            .lineWidth(0.5)
            .stroke(colours.line);
      });
      // Only for tagged content, because the file never ends while an element is unattached.
      const row = tagged ? doc.struct("TR") : undefined;
      if (row) element.add(row);
      cells.forEach(({ x, wide, align }, i) => {
        const text = texts[i] ?? "";
        const colour = kind === "head" || kind === "detail" ? colours.soft : colours.ink;
        const paint = () =>
          draw(text, x + indent(kind, i), y + pad / 2 + 1, wide - indent(kind, i), { ...style, align, colour });
        if (row) tag(row, kind === "head" ? "TH" : "TD", text, paint);
        else artifact(paint);
      });
      row?.end();
      doc.y = y + tall;
    }

    const labels = columns.map(({ label }) => label);
    const whole = rows.reduce((so, row) => so + tallOf(row.cells, row.kind), tallOf(labels, "head"));
    // A short table is kept on one page.
    if (whole < doc.page.height / 3) room(whole);
    line(labels, "head", true);
    for (const { cells: texts, kind } of rows) line(texts, kind, true);
    element.end();
    doc.y += dense ? 9 : 14;
  }

  const heading = (text: string) => flow("H2", text, { weight: "bold", size: 13 }, 4);

  band();
  return {
    heading: (text) => {
      room(64);
      heading(text);
    },
    paragraph: (text, { soft = false, size = 10 } = {}) =>
      flow("P", text, { size, colour: soft ? colours.soft : colours.ink }, 6),
    facts: (pairs) => {
      for (const [name, value] of pairs) {
        const left = width * 0.3;
        const style: TextStyle = { weight: "bold" };
        const tall = Math.max(height(name, left - 8, {}), height(value, width - left, style));
        room(tall);
        const { y } = doc;
        tag(root, "P", `${name}: ${value}`, () => {
          draw(name, MARGIN, y, left - 8, { colour: colours.soft });
          draw(value, MARGIN + left, y, width - left, style);
        });
        doc.y = y + tall + 3;
      }
      doc.y += 8;
    },
    table,
    plate: (tone, title, text) => {
      const inner = width - 28;
      const titleLook: TextStyle = { weight: "bold", size: 11 };
      const top = height(title, inner, titleLook);
      const tall = top + height(text, inner, {}) + 22;
      room(tall);
      const { y } = doc;
      artifact(() => doc.roundedRect(MARGIN, y, width, tall, 8).fill(tone === "good" ? colours.tint : colours.warning));
      tag(root, "P", title, () => draw(title, MARGIN + 14, y + 10, inner, titleLook));
      if (text !== "") tag(root, "P", text, () => draw(text, MARGIN + 14, y + 12 + top, inner, {}));
      doc.y = y + tall + 14;
    },
    figures: (figures) => drawFigures(page, figures),
    charts: (charts) => drawCharts(page, charts),
    shares: (title, parts) => {
      room(HEADING + sharesHeight(page, parts));
      heading(title);
      drawShares(page, parts);
    },
    name: (text, otherwise) => (page.prints(text) ? text : otherwise),
    end: () => {
      root.end();
      const { count } = doc.bufferedPageRange();
      const pageText = start.pageText ?? ((number, of) => `Page ${number} of ${of}`);
      for (let index = 0; index < count; index++) {
        doc.switchToPage(index);
        const y = doc.page.height - FOOTER + 18;
        const style: TextStyle = { size: 8.5, colour: colours.soft };
        artifact(() => {
          draw(`${start.productName} · ${start.title}`, MARGIN, y, width * 0.75, style);
          draw(pageText(index + 1, count), MARGIN + width * 0.75, y, width * 0.25, { ...style, align: "right" });
        });
      }
      doc.end();
      return done;
    },
  };
}
