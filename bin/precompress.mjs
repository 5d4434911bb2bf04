import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = /\.(js|mjs|css|svg|json|txt|html|map|ico|webmanifest)$/;
/** Below this size, the headers outweigh the savings. */
const MIN_BYTES = 256;

const encoders = {
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
  const names = (await readdir(folder, { recursive: true })).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(names.map((name) => compress(path.join(folder, name))));
}

async function compress(file) {
  const stats = await stat(file);
  if (!stats.isFile() || stats.size < MIN_BYTES) return;
  const bytes = await readFile(file);
  for (const [suffix, encode] of Object.entries(encoders)) {
    const target = `${file}.${suffix}`;
    if ((await stat(target).catch(() => undefined))?.mtimeMs >= stats.mtimeMs) continue;
    const compressed = await encode(bytes);
    if (compressed.length < bytes.length) await writeFile(target, compressed);
  }
}
