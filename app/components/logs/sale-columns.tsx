import { saleLogs as texts } from "~/components/logs/texts";
import { dateTime, dollars, eventLabel, pesos } from "../formats";
import type { Column } from "../table/column";
import { RowActs } from "../table/row-acts";
import { ShortLink } from "../table/short-link";
import { ShortText } from "../ui/short-text";
import { SaleOrigin } from "./sale-origin";

type Sale = {
  id: number;
  date: string;
  receivedAt: string;
  customerEmail: string | null;
  officeName?: string;
  agent?: string;
  sitename: string;
  typename: string;
  earning?: number;
  payout?: number;
  clickId: string;
  txid: string | null;
  amount?: string | null;
  currency?: string | null;
  eventType: number;
  geo: string;
  referer?: string | null;
  reversal: boolean;
  stolenCard: boolean;
  resolvedAt?: string | null;
};

type Can = { chooseOffice: boolean; chooseAgent: boolean; seeReferer: boolean; resolveFlags: boolean };

const REFERER = 30;

/**
 * The columns that the account may see. Amounts appear only if the server marks earnings as visible. `action` is the
 * path that row actions post to.
 */
export const saleColumns = (can: Can, earningVisible: boolean, action: string): Column<Sale>[] => {
  const back = ({ reversal }: Sale) => (reversal ? "bad" : undefined);
  const columns: (Column<Sale> | false)[] = [
    { key: "date", label: "Date", sort: true, primary: true, nowrap: true, cell: (sale) => <When {...sale} /> },
    {
      key: "customerEmail",
      label: texts.email,
      sort: true,
      cell: ({ customerEmail }) => customerEmail && <ShortText text={customerEmail} />,
    },
    can.chooseOffice && {
      key: "officeName",
      label: "Office",
      sort: true,
      cell: ({ officeName = "" }) => <ShortText text={officeName} />,
    },
    can.chooseAgent && { key: "agent", label: "Agent", sort: true, nowrap: true, cell: ({ agent }) => agent },
    { key: "sitename", label: "Site", sort: true, head: true, cell: ({ sitename }) => <ShortText text={sitename} /> },
    { key: "typename", label: "Link", sort: true, cell: ({ typename }) => <ShortText text={typename} /> },
    earningVisible && {
      ...{ key: "earning", label: "Earning", sort: true, numeric: true, nowrap: true, tone: back },
      cell: ({ earning = 0 }) => dollars(earning),
    },
    earningVisible && {
      ...{ key: "payout", label: "Payout", sort: true, numeric: true, nowrap: true, tone: back },
      cell: ({ payout = 0 }) => pesos(payout),
    },
    { key: "clickId", label: "Click Id", sort: true, cell: (sale) => <SaleOrigin {...sale} /> },
    {
      key: "eventType",
      label: texts.recordType,
      sort: true,
      primary: true,
      cell: (sale) => <RecordType sale={sale} can={can} action={action} />,
    },
    { key: "geo", label: texts.geo, sort: true, cell: ({ geo }) => geo },
    can.seeReferer && {
      key: "referer",
      label: "Referer",
      sort: true,
      cell: ({ referer }) => referer && <ShortLink url={referer} max={REFERER} />,
    },
  ];
  return columns.filter((column) => column !== false);
};

/** The time of the event, and the time it was received if the site reported it later. */
function When({ date, receivedAt }: Sale) {
  const [occurredAt, reportedAt] = [dateTime(date), dateTime(receivedAt)];
  return (
    <>
      {occurredAt}
      {reportedAt !== occurredAt && <small className="note"> {texts.received(reportedAt)}</small>}
    </>
  );
}

type TypeProps = { sale: Sale; can: Can; action: string };

/** Record type, reversal note, and stolen-card note with its resolution. */
function RecordType({ sale, can, action }: TypeProps) {
  const { id, eventType, reversal, stolenCard, resolvedAt, sitename, date } = sale;
  const act = { intent: "resolve", label: texts.resolve, ask: texts.asks.resolve.one };
  return (
    <>
      {eventLabel(eventType)}
      {reversal && <b> {texts.reversal}</b>}
      {stolenCard && <small className="note"> {resolvedAt ? texts.settled : texts.stolenCard}</small>}
      {stolenCard && !resolvedAt && can.resolveFlags && (
        <RowActs action={action} id={id} of={`${sitename} ${dateTime(date)}`} acts={[act]} />
      )}
    </>
  );
}
