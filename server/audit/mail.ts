import { createHash } from "node:crypto";
import { once } from "node:events";
import { createGzip } from "node:zlib";
import { AuditSeal } from "~models";
import { readTransaction } from "../kernel/database/transactions";
import { config } from "../kernel/process/config";
import { type Parts, queueMail } from "../mail";
import { headOf, linesOf, type Seal } from "./rows";

const MB = 1024 * 1024;
/** Mail servers take 25 MB and less; an attachment grows by a third in a mail. */
const MAX_BYTES = 10 * MB;

/** Queues the mail about a sealed day, if somebody is to get it. Its rows are attached when it is sent. */
export async function queueDay(seal: Seal): Promise<void> {
  const { AUDIT_MAIL } = config();
  if (!AUDIT_MAIL) return;
  const { number, day, rows, lastHash, hash } = seal;
  const text = [
    `Seal ${number} of the audit covers ${day}, a New York day: ${rows} ${rows === 1 ? "row" : "rows"}.`,
    "",
    "SHA-256 of this day, and of the one before:",
    `    ${hash}`,
    `    ${lastHash ?? "none: this is the first seal"}`,
    "",
    "Keep this mail where nobody who runs the server can delete it.",
    "To compare the attached file with the database:",
    "    npm run admin -- verify-audit FILE",
    "",
  ].join("\n");
  const subject = `Audit of ${day}: ${rows} ${rows === 1 ? "row" : "rows"}`;
  await queueMail({ to: AUDIT_MAIL, subject, text, auditSeal: number });
}

/**
 * The file of a sealed day: its rows as they are now. More than `maxBytes` are not attached; the hash alone proves them
 * then.
 */
export const attachDay = (number: number, maxBytes = MAX_BYTES): Promise<Parts> =>
  readTransaction(async () => {
    const seal = await AuditSeal.findByPk(number);
    if (!seal) return { text: "\nThis seal is no longer in the database.\n", attachments: [] };
    const { file, hash } = await zip(seal, maxBytes);
    if (!file) return { text: `\nThe rows are not attached: they exceed ${maxBytes / MB} MB.\n`, attachments: [] };
    const changed = hash === seal.hash ? "" : "\nThe attached rows no longer match the seal. Run npm run check.\n";
    return { text: changed, attachments: [{ filename: `audit-${seal.day}.ndjson.gz`, content: file }] };
  });

async function zip(seal: Seal, maxBytes: number): Promise<{ file?: Buffer; hash: string }> {
  const gzip = createGzip();
  const hash = createHash("sha256");
  const parts: Buffer[] = [];
  let bytes = 0;
  gzip.on("data", (part: Buffer) => {
    bytes += part.length;
    if (bytes <= maxBytes) parts.push(part);
  });
  const write = async (line: string) => {
    hash.update(`${line}\n`);
    if (!gzip.write(`${line}\n`)) await once(gzip, "drain");
  };
  await write(headOf(seal));
  for await (const { text } of linesOf(seal)) {
    await write(text);
    if (bytes > maxBytes) break;
  }
  gzip.end();
  await once(gzip, "end");
  return { ...(bytes <= maxBytes ? { file: Buffer.concat(parts) } : {}), hash: hash.digest("hex") };
}
