import { saleLogs as texts } from "~/components/logs/texts";
import type { Abilities, logs, Output } from "~/gate.server";
import { dateTime, dollars, pesos } from "../formats";
import { allActs } from "../table/acts";
import { RowActs } from "../table/row-acts";
import { ShortLink } from "../table/short-link";
import { Dated } from "../ui/line-breaks";
import { Moment } from "../ui/moment";
import { ShortText } from "../ui/short-text";
import { saleActs } from "./acts";
import { EventState } from "./event-state";
import type { Cells } from "./log-columns";
import { SaleOrigin } from "./sale-origin";
import { subsCell } from "./sub-ids";

type Sale = Output<typeof logs.saleScreen>["items"][number];
type Can = Pick<Abilities, "resolveFlags">;

const REFERER = 30;
const DAY_LENGTH = "2026-01-31".length;

const back = ({ reversal }: Sale) => (reversal ? "bad" : undefined);

/** `action` is the path that row actions post to. */
export const saleCells = (rows: readonly Sale[], can: Can, action: string): Cells<Sale> => ({
  date: { head: true, nowrap: true, cell: (sale) => <When {...sale} /> },
  customerEmail: {
    long: true,
    tone: () => "cut",
    cell: ({ customerEmail }) => customerEmail && <span title={customerEmail}>{customerEmail}</span>,
  },
  officeName: { cell: ({ officeName = "" }) => <ShortText text={officeName} /> },
  agent: { nowrap: true, cell: ({ agent }) => agent },
  sitename: { cell: ({ sitename }) => <ShortText text={sitename} /> },
  typename: { cell: ({ typename }) => <ShortText text={typename} /> },
  earning: { numeric: true, nowrap: true, tone: back, cell: ({ earning = 0 }) => dollars(earning) },
  payout: { numeric: true, nowrap: true, amount: true, tone: back, cell: ({ payout = 0 }) => pesos(payout) },
  clickId: { cell: (sale) => <SaleOrigin {...sale} /> },
  eventType: { primary: true, cell: (sale) => <RecordType sale={sale} can={can} action={action} /> },
  geo: { cell: ({ geo }) => geo },
  referer: {
    long: true,
    screenOnly: true,
    cell: ({ referer }) => referer && <ShortLink url={referer} max={REFERER} />,
  },
  ...subsCell(rows),
});

/** The time of the event, and the time it was received if the site reported it later; its day only if it is another one. */
function When({ date, receivedAt }: Sale) {
  const [occurredAt, reportedAt] = [dateTime(date), dateTime(receivedAt)];
  const sameDay = occurredAt.slice(0, DAY_LENGTH) === reportedAt.slice(0, DAY_LENGTH);
  return (
    <>
      <Moment text={occurredAt} />
      {reportedAt !== occurredAt && (
        <small className="note">
          {" "}
          <Dated text={texts.received(sameDay ? reportedAt.slice(DAY_LENGTH + 1) : reportedAt)} />
        </small>
      )}
    </>
  );
}

type TypeProps = { sale: Sale; can: Can; action: string };

/** Record type, reversal note, and stolen-card note with its resolution. */
function RecordType({ sale, can, action }: TypeProps) {
  const { id, pixel, stolenCard, resolvedAt, sitename, date } = sale;
  return (
    <>
      <EventState {...sale} />
      {pixel && <small className="note"> {texts.byPixel}</small>}
      {stolenCard && <small className="note"> {resolvedAt ? texts.settled : texts.stolenCard}</small>}
      {stolenCard && !resolvedAt && can.resolveFlags && (
        <RowActs action={action} id={id} of={`${sitename} ${dateTime(date)}`} acts={allActs(saleActs)} />
      )}
    </>
  );
}
