import type { Output, payroll } from "~/gate.server";
import { dateTime, pesos } from "../formats";
import { Dated } from "../ui/line-breaks";
import { Moment } from "../ui/moment";
import { ShortText } from "../ui/short-text";
import { State, type Tone } from "../ui/state";
import { EventState } from "./event-state";
import type { Cells } from "./log-columns";
import { subsCell } from "./sub-ids";
import { agentSales as texts } from "./texts";

type Sale = Output<typeof payroll.agentSalesScreen>["items"][number];

const tones: Partial<Record<Sale["state"], Tone>> = {
  ...{ counted: "accent", waiting: "warn", pending: "warn" },
  ...{ reversed: "bad", held: "bad", paid: "good" },
};

/** The time leads to everything that is known of the sale: its click, postbacks, price and payment. */
export const agentSaleCells = (rows: readonly Sale[]): Cells<Sale> => ({
  date: {
    head: true,
    nowrap: true,
    cell: ({ date, clickId }) =>
      clickId === null ? (
        dateTime(date)
      ) : (
        <a href={`/app/links/doctor?link=${clickId}`}>
          <Moment text={dateTime(date)} />
        </a>
      ),
  },
  sitename: { cell: ({ sitename }) => <ShortText text={sitename} /> },
  typename: { cell: ({ typename }) => <ShortText text={typename} /> },
  officeName: { cell: ({ officeName = "" }) => <ShortText text={officeName} /> },
  agent: { nowrap: true, cell: ({ agent }) => agent },
  customerEmail: {
    long: true,
    tone: () => "cut",
    cell: ({ customerEmail }) => customerEmail && <span title={customerEmail}>{customerEmail}</span>,
  },
  ...subsCell(rows),
  eventType: { cell: ({ eventType }) => <EventState eventType={eventType} /> },
  payout: {
    numeric: true,
    nowrap: true,
    amount: true,
    cell: ({ payout }) => payout !== null && pesos(payout),
  },
  state: { primary: true, cell: (sale) => <SaleState {...sale} /> },
  payDate: { nowrap: true, cell: (sale) => <PayDate {...sale} /> },
});

function SaleState({ state, reason }: Sale) {
  return (
    <>
      <State tone={tones[state]}>{texts.states[state]}</State>
      {reason && state !== "waiting" && (
        <small className="note">
          {" "}
          <Dated text={reason} />
        </small>
      )}
    </>
  );
}

/** The day of the payment and its reference, or the day on which it is due. */
function PayDate({ state, payDate, reference }: Sale) {
  if (payDate === null) return null;
  const note = state === "paid" ? reference : texts.due;
  return (
    <>
      {payDate}
      {note && <small className="note"> {note}</small>}
    </>
  );
}
