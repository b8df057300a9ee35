/** Texts that are equal for all callers: made once, and compressed once for each encoding, at the first call for it. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { PassThrough } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";

interface Text {
  body: string;
  headers: Readonly<Record<string, string>>;
}

/** In place of the compressing plugin, which leaves encoded answers alone. */
const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip),
};
/** For a text that is sent once: at this quality a page takes 2 ms, not 20, and is two in a hundred larger. */
const streams = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: () => createGzip(),
};
const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];
/** Shorter texts are sent as they are: compressed they would fit into as many packets. */
export const LEAST_BYTES = 1024;

/** A text as bytes, with its tag. */
export interface Encoded {
  readonly etag: string;
  readonly plain: Buffer;
  /** Filled at the first call for each. */
  readonly compressed: { [E in Encoding]?: Buffer | Promise<Buffer> };
}

/** @param etag of the content; weak, because the bytes depend on the encoding and the content does not */
export function encode(text: string, etag?: string): Encoded {
  const plain = Buffer.from(text);
  const hash = () => `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 27)}"`;
  return { plain, etag: etag ?? hash(), compressed: {} };
}

/**
 * Sends a text, compressed if the caller accepts it, or 304 if the caller has it.
 * @param vary the headers of a request that choose between texts of one address
 */
export async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  encoded: Encoded,
  headers: Readonly<Record<string, string>>,
  vary: readonly string[] = [],
): Promise<FastifyReply> {
  const { plain, etag, compressed } = encoded;
  void reply.headers(headers).headers({ etag, vary: ["accept-encoding", ...vary].join(", ") });
  if (reply.statusCode === 200 && isKnown(request, encoded)) return reply.removeHeader("content-type").code(304).send();
  const encoding = encodingFor(request, plain);
  if (!encoding) return reply.send(plain);
  void reply.header("content-encoding", encoding);
  const bytes = await (compressed[encoding] ??= compress[encoding](plain));
  compressed[encoding] = bytes;
  return reply.send(bytes);
}

/** Whether the caller has the text already. */
export function isKnown({ headers }: { headers: IncomingHttpHeaders }, { etag }: Encoded): boolean {
  return headers["if-none-match"]?.includes(etag) === true;
}

/**
 * Sends a text for this one request in parts, each when it is known. It has no tag, because nobody keeps it.
 * @param parts in their order; none of them fails
 */
export function sendInParts(
  request: FastifyRequest,
  reply: FastifyReply,
  [start, ...parts]: readonly [string, ...(string | Promise<string>)[]],
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  const encoding = encodingFor(request, Buffer.from(start));
  const out = encoding ? streams[encoding]() : new PassThrough();
  const write = async () => {
    out.write(start);
    for (const part of parts) {
      if (typeof part !== "string" && !(out instanceof PassThrough)) out.flush();
      out.write(await part);
    }
    out.end();
  };
  void write();
  if (encoding) void reply.header("content-encoding", encoding);
  return reply.headers({ ...headers, "cache-control": "private, no-store" }).send(out);
}

/** The encoding in which a caller gets some bytes; undefined if as they are. */
export function encodingFor(
  { headers }: { headers: IncomingHttpHeaders },
  { length }: Pick<Buffer, "length">,
): Encoding | undefined {
  const accepted = headers["accept-encoding"];
  return accepted === undefined || length < LEAST_BYTES ? undefined : encodings.find((name) => takes(accepted, name));
}

/**
 * Answers with a text, compressed if the caller accepts it, or with 304 if the caller has it. Its own headers may say
 * who else keeps it. @param vary the headers of a request that choose between texts of one address
 */
export function keptText(make: () => Text, vary: readonly string[] = []): RouteHandlerMethod {
  let kept: { encoded: Encoded; headers: Text["headers"] } | undefined;
  return async (request, reply) => {
    if (!kept) {
      const { body, headers } = make();
      kept = { encoded: encode(body), headers: { "cache-control": "no-cache", ...headers } };
    }
    return sendEncoded(request, reply, kept.encoded, kept.headers, vary);
  };
}

/** Whether `Accept-Encoding` names an encoding with a weight above 0 (RFC 9110, section 12.5.3). */
function takes(header: string | string[], encoding: string): boolean {
  return String(header)
    .split(",")
    .some((part) => {
      const [name, ...weights] = part.split(";").map((one) => one.trim().toLowerCase());
      return name === encoding && !weights.some((weight) => /^q=0(\.0*)?$/.test(weight));
    });
}
