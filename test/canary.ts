/** A canary: a card number and its CVV, and every form in which a text, a log or a database could have stored them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Canary {
  /** Digits alone. */
  number: string;
  cvv: string;
}

/** A well-formed number that is in no list and in no other file; every gateway declines it. */
export const unlisted: Canary = { number: withCheckDigit("492971830642957"), cvv: "7391" };
/** A published test number, which the sandbox accepts. */
export const accepted: Canary = { number: "5555555555554444", cvv: "8264" };

/** The check digit of ISO/IEC 7812-1, annex B (Luhn), behind the other digits. */
function withCheckDigit(digits: string): string {
  const sum = [...digits]
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** As people type it. */
export function typedShapes(number: string): string[] {
  const groups = number.match(/\d{1,4}/g) ?? [];
  return [number, groups.join(" "), groups.join("-")];
}

/** As bytes: typed, percent- and base64-encoded, and PostgreSQL's own bigint, double and numeric. */
function storedShapes(number: string): Buffer[] {
  const [bigint, double] = [Buffer.alloc(8), Buffer.alloc(8)];
  bigint.writeBigInt64LE(BigInt(number));
  double.writeDoubleLE(Number(number));
  // numeric keeps groups of four decimal digits, counted from the end, as 16-bit integers.
  const numeric = Buffer.concat(
    (number.match(/\d{4}/g) ?? []).map((group) => {
      const bytes = Buffer.alloc(2);
      bytes.writeInt16LE(Number(group));
      return bytes;
    }),
  );
  const typed = typedShapes(number);
  const texts = [...typed, ...typed.map(encodeURIComponent), typed[1]?.replaceAll(" ", "+") ?? "", btoa(number)];
  return [...new Set(texts)].map((text) => Buffer.from(text)).concat(bigint, double, numeric);
}

/**
 * Looks for a canary in some bytes, and returns the forms found. A CVV counts only beside its name, because four digits
 * are everywhere.
 */
export function foundIn(bytes: Buffer, { number, cvv }: Canary): string[] {
  const numbers = storedShapes(number)
    .filter((shape) => bytes.includes(shape))
    .map((shape) => shape.toString("latin1"));
  const beside = new RegExp(`(cvv|cvc|securityCode)\\W{0,8}${cvv}(?!\\d)`, "i").exec(bytes.toString("latin1"));
  return beside ? [...numbers, beside[0]] : numbers;
}

/** The same for a text that people or programs read, in which the CVV may not occur even by itself. */
export function foundInText(text: string, canary: Canary): string[] {
  const withoutIds = text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, "");
  const alone = new RegExp(`(?<![\\w.])${canary.cvv}(?!\\w)`).exec(withoutIds);
  return [...foundIn(Buffer.from(text), canary), ...(alone ? [alone[0]] : [])];
}

/** Every file below a folder that contains a canary, with the forms found. Files that vanish meanwhile do not count. */
export function foundBelow(folder: string, canary: Canary): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const shapes = foundIn(readOr(path), canary);
    if (shapes.length > 0) found[path.slice(folder.length + 1)] = shapes;
  }
  return found;
}

function readOr(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
