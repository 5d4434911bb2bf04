import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const WORTH_IT = /\.(js|mjs|css|svg|json|txt|html|map|ico|webmanifest)$/;
/** Below this size, the headers outweigh the savings. */
const LEAST_BYTES = 256;

const kinds = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Writes NAME.br and NAME.gz beside every file below `folder` that gets smaller. Existing ones are kept. */
export async function precompress(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => WORTH_IT.test(name));
  await Promise.all(names.map((name) => compress(path.join(folder, name))));
}

async function compress(file) {
  const found = await stat(file);
  if (!found.isFile() || found.size < LEAST_BYTES) return;
  const bytes = await readFile(file);
  for (const [suffix, shrink] of Object.entries(kinds)) {
    const target = `${file}.${suffix}`;
    if ((await stat(target).catch(() => undefined))?.mtimeMs >= found.mtimeMs) continue;
    const small = await shrink(bytes);
    if (small.length < bytes.length) await writeFile(target, small);
  }
}
