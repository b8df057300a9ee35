/**
 * The file of a backup. Its first line says in plain JSON how the rest is kept: compressed, and encrypted when there is a
 * key. The rest is a row of records: one byte for the kind, four for the length, then so many bytes.
 */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { type Readable, Transform } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";

/** Why a file cannot be restored, as the operator reads it. */
export class BackupUnreadable extends Error {}

export type RecordKind = "about" | "table" | "rows" | "sequences" | "end";

export interface BackupRecord {
  kind: RecordKind;
  body: Buffer;
}

interface FirstLine {
  acebay: "backup";
  format: 1;
  /** What the key is made with, in hexadecimal; without it the file is not encrypted. */
  encryption?: { salt: string; iv: string };
}

const CODES: Readonly<Record<RecordKind, number>> = { about: 1, table: 2, rows: 3, sequences: 4, end: 5 };
const KINDS = new Map(Object.entries(CODES).map(([kind, code]) => [code, kind as RecordKind])); // Of the line above.
const HEAD = 5;
const TAG = 16;
const CIPHER = "aes-256-gcm";

/** OWASP's least cost for scrypt with 64 MB of memory (Password Storage Cheat Sheet). */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };

const secretOf = (key: string, salt: Buffer) => scryptSync(key, salt, 32, COST);

export function recordBytes(kind: RecordKind, body: Buffer | object): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const head = Buffer.alloc(HEAD);
  head.writeUInt8(CODES[kind], 0);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/**
 * What turns records into the bytes of a file.
 * @param key a passphrase; without it the file is not encrypted
 */
export function packing(key: string | undefined): { first: Buffer; through: Transform[] } {
  const line = (first: FirstLine) => Buffer.from(`${JSON.stringify(first)}\n`);
  const begin: FirstLine = { acebay: "backup", format: 1 };
  if (key === undefined) return { first: line(begin), through: [createGzip()] };
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const first = line({ ...begin, encryption: { salt: salt.toString("hex"), iv: iv.toString("hex") } });
  const cipher = createCipheriv(CIPHER, secretOf(key, salt), iv);
  cipher.setAAD(first);
  const signed = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, cipher.update(chunk)),
    flush: (done) => done(null, Buffer.concat([cipher.final(), cipher.getAuthTag()])),
  });
  return { first, through: [createGzip(), signed] };
}

/**
 * Reads a file's records. What an encrypted file says is certain only after its last record, so nothing that was read
 * is kept before.
 * @throws BackupUnreadable if it is no backup, is cut off, was changed, or the key is missing or another
 */
export async function* readBackup(file: string, key: string | undefined): AsyncGenerator<BackupRecord> {
  let isWhole = false;
  try {
    for await (const one of split(await unpacked(file, key))) {
      isWhole = one.kind === "end";
      yield one;
    }
  } catch (error) {
    if (error instanceof BackupUnreadable || !isDamage(error)) throw error;
    throw new BackupUnreadable(`${file} is damaged, or BACKUP_KEY is not the one that it was made with`, {
      cause: error,
    });
  }
  if (!isWhole) throw new BackupUnreadable(`${file} is cut off: its end is missing`);
}

/** What zlib and the cipher say of bytes that are not theirs. */
function isDamage(error: unknown): boolean {
  return (
    error instanceof Error &&
    (/authenticate|auth tag/i.test(error.message) || ("code" in error && String(error.code).startsWith("Z_")))
  );
}

async function unpacked(file: string, key: string | undefined): Promise<Readable> {
  const first = await firstLineOf(file);
  const { size } = await stat(file);
  const start = first.bytes.length;
  const { encryption } = first.says;
  if (!encryption) return piped(createReadStream(file, { start }), createGunzip());
  if (key === undefined) throw new BackupUnreadable(`${file} is encrypted: set BACKUP_KEY`);
  if (size < start + TAG) throw new BackupUnreadable(`${file} is cut off: its end is missing`);
  const decipher = createDecipheriv(
    CIPHER,
    secretOf(key, Buffer.from(encryption.salt, "hex")),
    Buffer.from(encryption.iv, "hex"),
  );
  decipher.setAAD(first.bytes);
  decipher.setAuthTag(await lastBytesOf(file, size));
  return piped(createReadStream(file, { start, end: size - TAG - 1 }), decipher, createGunzip());
}

/** One stream through others; an error of any is an error of the last. */
function piped(first: Readable, ...more: Transform[]): Readable {
  return more.reduce<Readable>((from, to) => {
    from.on("error", (error) => to.destroy(error));
    return from.pipe(to);
  }, first);
}

async function firstLineOf(file: string): Promise<{ says: FirstLine; bytes: Buffer }> {
  const handle = await open(file).catch((error: unknown) => {
    throw new BackupUnreadable(`${file} cannot be read`, { cause: error });
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
    const end = buffer.subarray(0, bytesRead).indexOf("\n") + 1;
    const bytes = buffer.subarray(0, end);
    return { says: parseFirstLine(bytes.toString(), file), bytes };
  } finally {
    await handle.close();
  }
}

function parseFirstLine(text: string, file: string): FirstLine {
  try {
    const says: Partial<FirstLine> = JSON.parse(text);
    if (says.acebay === "backup" && says.format === 1) return says as FirstLine; // The two decide it.
  } catch {
    // Told below.
  }
  throw new BackupUnreadable(`${file} is no backup of Acebay that this version can read`);
}

async function lastBytesOf(file: string, size: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    return (await handle.read(Buffer.alloc(TAG), 0, TAG, size - TAG)).buffer;
  } finally {
    await handle.close();
  }
}

/** Cuts bytes into records. */
async function* split(bytes: Readable): AsyncGenerator<BackupRecord> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    rest = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]); // A byte stream's chunks.
    while (rest.length >= HEAD) {
      const end = HEAD + rest.readUInt32BE(1);
      if (rest.length < end) break;
      const kind = KINDS.get(rest.readUInt8(0));
      if (kind === undefined) throw new BackupUnreadable("The file holds something that this version does not know");
      yield { kind, body: rest.subarray(HEAD, end) };
      rest = rest.subarray(end);
    }
  }
}
