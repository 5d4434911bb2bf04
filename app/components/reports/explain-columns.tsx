import { explain as texts } from "~/components/reports/explain-texts";
import { count, dateTime, dollars, pesos, signed } from "../formats";
import type { Column } from "../table/column";
import { ClickIdLink } from "../logs/click-id";
import { ShortText } from "../ui/short-text";
import { State, type Tone } from "../ui/state";
import type { ClickRow, EventRow, ExplainedRow as Row } from "./explain-rows";
import { PriceSource } from "./price-source";

export type Amount = "count" | "pesos" | "dollars" | "ratio";
type Can = {
  groupByOffice: boolean;
  groupByAgent: boolean;
  seeSites: boolean;
  seeEarning: boolean;
  seeLpp: boolean;
  replayPostbacks: boolean;
};

/** Formats an amount. A dollar amount without an exchange rate becomes a note. */
export function amountText(kind: Amount, amount: number | null): string {
  if (amount === null) return texts.noRate;
  if (kind === "pesos") return signed(pesos, amount);
  return kind === "dollars" ? signed(dollars, amount) : count(amount);
}

/** The time links to what became of the click. */
const timeColumn = <R extends Row>(clickOf: (row: R) => string): Column<R> => ({
  key: "time",
  label: "Date",
  nowrap: true,
  head: true,
  cell: (row) => <a href={`/app/links/doctor?link=${clickOf(row)}`}>{dateTime(row.time)}</a>,
});

const groupColumns = (can: Can): Column<Row>[] => [
  ...(can.groupByOffice
    ? [{ key: "officeName", label: "Office", cell: ({ officeName = "" }: Row) => <ShortText text={officeName} /> }]
    : []),
  ...(can.groupByAgent ? [{ key: "agent", label: "Agent", cell: ({ agentUsername }: Row) => agentUsername }] : []),
  { key: "sitename", label: "Site", cell: ({ sitename }) => <ShortText text={sitename} /> },
  { key: "typename", label: "Link", cell: ({ typename }) => <ShortText text={typename} /> },
  { key: "geo", label: "Geo", cell: ({ geo }) => geo },
];

export const clickColumns = (can: Can): Column<ClickRow>[] => [
  timeColumn(({ id }) => String(id)),
  ...groupColumns(can),
  { key: "unique", label: "Unique", cell: ({ unique }) => (unique ? "Yes" : "No") },
  { key: "id", label: "Click Id", cell: ({ id }) => <ClickIdLink id={String(id)} /> },
];

/** The column `Counts`, or `Amount` of a figure in money, is the row's contribution to the figure. Ratios have none. */
export function eventColumns(can: Can, kind: Amount): Column<EventRow>[] {
  const money = (key: "payout" | "payoutPhp", label: string): Column<EventRow> => ({
    ...{ key, label, numeric: true },
    cell: (row) => signed(pesos, row[key]),
  });
  return [
    timeColumn(({ clickId }) => clickId),
    { key: "day", label: "Booked on", nowrap: true, cell: ({ day }) => day },
    ...groupColumns(can),
    { key: "event", label: "Event", cell: (row) => <State tone={toneOf(row)}>{eventText(row)}</State> },
    ...(kind === "ratio" ? [] : [{ ...contribution(kind), cell: ({ part }: EventRow) => amountText(kind, part) }]),
    {
      key: "price",
      label: "Price",
      tone: () => "wraps",
      cell: (row) => <PriceSource row={row} linked={can.seeSites} />,
    },
    ...(can.seeLpp ? [{ key: "lpp", label: "LPP", numeric: true, cell: ({ lpp = 0 }: EventRow) => count(lpp) }] : []),
    ...(can.seeEarning
      ? [
          {
            key: "earning",
            label: "Earning",
            numeric: true,
            cell: ({ earning = 0 }: EventRow) => signed(dollars, earning),
          },
        ]
      : []),
    money("payout", "Payout"),
    money("payoutPhp", "Pay PHP"),
    { key: "clickId", label: "Click Id", screenOnly: true, cell: ({ clickId }) => <ClickIdLink id={clickId} /> },
    ...(can.replayPostbacks
      ? [{ key: "txid", label: texts.transaction, cell: ({ txid }: EventRow) => txid && <ShortText text={txid} /> }]
      : []),
    {
      key: "customerEmail",
      label: "Email",
      cell: ({ customerEmail }) => customerEmail && <ShortText text={customerEmail} />,
    },
  ];
}

const contribution = (kind: Amount) =>
  ({ key: "part", label: kind === "count" ? "Counts" : "Amount", numeric: true, pin: "edge" }) as const;

/** A sale earns, a bonus is extra, and what is taken back is bad. */
const toneOf = ({ event, sign }: EventRow): Tone => (sign < 0 ? "bad" : event === "sale" ? "good" : "accent");

const eventText = ({ event, sign, correction }: EventRow) =>
  [texts.events[event], correction ? texts.correction : sign < 0 && texts.reversal].filter(Boolean).join(", ");
