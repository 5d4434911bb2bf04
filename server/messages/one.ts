import { z } from "zod";
import { Message, MessageRead } from "~models";
import { sql } from "../kernel/database/sql";
import { Deleted, Id, Ids } from "../kernel/operation/input";
import { command, query } from "../kernel/operation/operation";
import { noSuch } from "../kernel/operation/refusal";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { findMessages, MessageOutput, sentBy } from "./message";
import { hasInbox, receivedBy } from "./recipients";

/** A message that the account has sent, or receives now. Throws 404. */
export async function findMessage(actor: Actor, id: number): Promise<MessageOutput> {
  const [sent] = hasRole(actor, "company")
    ? await findMessages(actor, "sent", sql`WHERE m.id = ${id} AND ${sentBy(actor)}`)
    : [];
  const message = sent ?? (await findReceived(actor, id));
  if (!message) throw noSuch("message");
  return message;
}

const findReceived = async (actor: Actor, id: number): Promise<MessageOutput | undefined> =>
  hasInbox(actor)
    ? (await findMessages(actor, "received", sql`WHERE m.id = ${id} AND ${receivedBy(actor)}`))[0]
    : undefined;

/** One message. Opening it does not count as reading: browsers open pages ahead, and others may view the account. */
export const read = query({
  name: "messages.read",
  does: "read messages",
  allow: atLeast("agent"),
  input: z.object({ id: Id }),
  output: MessageOutput,
  run: ({ actor }, { id }) => findMessage(actor, id),
});

/** The titles of messages in a confirmation. */
export const named = query({
  name: "messages.named",
  does: "withdraw messages",
  allow: atLeast("company"),
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  async run({ actor }, { ids }) {
    const titles: string[] = [];
    for (const id of ids) titles.push((await findSent(actor, id)).title);
    return titles;
  },
});

/** Stores the receipt of a recipient. A repetition keeps the first one. */
export const markRead = command({
  name: "messages.markRead",
  does: "read messages",
  allow: atLeast("agent"),
  type: "UPDATE",
  input: z.object({ id: Id }),
  output: z.object({ id: z.int(), readAt: z.string() }),
  async run({ actor }, { id }) {
    if (!(await findReceived(actor, id))) throw noSuch("message");
    const key = { messageId: id, accountId: actor.accountId };
    await MessageRead.bulkCreate([{ ...key, readAt: now() }], { ignoreDuplicates: true });
    const { readAt } = await MessageRead.findOne({ where: key, rejectOnEmpty: true });
    return { id, readAt: isoTime(readAt) };
  },
});

/** Ends a message at once. Its sender still sees it with its receipts. A repetition changes nothing. */
export const withdraw = command({
  name: "messages.withdraw",
  does: "withdraw messages",
  allow: atLeast("company"),
  type: "DELETE",
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    const message = await findSent(actor, id, { lock: true });
    if (message.withdrawnAt === null) {
      await message.update({ withdrawnAt: now(), withdrawnBy: actor.accountId });
      changed({ record: "message", id, before: { withdrawn: false }, after: { withdrawn: true } });
    }
    return { deleted: 1 };
  },
});

/** The record of a message that the account may withdraw. Throws 404. */
async function findSent(actor: Actor, id: number, { lock = false } = {}): Promise<Message> {
  const own = hasRole(actor, "admin") ? {} : { createdBy: actor.accountId };
  const message = await Message.findOne({ where: { id, ...own }, lock });
  if (!message) throw noSuch("message");
  return message;
}
