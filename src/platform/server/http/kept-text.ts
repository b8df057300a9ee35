/** Long texts that are equal for all callers: made and compressed once, at the first call. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { RouteHandlerMethod } from "fastify";

interface Text {
  body: string;
  headers: Readonly<Record<string, string>>;
}

/** In place of the compressing plugin, which leaves encoded answers alone. */
const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip),
};
const encodings = ["br", "gzip"] as const;

/**
 * Answers with a text, compressed if the caller accepts it, or with 304 if the caller has it. Its own headers may say
 * who else keeps it. @param vary the headers of a request that choose between texts of one address
 */
export function keptText(make: () => Text, vary: readonly string[] = []): RouteHandlerMethod {
  let kept: ReturnType<typeof keep> | undefined;
  return async (request, reply) => {
    const { headers, etag, bodies } = await (kept ??= keep(make()));
    const encoding = encodings.find((name) => takes(request.headers["accept-encoding"], name));
    void reply.headers({
      "cache-control": "no-cache",
      ...headers,
      etag,
      vary: ["accept-encoding", ...vary].join(", "),
    });
    if (reply.statusCode === 200 && request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
    if (encoding) void reply.header("content-encoding", encoding);
    return reply.send(bodies[encoding ?? "plain"]);
  };
}

async function keep({ body, headers }: Text) {
  const plain = Buffer.from(body);
  const [br, gzipped] = await Promise.all([compress.br(plain), compress.gzip(plain)]);
  // Weak: the bytes depend on the encoding, the content does not.
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 27)}"`;
  return { headers, etag, bodies: { plain, br, gzip: gzipped } };
}

/** Whether `Accept-Encoding` names an encoding with a weight above 0 (RFC 9110, section 12.5.3). */
function takes(header: string | string[] | undefined, encoding: string): boolean {
  return String(header ?? "")
    .split(",")
    .some((part) => {
      const [name, ...weights] = part.split(";").map((one) => one.trim().toLowerCase());
      return name === encoding && !weights.some((weight) => /^q=0(\.0*)?$/.test(weight));
    });
}
