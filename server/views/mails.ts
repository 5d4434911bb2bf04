import { SavedView } from "~models";
import { mailAddressOf } from "../accounts";
import { findReader } from "../identity";
import { join, sql } from "../kernel/database/sql";
import { isUnreachable, queryOne, readTransaction, writeTransaction } from "../kernel/database/transactions";
import { BYTE_ORDER_MARK, readCsv } from "../kernel/operation/csv";
import { productUrl } from "../kernel/net/urls";
import { Refusal } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";
import { newYorkTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { csvFileName } from "../kernel/text/file-name";
import { type Parts, queueMail } from "../mail";
import { rowsOf } from "./feed";
import { mailKinds, periodToMail } from "./mail-periods";
import { mayOpen, screenAt } from "./screens";
import { inputOf } from "./view-query";

const MB = 1024 * 1024;
/** Mail servers take 25 MB and less; an attachment grows by a third in a mail. */
const MAX_BYTES = 10 * MB;
/** Figures in the text; a report of many links has hundreds of columns. */
const MAX_FIGURES = 20;
/** Mails that one pass queues, so that those about security never wait behind hundreds of reports. */
const AT_ONCE = 5;

/** Queues the mails of views whose period has begun. Several processes and servers may do this at once. */
export async function queueDueViews(): Promise<void> {
  try {
    for (let queued = 0; queued < AT_ONCE; queued++) if (!(await writeTransaction(queueNext))) return;
  } catch (error) {
    // Reported elsewhere; the mails wait.
    if (!isUnreachable(error)) throw error;
  }
}

/** Queues one mail and notes its period in the same transaction, so that no end of the process repeats or loses it. */
async function queueNext(): Promise<boolean> {
  const due = mailKinds.map((kind) => sql`(mail = ${kind} AND mailed_for < ${periodToMail(kind)}::date)`);
  const next = await queryOne<{ id: number }>(sql`
    SELECT id FROM saved_views WHERE ${join(due, sql` OR `)} ORDER BY mailed_for, id LIMIT 1 FOR UPDATE SKIP LOCKED`);
  const view = next && (await SavedView.findByPk(next.id));
  const period = view && periodToMail(view.mail);
  if (!view || !period) return false;
  await SavedView.update({ mailedFor: period }, { where: { id: view.id } });
  const to = await mailAddressOf(view.accountId);
  const actor = await findReader(view.accountId);
  if (to !== "" && actor && mayOpen(actor, view.screen))
    await queueMail({
      to,
      subject: `${view.name}: ${period}`,
      text: "",
      view: view.id,
      key: `view-${view.id}-${period}`,
    });
  return true;
}

/**
 * The text and the file of a view, as its owner may see it when the mail is sent. Null if they deleted it, turned its mails
 * off, or may not see it any more.
 */
export async function attachView(id: number, maxBytes = MAX_BYTES): Promise<Parts | null> {
  const view = await readTransaction(() => SavedView.findByPk(id));
  const actor = view && view.mail !== "none" ? await findReader(view.accountId) : null;
  if (!view || !actor || actor.due || !mayOpen(actor, view.screen)) return null;
  const { start, end } = inputOf(actor, view);
  const head = [
    `${view.name} (${screenAt(view.screen)?.title ?? view.screen}), as of ${newYorkTime(now())}.`,
    ...(start ? [`Days: ${String(start)} ~ ${String(end)}`] : []),
    "",
  ];
  const foot = [
    "",
    "Open the view:",
    productUrl(`/app/views/${id}`),
    "Turn these mails off:",
    productUrl(`/app/profile/views/confirm?intent=stopMail&ids=${id}`),
    "",
  ];
  const { lines, file, name } = await read(actor, view, maxBytes);
  const attachments = file ? [{ filename: name, content: file }] : [];
  return { text: [...head, ...lines, ...foot].join("\n"), attachments };
}

type Rows = { lines: string[]; file?: Buffer; name: string };

async function read(actor: Actor, view: SavedView, maxBytes: number): Promise<Rows> {
  let name = csvFileName(view.name);
  const parts = [BYTE_ORDER_MARK];
  let bytes = 0;
  try {
    const saveAs = (given: string) => void (name = given);
    for await (const part of rowsOf(actor, view, { channel: "program", ip: null, userAgent: "mail", saveAs })) {
      parts.push(part);
      bytes += Buffer.byteLength(part);
      if (bytes > maxBytes)
        return { name, lines: [`The rows are not attached: they exceed ${maxBytes / MB} MB. Narrow the view.`] };
    }
  } catch (error) {
    // A filter may name a record that was deleted.
    if (!(error instanceof Refusal) || error.status === 429 || error.status >= 500) throw error;
    return { name, lines: [`The view cannot be read any more: ${error.message}`] };
  }
  const text = parts.join("");
  return { name, lines: figuresOf(text), file: Buffer.from(text) };
}

/** The number of rows, and what the last row of a report sums. */
function figuresOf(csv: string): string[] {
  const [head, ...rows] = readCsv(csv).map(({ cells }) => cells);
  const last = rows.at(-1);
  const isSum = head?.[0] === "No." && last !== undefined && !/^\d+$/.test(last[0] ?? "");
  const count = rows.length - (isSum ? 1 : 0);
  const sums = isSum ? last.slice(1).flatMap((value, index) => (value ? [`${head[index + 1]}: ${value}`] : [])) : [];
  return [`Rows: ${count}`, ...sums.slice(0, MAX_FIGURES)];
}
