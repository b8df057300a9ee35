import { expect, test } from "vitest";
import { openPdf } from "./pdf.ts";
import { printable } from "./pdf-fonts.ts";

const start = { title: "A title", productName: "Acebay", language: "en-US", at: new Date("2026-11-21T17:00:00Z") };
const latin = (codePoint: number) => codePoint < 0x250;

test("letters that the font lacks become […], other signs are left out, compatibility forms plain", () => {
  expect(printable("Club 高尔夫 One", latin)).toBe("Club […] One");
  expect(printable("Ace ⛳ Club\u0007", latin)).toBe("Ace Club");
  expect(printable("Ａｃｅ", latin)).toBe("Ace");
  expect(printable("two\nlines\tand  more", latin)).toBe("two lines and more");
});

test("Latin, Vietnamese, Cyrillic, Greek and Hebrew names are printed; Chinese and Arabic ones are replaced", async () => {
  const pdf = openPdf(start);
  for (const name of ["Łódź", "Đặng Thị Ngọc", "Гольф «Берёзка» Київ", "Ελληνικό", "שלום", "O’Neill & Søn", "Ace ⛳"])
    expect(pdf.name(name, "Course 1")).toBe(name);
  for (const name of ["高尔夫", "مرحبا", "ゴルフ", "กอล์ฟ", "गोल्फ"]) expect(pdf.name(name, "Course 1")).toBe("Course 1");
  await pdf.end();
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
