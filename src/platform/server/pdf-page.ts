/** The page of a PDF: its free space, and the tags of its content. Lengths are points (1/72 inch). */
import { createTypesetter, type Typesetter } from "./pdf-text.ts";

export const MARGIN = 54;
export const FOOTER = 52;
export const colours = {
  ink: "#11241b",
  soft: "#3a4b42",
  line: "#d5d0bd",
  fairway: "#0b4531",
  onFairway: "#ffffff",
  tint: "#e5f1ea",
  warning: "#fff4d2",
  head: "#f1eee2",
} as const;

type Element = PDFKit.PDFStructureElement;

/** The document while its parts are written from top to bottom; `doc.y` is the start of the next one. */
export interface PdfPage extends Typesetter {
  doc: PDFKit.PDFDocument;
  /** The document's own tag. */
  root: Element;
  /** Between the margins, and down to the footer. */
  width: number;
  bottom: number;
  /** Starts a new page if less than `needed` is left. Returns whether it did. */
  room: (needed: number) => boolean;
  /** Draws what is not content: lines, plates, repeated heads, page numbers. */
  artifact: (paint: () => void) => void;
  /** A tagged text. If a part is drawn as outlines or lacks a font, the tag carries the whole text. */
  tag: (parent: Element, name: string, text: string, paint: () => void) => void;
}

export function createPage(doc: PDFKit.PDFDocument): PdfPage {
  const typesetter = createTypesetter(doc);
  const root = doc.struct("Document");
  doc.addStructure(root);
  const bottom = doc.page.height - FOOTER;
  return {
    ...typesetter,
    doc,
    root,
    width: doc.page.width - 2 * MARGIN,
    bottom,
    room: (needed) => {
      if (doc.y + needed <= bottom) return false;
      doc.addPage();
      doc.y = MARGIN;
      return true;
    },
    artifact: (paint) => {
      doc.markContent("Artifact", { type: "Layout" });
      doc.save();
      paint();
      doc.restore();
      doc.endMarkedContent();
    },
    tag: (parent, name, text, paint) => {
      const actual = typesetter.isPlain(text) ? {} : { actual: text };
      // The library reads `scope`, but its types lack it.
      const head = { scope: "Column", ...actual };
      parent.add(doc.struct(name, name === "TH" ? head : actual, [paint]));
    },
  };
}
