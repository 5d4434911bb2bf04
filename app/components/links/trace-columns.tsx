import { doctor as texts } from "~/texts";
import { dateTime, dollars, pesos, shorten, signed } from "../formats";
import { EventState } from "../logs/event-state";
import { IpText } from "../logs/ip-text";
import type { Column } from "../table/column";
import { ClickClass } from "./click-class";
import { ShortText } from "../ui/short-text";
import { inLog, Pays, paymentText, PriceSource, Records } from "./event-records";
import type { Click, Event, Named, Postback, TraceView } from "./trace-rows";

const SHOWN = 9;

/** Links a click ID, shortened by default, to the diagnosis of that click. */
const clickLink = (id: string, doctor = "", text = shorten(id, SHOWN)) => (
  <a href={`${doctor}?link=${id}`} title={id}>
    <code>{text}</code>
  </a>
);

const nameColumns = <Row extends Named>({ chooseAgent }: TraceView): Column<Row>[] => [
  {
    key: "link",
    label: texts.link,
    cell: ({ sitename, typename }) => <ShortText text={[sitename, typename].filter(Boolean).join(": ")} />,
  },
  ...(chooseAgent ? [{ key: "agent", label: "Agent", cell: ({ username }: Row) => username }] : []),
];

export const clickColumns = (withIp: boolean): Column<Click>[] => [
  {
    ...{ key: "clickTime", label: "Click time", head: true, nowrap: true },
    cell: ({ id, clickTime }) => inLog("click-outs", id, clickTime),
  },
  { key: "class", label: "Class", primary: true, cell: ClickClass },
  { key: "geo", label: "Country", cell: ({ geo }) => geo },
  ...(withIp
    ? [{ key: "fromIp", label: "IP from", cell: ({ fromIp }: Click) => fromIp && <IpText ip={fromIp} /> }]
    : []),
  {
    key: "subs",
    label: "Sub ids",
    cell: ({ subs }) =>
      subs && (
        <ShortText
          text={Object.entries(subs)
            .map(([name, value]) => `${name} ${value}`)
            .join(", ")}
          max={120}
        />
      ),
  },
  { key: "id", label: "Click id", cell: ({ id }) => clickLink(id, "", id) },
];

export const eventColumns = (can: TraceView, withMoney: boolean): Column<Event>[] => [
  {
    ...{ key: "date", label: "Date", head: true, nowrap: true },
    cell: ({ clickId, date }) => inLog("sale-logs", clickId, date),
  },
  {
    key: "eventType",
    label: "Event",
    primary: true,
    cell: ({ eventType, reversal, reason, stolenCard, pixel }) => (
      <>
        <EventState {...{ eventType, reversal }} />
        {reason && (
          <>
            {" "}
            <ShortText text={reason.replaceAll("_", " ")} max={120} />
          </>
        )}
        {stolenCard && <small className="note"> {texts.stolenCard}</small>}
        {pixel && <small className="note"> {texts.byPixel}</small>}
      </>
    ),
  },
  ...nameColumns<Event>(can),
  { key: "geo", label: "Country", cell: ({ geo }) => geo },
  { key: "pays", label: texts.paysPesos, numeric: true, cell: (event) => <Pays {...event} /> },
  { key: "payment", label: texts.payment, cell: (event) => paymentText(event) },
  ...(withMoney
    ? [
        {
          key: "payout",
          label: "Payout",
          numeric: true,
          nowrap: true,
          cell: ({ payout = 0 }: Event) => signed(pesos, payout),
        },
        {
          key: "earning",
          label: "Earning",
          numeric: true,
          nowrap: true,
          cell: ({ earning = 0 }: Event) => signed(dollars, earning),
        },
      ]
    : []),
  { key: "price", label: "Price", cell: (event) => <PriceSource event={event} linked={can.seeSites} /> },
  { key: "txid", label: "Transaction", cell: ({ txid }) => txid && <ShortText text={txid} /> },
  { key: "origin", label: texts.records, cell: (event) => <Records event={event} can={can} /> },
  { key: "clickId", label: "Click id", cell: ({ clickId }) => clickLink(clickId, can.doctor) },
];

export const postbackColumns = (can: TraceView): Column<Postback>[] => [
  {
    ...{ key: "receivedAt", label: "Received", head: true, nowrap: true },
    cell: ({ clickId, receivedAt }) => (clickId ? inLog("postbacks", clickId, receivedAt) : dateTime(receivedAt)),
  },
  { key: "event", label: "Event", primary: true, cell: ({ event }) => event ?? "" },
  { key: "fate", label: "Result", cell: ({ fate }) => fate },
  ...nameColumns<Postback>(can),
  { key: "txid", label: "Transaction", cell: ({ txid }) => txid && <ShortText text={txid} /> },
  { key: "clickId", label: "Click id", cell: ({ clickId }) => clickId && clickLink(clickId, can.doctor) },
];
