import { z } from "zod";
import { Account, Message, MessageRead } from "~models";
import { type Nullable, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { displayHtml } from "../kernel/operation/html";
import { type Actor, hasRole } from "../kernel/operation/roles";
import { type Day, dayOf, isoTime } from "../kernel/time";
import { Audience, audienceOf, namesOf } from "./audience";
import { receiptsOf } from "./recipients";

/** A message as its recipients or its senders see it. The keys of senders are absent for recipients, and the reverse. */
export const MessageOutput = z
  .object({
    id: z.int(),
    title: z.string(),
    html: z.string(),
    from: z.string(),
    to: z.string().nullable(),
    /** Username of the sender. */
    by: z.string(),
    readAt: z.string().nullable().optional(),
    audience: Audience.optional(),
    /** The first three offices or agents of the audience. */
    names: z.array(z.string()).optional(),
    sentAt: z.string().optional(),
    withdrawnAt: z.string().nullable().optional(),
    sent: z.int().optional(),
    read: z.int().optional(),
  })
  .meta({ id: "Message", description: "An announcement to agents and managers." });
export type MessageOutput = z.output<typeof MessageOutput>;

const columns = selectColumns(
  Message,
  [
    ...(["id", "title", "html", "audience", "targetIds", "shownFrom", "shownUntil"] as const),
    ...(["createdAt", "createdBy", "withdrawnAt"] as const),
  ],
  { from: "m" },
);
const sender = selectColumns(Account, [], { from: "sender", as: { by: "username" } });
const receipt = selectColumns(MessageRead, ["readAt"], { from: "r" });
type Row = RowOf<typeof columns> & RowOf<typeof sender> & Nullable<RowOf<typeof receipt>>;

/** The view of a recipient, or of a sender. */
export type Box = "received" | "sent";

/** Messages `m` that an account has sent; for admins, all. */
export const sentBy = (actor: Actor): Statement =>
  hasRole(actor, "admin") ? sql`TRUE` : sql`m.created_by = ${actor.accountId}`;

export const messageTables = ({ accountId }: Actor): Statement => sql`
  messages m LEFT JOIN message_reads r ON r.message_id = m.id AND r.account_id = ${accountId}`;

/** The messages selected by the rest of the statement (WHERE, ORDER BY, LIMIT), with sanitized HTML. */
export async function findMessages(actor: Actor, box: Box, rest: Statement): Promise<MessageOutput[]> {
  const rows = await queryRows<Row>(sql`
    SELECT ${columns}, ${sender}, ${receipt}
    FROM ${messageTables(actor)} JOIN accounts sender ON sender.id = m.created_by ${rest}`);
  const shared = await Promise.all(rows.map(shownToAll));
  if (box === "received") return shared.map((message, i) => ({ ...message, readAt: timeOf(rows[i]?.readAt ?? null) }));
  const receipts = await receiptsOf(rows.map(({ id }) => id));
  const names = await namesOf(rows);
  return rows.flatMap((row, i) => {
    const message = shared[i];
    if (!message) return [];
    const { sent, read } = receipts.get(row.id) ?? { sent: 0, read: 0 };
    const times = { sentAt: isoTime(row.createdAt), withdrawnAt: timeOf(row.withdrawnAt) };
    return [{ ...message, audience: audienceOf(row), names: names(row), ...times, sent, read }];
  });
}

const shownToAll = async ({ id, title, html, shownFrom, shownUntil, by }: Row) => ({
  ...{ id, title, html: await displayHtml(html), by },
  ...daysOf({ shownFrom, shownUntil }),
});

const timeOf = (time: Date | null): string | null => time && isoTime(time);

/** The first and the last day on which a message is shown. */
export const daysOf = ({ shownFrom, shownUntil }: Pick<Message, "shownFrom" | "shownUntil">) => ({
  from: dayOf(shownFrom) satisfies Day,
  to: shownUntil && dayOf(shownUntil.getTime() - 1),
});
