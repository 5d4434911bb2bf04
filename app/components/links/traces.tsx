import { doctor as texts } from "~/texts";
import { dateTime, dollars, eventLabel, pesos } from "../formats";
import type { Column } from "../table/column";
import { ShortText } from "../ui/short-text";
import { Table } from "../table/table";

type Click = {
  id: string;
  clickTime: string;
  class: string;
  reason: string | null;
  geo: string;
  fromIp?: string | null;
};
type Event = {
  id: number;
  date: string;
  eventType: number;
  reversal: boolean;
  reason: string | null;
  geo: string;
  clickId: string;
  payout?: number;
  earning?: number;
};
type Postback = { id: number; receivedAt: string; fate: string; event: string | null; clickId: string | null };
type Props = {
  clicks: readonly Click[];
  events: readonly Event[];
  postbacks: readonly Postback[];
};

/** Links a click ID to the diagnosis of that click. */
const clickLink = (id: string) => (
  <a href={`/app/links/links-translate?link=${id}`}>
    <code>{id}</code>
  </a>
);
const withReason = (text: string, reason?: string | null) => (reason ? `${text}: ${reason}` : text);
const time = (text: string) => <time dateTime={text}>{dateTime(text)}</time>;

const clickColumns = (withIp: boolean): Column<Click>[] => [
  { key: "clickTime", label: "Click time", head: true, nowrap: true, cell: ({ clickTime }) => time(clickTime) },
  {
    key: "class",
    label: "Class",
    primary: true,
    cell: ({ class: clickClass, reason }) => <ShortText text={withReason(clickClass, reason)} max={120} />,
  },
  { key: "geo", label: "Country", cell: ({ geo }) => geo },
  ...(withIp ? [{ key: "fromIp", label: "IP from", cell: ({ fromIp }: Click) => fromIp }] : []),
  { key: "id", label: "Click id", cell: ({ id }) => clickLink(id) },
];

const eventColumns = (withMoney: boolean): Column<Event>[] => [
  { key: "date", label: "Date", head: true, nowrap: true, cell: ({ date }) => time(date) },
  {
    key: "eventType",
    label: "Event",
    primary: true,
    cell: ({ eventType, reversal, reason }) => (
      <ShortText
        text={withReason(eventLabel(eventType) + (reversal ? " (Reversal)" : ""), reason?.replaceAll("_", " "))}
        max={120}
      />
    ),
  },
  { key: "geo", label: "Country", cell: ({ geo }) => geo },
  ...(withMoney
    ? [
        { key: "payout", label: "Payout", numeric: true, cell: ({ payout = 0 }: Event) => pesos(payout) },
        { key: "earning", label: "Earning", numeric: true, cell: ({ earning = 0 }: Event) => dollars(earning) },
      ]
    : []),
  { key: "clickId", label: "Click id", cell: ({ clickId }) => clickLink(clickId) },
];

const postbackColumns: Column<Postback>[] = [
  { key: "receivedAt", label: "Received", head: true, nowrap: true, cell: ({ receivedAt }) => time(receivedAt) },
  { key: "event", label: "Event", primary: true, cell: ({ event }) => event ?? "" },
  { key: "fate", label: "Result", cell: ({ fate }) => fate },
  { key: "clickId", label: "Click id", cell: ({ clickId }) => clickId && clickLink(clickId) },
];

/** The most recent clicks, events and postbacks of a link, click or customer. */
export function Traces({ clicks, events, postbacks }: Props) {
  const withIp = clicks.some(({ fromIp }) => fromIp !== undefined);
  const withMoney = events.some(({ payout }) => payout !== undefined);
  return (
    <>
      <Table
        caption={texts.clicks}
        columns={clickColumns(withIp)}
        rows={clicks}
        rowKey={({ id }) => id}
        empty={texts.noClicks}
      />
      <Table
        caption={texts.events}
        columns={eventColumns(withMoney)}
        rows={events}
        rowKey={({ id }) => id}
        empty={texts.noEvents}
      />
      <Table
        caption={texts.postbacks}
        columns={postbackColumns}
        rows={postbacks}
        rowKey={({ id }) => id}
        empty={texts.noPostbacks}
      />
    </>
  );
}
