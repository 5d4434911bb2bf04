import type { messages as operations, Output } from "~/gate.server";
import { count, dateOnly } from "../formats";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { ShortText } from "../ui/short-text";
import { State, type Tone } from "../ui/state";
import { MESSAGES, messages as texts } from "./texts";

type List = Output<typeof operations.listScreen>;
export type Listed = List["items"][number];
type Named = Pick<Listed, "audience" | "names">;

/** The recipients in words: the first of them by name, and how many more there are. */
export function recipientsText({ audience = "all", names = [] }: Named): string {
  if (audience === "all") return texts.everybody;
  const ids = "companyIds" in audience ? audience.companyIds : audience.agentIds;
  const others = ids.length - names.length;
  return [...names, ...(others > 0 ? [`${others} more`] : [])].join(", ");
}

type Shown = Pick<Listed, "from" | "to" | "withdrawnAt">;

/** Whether a message that somebody sent is shown on a day. */
export function MessageState({ from, to, withdrawnAt, today }: Shown & { today: string }) {
  const [state, tone]: [keyof typeof texts.states, Tone?] = withdrawnAt
    ? ["withdrawn", "bad"]
    : from > today
      ? ["planned", "warn"]
      : to !== null && to < today
        ? ["ended"]
        : ["shown", "good"];
  return <State tone={tone}>{texts.states[state]}</State>;
}

const title: Column<Listed> = {
  key: "title",
  label: texts.title,
  head: true,
  cell: ({ id, title: text, readAt }) => (
    <a href={`${MESSAGES}/${id}`}>{readAt === null ? <b>{text}</b> : <ShortText text={text} max={80} />}</a>
  ),
};
const days: Column<Listed>[] = [
  { key: "from", label: texts.since, nowrap: true, cell: ({ from }) => from },
  { key: "to", label: texts.until, nowrap: true, cell: ({ to }) => to ?? texts.noEnd },
];
const received: Column<Listed>[] = [
  title,
  {
    key: "state",
    label: texts.state,
    primary: true,
    nowrap: true,
    cell: ({ readAt }) => (readAt ? texts.readOn(dateOnly(readAt)) : <State tone="accent">{texts.unread}</State>),
  },
  { key: "by", label: texts.by, nowrap: true, cell: ({ by }) => by },
  ...days,
];
const sent = (today: string): Column<Listed>[] => [
  title,
  { key: "state", label: texts.state, primary: true, cell: (message) => <MessageState {...message} today={today} /> },
  { key: "recipients", label: texts.recipients, long: true, cell: recipientsText },
  {
    key: "receipts",
    label: texts.receipts,
    nowrap: true,
    cell: ({ read = 0, sent: all = 0 }) => texts.readBy(count(read), count(all)),
  },
  { key: "by", label: texts.by, nowrap: true, cell: ({ by }) => by },
  ...days,
];

/** Messages that the account received, or those that it sent. */
export const MessageTable = ({ list, today }: { list: Pick<List, "items" | "box">; today: string }) => (
  <Table
    caption={texts.heading}
    captionHidden
    columns={list.box === "received" ? received : sent(today)}
    rows={list.items}
    empty={texts.none}
  />
);
