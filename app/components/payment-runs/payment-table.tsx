import { dateTime } from "../formats";
import { php, usd } from "../payroll/money";
import { State } from "../ui/state";
import { PayoutCell } from "../payouts/payout-cell";
import { payouts } from "../payouts/texts";
import { statementAddress } from "../statements/statement";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { ShortText } from "../ui/short-text";
import { type Payment, type Run, stateOf } from "./run";
import { tones } from "./run-state";
import { paymentRuns as texts } from "./texts";

type Sums = { php: number; usd: number };
type Props = {
  run: Run;
  rows: readonly Payment[];
  sums: Sums & { failed: Sums };
  printed: boolean;
  /** Whether the person sees where the payments go. */
  payouts: boolean;
  /** The form that marks ticked payments as failed. */
  form?: string;
  /** The values that this form had ticked, if it was rejected. */
  ticked?: unknown;
};

/** The payments of a run. The print version has a column for signatures. */
export function PaymentTable({ run, rows, sums, printed, payouts: shown, form, ticked }: Props) {
  const columns: (Column<Payment> | false)[] = [
    { key: "reference", label: texts.reference, head: true, nowrap: true, cell: ({ reference }) => reference },
    {
      key: "agent",
      label: texts.agent,
      cell: ({ agent, agentId }) => <a href={statementAddress(run.periodId, { agentId })}>{agent}</a>,
    },
    { key: "name", label: texts.name, cell: ({ fullName }) => <ShortText text={fullName} /> },
    { key: "office", label: texts.office, cell: ({ accounts }) => <Accounts accounts={accounts} /> },
    shown && {
      ...{ key: "payout", label: texts.payout, long: true },
      cell: ({ destination, sharedWith = 0 }) => (
        <PayoutCell payout={destination} changed={changeOf(destination)} sharedWith={sharedWith} />
      ),
    },
    { key: "php", label: texts.php, numeric: true, primary: true, cell: (payment) => php(payment.php) },
    { key: "usd", label: texts.usd, numeric: true, cell: (payment) => usd(payment.usd) },
    { key: "state", label: texts.state, cell: (payment) => <PaymentState run={run} payment={payment} /> },
    printed && { key: "signature", label: texts.signature, cell: () => <span className="signature" /> },
  ];
  return (
    <Table
      caption={texts.payments}
      captionHidden
      columns={columns.filter((column): column is Column<Payment> => column !== false)}
      rows={rows}
      addressed={({ agentId }) => agentId}
      select={
        form === undefined
          ? undefined
          : {
              ...{ name: "agentIds", form, ticked },
              value: ({ agentId }) => agentId,
              label: ({ reference }) => texts.select(reference),
            }
      }
      totals={[
        ...(sums.failed.php === 0 ? [] : [{ label: texts.failed, part: true, cells: cellsOf(sums.failed) }]),
        { label: "Overall Total", cells: cellsOf(sums) },
      ]}
      empty={run.payments === 0 ? texts.nothingPaid : texts.noPayments}
      printed={printed}
    />
  );
}

const cellsOf = (sums: Sums) => ({ php: php(sums.php), usd: usd(sums.usd) });

const changeOf = (payout: Payment["destination"]): string | null =>
  payout?.change ? payouts.changedBefore(payout.change.days, payout.change.by) : null;

/** The office, or each office with its part of the payment. */
function Accounts({ accounts }: { accounts: Payment["accounts"] }) {
  const [first, ...others] = accounts;
  if (!first || others.length === 0) return <ShortText text={first?.officeName ?? ""} />;
  return accounts.map(({ officeName, php: part }, index) => (
    <div key={index}>
      <ShortText text={officeName} /> {php(part)}
    </div>
  ));
}

function PaymentState({ run, payment: { failedAt, failedBy, failedReason } }: { run: Run; payment: Payment }) {
  if (failedAt === null) {
    const state = stateOf(run);
    return <State tone={tones[state]}>{state === "exported" ? texts.paid : texts.states[state]}</State>;
  }
  return (
    <>
      <State tone="bad">{texts.failed}</State> <span className="kept">{failedReason}</span>{" "}
      <small className="note">{[dateTime(failedAt), failedBy].filter(Boolean).join(", ")}</small>
    </>
  );
}
