import type { Abilities, claims as operations, Output } from "~/gate.server";
import { dateTime } from "../formats";
import { logAddress } from "../links/event-records";
import { Sold } from "../links/traces";
import { statementAddress } from "../statements/statement";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { EmptyText } from "../ui/empty-text";
import { Facts } from "../ui/facts";
import { ClaimState } from "./claim-table";
import { claims as texts } from "./texts";

export type Claim = Output<typeof operations.read>;
type Act = Claim["acts"][number];
type Can = Pick<Abilities, "chooseAgent" | "seeSites" | "replayPostbacks" | "managePayroll">;

const DOCTOR = "/app/links/doctor";

/** The claimed sale, the answer, the evidence and the history of a claim. */
export function ClaimView({ claim, can }: { claim: Claim; can: Can }) {
  const { evidence, acts } = claim;
  return (
    <>
      <section className="card">
        <Facts
          facts={[
            [texts.answer, claim.answer, "wide"],
            [texts.site, claim.sitename],
            [texts.date, claim.date],
            [texts.txid, claim.txid],
            [texts.email, claim.customerEmail],
            [texts.agent, claim.agent],
            [texts.office, claim.officeName],
            [texts.due, claim.open ? claim.dueDate : null],
            [texts.booking, claim.booking && <Booking key="booking" claim={claim} />],
            [texts.note, <Kept key="note" text={claim.note} />, "wide"],
            [texts.furtherNote, claim.furtherNote && <Kept key="further" text={claim.furtherNote} />, "wide"],
          ]}
        />
      </section>
      <section className="stack" aria-labelledby="evidence">
        <h2 id="evidence">{texts.evidence}</h2>
        <Sold {...evidence} can={can} doctor={DOCTOR} />
      </section>
      <Table
        caption={texts.history}
        columns={actColumns}
        rows={acts}
        empty={<EmptyText brief text={texts.undecided} />}
      />
    </>
  );
}

const Kept = ({ text }: { text: string }) => <span className="kept">{text}</span>;

const isState = (state: string): state is keyof typeof texts.states => Object.hasOwn(texts.states, state);
const actColumns: Column<Act>[] = [
  { key: "at", label: texts.when, head: true, nowrap: true, cell: ({ at }) => dateTime(at) },
  {
    key: "state",
    label: texts.state,
    primary: true,
    cell: ({ state }) => (isState(state) ? <ClaimState state={state} overdue={false} /> : state),
  },
  { key: "by", label: texts.by, nowrap: true, cell: ({ by }) => by },
  { key: "reason", label: texts.reason, long: true, cell: ({ reason }) => reason && <Kept text={reason} /> },
];

/** The booking that ended a claim; a ledger line leads to its statement. */
function Booking({ claim: { booking, linePeriodId, agentId } }: { claim: Claim }) {
  if (!booking) return null;
  const text = texts.bookings[booking.kind](booking.id);
  if (linePeriodId === null) return text;
  return <a href={statementAddress(linePeriodId, agentId === null ? {} : { agentId })}>{text}</a>;
}

type LinksProps = { claim: Claim; can: Can; /** The half-month that is open today. */ periodId: number };

/** The screens on which the sale of a claim is looked up or booked. */
export function ClaimLinks({ claim, can, periodId }: LinksProps) {
  const { id, txid, customerEmail, evidence, agentId, mayDecide } = claim;
  const subject = txid ?? customerEmail;
  const held = evidence.postbacks.find(({ verdict, clickId }) => verdict === "held" && clickId !== null);
  const mayBook = mayDecide.includes("booked");
  const line = new URLSearchParams({ ...(agentId === null ? {} : { agentId: String(agentId) }), claim: String(id) });
  return (
    <>
      {subject && <a href={`${DOCTOR}?${new URLSearchParams({ link: subject }).toString()}`}>{texts.doctor}</a>}
      {mayBook && can.replayPostbacks && held?.clickId && (
        <a href={`${logAddress("postbacks", held.clickId, held.receivedAt)}&claim=${id}`}>{texts.replay}</a>
      )}
      {mayBook && can.managePayroll && (
        <a href={`/app/stats/pay-periods/${periodId}?${line.toString()}#new-line`}>{texts.adjust}</a>
      )}
    </>
  );
}
