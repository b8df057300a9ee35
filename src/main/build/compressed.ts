/** Compresses the built files once, so that the server has nothing to do for each request. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Pictures and fonts are compressed already. */
const texts = /^assets\/.*\.(?:css|js|json|svg)$|^sw\.js$/;

/** Writes `name.br` and `name.gz` beside each text, which `@fastify/static` sends to whom accepts them. */
export function compressed(): Plugin {
  return {
    name: "acebay:compressed",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    async writeBundle({ dir = "" }, bundle) {
      const files = Object.keys(bundle).filter((file) => texts.test(file));
      await Promise.all(files.map((file) => compress(join(dir, file))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await Promise.all([
    writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params })),
    writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 })),
  ]);
}
