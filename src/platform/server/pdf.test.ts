import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { openPdf } from "./pdf.ts";
import { runsOf } from "./pdf-fonts.ts";

const start = { title: "A title", productName: "Acebay", language: "en-US", at: new Date("2026-11-21T17:00:00Z") };
const latin = (codePoint: number) => codePoint < 0x250;
const printed = (text: string) => runsOf(text, latin).map((run) => run.text);

test("letters that no font has become […], other signs are left out, compatibility forms plain", () => {
  expect(printed("Club ქართული One")).toEqual(["Club […] One"]);
  expect(printed("Ace ⛳ Club\u0007")).toEqual(["Ace Club"]);
  expect(printed("Ａｃｅ")).toEqual(["Ace"]);
  expect(printed("two\nlines\tand  more")).toEqual(["two lines and more"]);
  expect(printed(" \n ")).toEqual([]);
});

test("letters that join are of one font: a word of Arabic, Thai or Devanagari is one run", () => {
  for (const word of ["ملعب", "กอล์ฟ", "गोल्फ"]) expect(printed(word)).toEqual([word]);
  expect(printed("Club ملعب One")).toEqual(["Club ", "ملعب", " One"]);
  expect(printed("高尔夫 Golf").join("")).toBe("高尔夫 Golf");
});

test("names in every script of the fonts are printed, others replaced; what is drawn carries its text", async () => {
  const pdf = openPdf(start);
  const names = ["Łódź", "Đặng Thị Ngọc", "Гольф «Берёзка» Київ", "Ελληνικό", "שלום", "O’Neill & Søn", "Ace ⛳"];
  const drawn = [
    "高尔夫球场",
    "高爾夫球場",
    "ゴルフ練習場",
    "골프 연습장",
    "نادي الجولف الملكي، دبي",
    "สนามกอล์ฟ",
    "गोल्फ क्लब",
  ];
  for (const name of [...names, ...drawn]) expect(pdf.name(name, "Course 1")).toBe(name);
  for (const name of ["გოლფი", "Գոլֆ", "ゴルフ ქ"]) expect(pdf.name(name, "Course 1")).toBe("Course 1");
  for (const name of drawn) pdf.paragraph(name);
  const file = (await pdf.end()).toString("latin1");
  expect(file.match(/\/ActualText/g)?.length).toBe(drawn.length);
});

test("figures have one width each, so that amounts stand under each other", async () => {
  const { default: Pdfkit } = await import("pdfkit");
  const { fonts } = await import("./pdf-fonts.ts");
  for (const file of Object.values(fonts)) {
    const doc = new Pdfkit({ font: "" });
    doc.registerFont("it", file).font("it").fontSize(100);
    expect(new Set([..."0123456789"].map((figure) => doc.widthOfString(figure))).size).toBe(1);
  }
});

test("a table longer than a page goes on, tagged, with its pages numbered; the file ends", async () => {
  const pdf = openPdf({ ...start, title: "高尔夫 long" });
  const columns = [
    { label: "Line", align: "left", share: 3 },
    { label: "Amount", align: "right", share: 1 },
  ] as const;
  pdf.heading("Many");
  pdf.table(
    columns,
    Array.from({ length: 90 }, (_, n) => ({
      cells: [`Row ${n} 高尔夫`, `$${n}.00`],
      kind: n % 9 === 8 ? "total" : "plain",
    })),
  );
  pdf.facts([["A name", "A value ".repeat(60)]]);
  pdf.plate("warning", "Mind", "");
  const file = (await pdf.end()).toString("latin1");
  expect(file).toMatch(/^%PDF-1\.7/);
  expect(Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(file)?.[1])).toBe(4);
  expect(file).toContain("/StructTreeRoot");
  expect(file.match(/\/S \/TR/g)?.length).toBe(91);
  expect(file).toContain("/ActualText");
  expect(file).toContain("/Lang (en-US)");
});

test("charts and figures are tagged with what they show, in words", async () => {
  const pdf = openPdf(start);
  pdf.figures([{ label: "Revenue", value: "$12,345,678.00", note: "New" }]);
  const points = [0, -3, 12.5].map((value, index) => ({ label: `Nov ${index + 1}`, value }));
  pdf.charts([
    { title: "Revenue a day", text: "The most was $12.50 on Nov 3", points, format: (value) => `$${value}` },
    { title: "Nothing", text: "Nothing happened", points: [], format: String },
  ]);
  pdf.shares("Players", [{ label: "New", value: "1 (100%)", share: 100 }]);
  const file = (await pdf.end()).toString("latin1");
  expect(file.match(/\/S \/Figure/g)?.length).toBe(2);
  expect(file).toContain("(The most was $12.50 on Nov 3)");
  expect(file).not.toContain("NaN");
});

test("a day below zero hangs from the zero line, as long as a day of the same amount stands", async () => {
  const pdf = openPdf(start);
  const points = [10, -10, 20].map((value, index) => ({ label: `Nov ${index + 1}`, value }));
  pdf.charts([{ title: "Revenue a day", text: "The least was -$10.00", points, format: (value) => `$${value}` }]);
  // The first one is the head of the page.
  const columns = rectangles(await pdf.end()).slice(1);
  expect(columns).toHaveLength(3);
  const [stands, hangs, twice] = columns.map(([, y, , height]) => ({ top: y, height, foot: y + height }));
  expect(hangs?.top).toBeCloseTo(stands?.foot ?? NaN, 1);
  expect(twice?.foot).toBeCloseTo(stands?.foot ?? NaN, 1);
  expect(hangs?.height).toBeCloseTo(stands?.height ?? NaN, 1);
  expect(twice?.height).toBeCloseTo(2 * (stands?.height ?? NaN), 1);
  expect(stands?.height).toBeGreaterThan(20);
});

/** The rectangles that a file's pages draw, as x, y, width and height: y grows downwards. */
function rectangles(file: Buffer): [x: number, y: number, width: number, height: number][] {
  const text = file.toString("latin1");
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, bytes = ""]) => {
    try {
      return inflateSync(Buffer.from(bytes, "latin1")).toString("latin1");
    } catch {
      return ""; // A font, or what is not compressed.
    }
  });
  return [...streams.join("\n").matchAll(/([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re\b/g)].map(
    ([, x, y, width, height]) => [Number(x), Number(y), Number(width), Number(height)],
  );
}
