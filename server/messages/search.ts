import { z } from "zod";
import { queryOne } from "../kernel/database/transactions";
import { sql } from "../kernel/database/sql";
import { cursorAnswer, cursorInput, followById } from "../kernel/operation/cursor";
import { query } from "../kernel/operation/operation";
import { limit, List, Paging } from "../kernel/operation/page";
import { invalid } from "../kernel/operation/refusal";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { type Box, findMessages, MessageOutput, messageTables, sentBy } from "./message";
import { hasInbox, receivedBy } from "./recipients";

const Input = Paging(["from"], "from", false)
  .pick({ page: true, pageSize: true })
  .extend({ box: z.enum(["received", "sent"], "Please choose one from the list.").optional() });
type Input = z.output<typeof Input>;
const Followed = Input.extend(cursorInput);
const Page = List(MessageOutput).extend(cursorAnswer);

/**
 * Messages, newest first: those received, with the unread ones before the others, or those sent with their receipts.
 * Without `box`, admins get those sent and everybody else those received.
 */
export const search = query({
  name: "messages.search",
  does: "read messages",
  allow: atLeast("agent"),
  input: Followed,
  output: Page,
  run: ({ actor }, input) => pageOf(actor, boxOf(actor, input), input),
});

/** The list for the screen, without the texts. */
export const listScreen = query({
  name: "messages.listScreen",
  does: "read messages",
  allow: atLeast("agent"),
  input: Input,
  output: List(MessageOutput.omit({ html: true })).extend({
    asked: Input,
    box: z.enum(["received", "sent"]),
    boxes: z.array(z.enum(["received", "sent"])),
  }),
  async run({ actor }, input) {
    const box = boxOf(actor, input);
    return { ...(await pageOf(actor, box, input)), asked: input, box, boxes: boxesOf(actor) };
  },
});

const boxesOf = (actor: Actor): Box[] => [
  ...(hasInbox(actor) ? (["received"] as const) : []),
  ...(hasRole(actor, "company") ? (["sent"] as const) : []),
];

function boxOf(actor: Actor, { box }: Input): Box {
  const boxes = boxesOf(actor);
  const chosen = box ?? boxes[0];
  if (chosen === undefined || !boxes.includes(chosen)) throw invalid({ box: ["Please choose one from the list."] });
  return chosen;
}

async function pageOf(
  actor: Actor,
  box: Box,
  { after, ...paging }: z.output<typeof Followed>,
): Promise<z.output<typeof Page>> {
  const isListed = box === "received" ? receivedBy(actor) : sentBy(actor);
  if (after !== undefined) {
    const read = (above: number, most: number) =>
      findMessages(actor, box, sql`WHERE ${isListed} AND m.id > ${above} ORDER BY m.id LIMIT ${most}`);
    const { rows, ...counted } = await followById("messages", { ...paging, after }, ({ id }) => id, read);
    return { items: rows, ...counted };
  }
  const unreadFirst = box === "received" ? sql`r.read_at IS NOT NULL, m.shown_from DESC,` : sql``;
  const items = await findMessages(
    actor,
    box,
    sql`WHERE ${isListed} ORDER BY ${unreadFirst} m.id DESC ${limit(paging)}`,
  );
  const counted = await queryOne<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM ${messageTables(actor)} WHERE ${isListed}`,
  );
  return { items, total: counted?.total ?? 0 };
}
