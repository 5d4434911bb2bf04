import { explain as texts } from "~/components/reports/explain-texts";
import { count, dateTime, dollars, pesos, signed } from "../formats";
import type { Column } from "../table/column";
import { ShortText } from "../ui/short-text";

type Row = {
  id: string | number;
  time: string;
  siteId: number;
  sitename: string;
  typeId: number;
  typename: string;
  officeName?: string;
  agentUsername?: string;
  geo: string;
};
export type ClickRow = Row & { unique: boolean };
export type EventRow = Row & {
  day: string;
  event: "sale" | "bonus";
  sign: number;
  correction: boolean;
  clickId: string;
  priceSource: keyof typeof texts.sources;
  priceId: number | null;
  priceSince: string | null;
  tier: number | null;
  tierSales: number | null;
  lpp?: number;
  earning?: number;
  payout: number;
  payoutPhp: number;
  part: number | null;
};
export type Amount = "count" | "pesos" | "dollars" | "ratio";
type Can = { groupByOffice: boolean; groupByAgent: boolean; seeSites: boolean; seeEarning: boolean; seeLpp: boolean };

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
  primary: true,
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
  { key: "id", label: "Click Id", cell: ({ id }) => <code>{id}</code> },
];

/** The column `Counts` is the row's contribution to the figure. Ratios have none. */
export function eventColumns(can: Can, kind: Amount): Column<EventRow>[] {
  const money = (key: "payout" | "payoutPhp", label: string): Column<EventRow> => ({
    ...{ key, label, numeric: true },
    cell: (row) => signed(pesos, row[key]),
  });
  return [
    timeColumn(({ clickId }) => clickId),
    { key: "day", label: "Booked on", nowrap: true, cell: ({ day }) => day },
    ...groupColumns(can),
    { key: "event", label: "Event", tone: ({ sign }) => (sign < 0 ? "bad" : undefined), cell: eventText },
    ...(kind === "ratio"
      ? []
      : [{ key: "part", label: "Counts", numeric: true, cell: ({ part }: EventRow) => amountText(kind, part) }]),
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
    money("payoutPhp", "Paid PHP"),
    { key: "price", label: "Price", cell: (row) => <PriceSource row={row} linked={can.seeSites} /> },
  ];
}

const eventText = ({ event, sign, correction }: EventRow) =>
  [texts.events[event], correction ? texts.correction : sign < 0 && texts.reversal].filter(Boolean).join(", ");

/** The source and version of the price. The version links to its time line for those who may see it. */
function PriceSource({ row, linked }: { row: EventRow; linked: boolean }) {
  const { siteId, typeId, priceId, priceSince, tier, tierSales } = row;
  const version = priceId !== null && priceSince !== null && texts.version(priceId, dateTime(priceSince));
  return (
    <>
      {texts.sources[row.priceSource]}
      {version && ", "}
      {version && (linked ? <a href={`/app/sites/${siteId}/types/${typeId}/prices`}>{version}</a> : version)}
      {tier !== null && ` · ${texts.tier(tier, tierSales ?? 0)}`}
    </>
  );
}
