import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { AuditSeal } from "~models";
import { readTransaction } from "../kernel/database/transactions";
import { SettingError } from "../kernel/process/config";
import { dayOf } from "../kernel/time";
import { purgesOf } from "./purges";
import { linesOf } from "./rows";

const Head = z.object({ seal: z.int(), day: z.iso.date() });
const Row = z.object({ id: z.int() });
const LISTED = 20;

/** Lines for a person, and whether the day is as it was when it was mailed, apart from rows that a purge deleted. */
export type Comparison = { same: boolean; lines: string[] };

/** Compares the file of a mailed day with its seal and its rows in the database. Throws a SettingError for other files. */
export async function compareFile(file: string): Promise<Comparison> {
  const { head, rows, hash } = await readFile(file);
  return readTransaction(async () => {
    const seal = await AuditSeal.findByPk(head.seal);
    const ofFile = `The file is of ${head.day}, seal ${head.seal}, and has ${rows.size} rows. Its SHA-256 is ${hash}.`;
    if (!seal) return { same: false, lines: [ofFile, `The database has no seal ${head.seal}.`] };
    const isSealed = seal.hash === hash;
    const sealed = isSealed
      ? "The seal in the database has the same."
      : `The seal in the database has another, ${seal.hash}. The mail of that day says which one is right.`;
    const purge = (await purgesOf([seal])).get(seal.number);
    const differences: string[] = [];
    for await (const { id, text } of linesOf(seal)) {
      const before = rows.get(id);
      rows.delete(id);
      if (before === undefined) differences.push(`Row ${id} is in the database only: ${text}`);
      else if (before !== text) differences.push(`Row ${id} was changed.\n  file:     ${before}\n  database: ${text}`);
    }
    const deleted = [...rows].map(([id, text]) => `Row ${id} is in the file only: ${text}`);
    const purged = purge && deleted.length > 0 ? [`A purge on ${dayOf(purge.at)} deleted ${deleted.length} rows.`] : [];
    if (purged.length === 0) differences.push(...deleted);
    const isSame = differences.length === 0;
    const listed = differences.slice(0, LISTED);
    if (differences.length > LISTED) listed.push(`${differences.length - LISTED} more rows differ.`);
    if (isSame) listed.push(purged.length > 0 ? "All other rows are the same." : "All rows are the same.");
    return { same: isSealed && isSame, lines: [ofFile, sealed, ...purged, ...listed] };
  });
}

type File = { head: z.output<typeof Head>; rows: Map<number, string>; hash: string };

async function readFile(file: string): Promise<File> {
  const hash = createHash("sha256");
  const lines: string[] = [];
  try {
    let text = "";
    const decoder = new TextDecoder();
    for await (const bytes of await contentOf(file)) {
      hash.update(bytes);
      const parts = (text + decoder.decode(bytes, { stream: true })).split("\n");
      text = parts.pop() ?? "";
      lines.push(...parts);
    }
    if (text) lines.push(text);
    const [head = "", ...rows] = lines;
    return {
      head: Head.parse(JSON.parse(head)),
      rows: new Map(rows.map((row) => [Row.parse(JSON.parse(row)).id, row])),
      hash: hash.digest("hex"),
    };
  } catch (error) {
    const { code } = error as { code?: string };
    throw new SettingError(
      code === "ENOENT" || code === "EACCES"
        ? `${file} cannot be read.`
        : `${file} is not the file of a day of the audit, or it is damaged.`,
    );
  }
}

const GZIP = Buffer.from([0x1f, 0x8b]);

/** The bytes of a file, unpacked if they are packed. */
async function contentOf(file: string): Promise<AsyncIterable<Buffer>> {
  const handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0).finally(() => handle.close());
  const stream = createReadStream(file);
  if (!buffer.equals(GZIP)) return stream;
  const unpacked = createGunzip();
  stream.on("error", (error) => unpacked.destroy(error));
  return stream.pipe(unpacked);
}
