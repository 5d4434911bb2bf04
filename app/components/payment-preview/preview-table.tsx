import type { Output, payroll } from "~/gate.server";
import { dateTime } from "../formats";
import { Hidden } from "../form/hidden";
import { php, usd } from "../payroll/money";
import type { AgentPayout } from "../payouts/payout";
import { State } from "../ui/state";
import { PayoutCell } from "../payouts/payout-cell";
import { payouts } from "../payouts/texts";
import { statementAddress } from "../statements/statement";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { ShortText } from "../ui/short-text";
import { preview as texts } from "./texts";

type Amounts = Record<"opening" | "earned" | "others" | "balance" | "php" | "usd" | "carried", number>;
export type PreviewAccount = Output<typeof payroll.payPreview>["items"][number];

type Props = {
  periodId: number;
  rows: readonly PreviewAccount[];
  sums: Amounts;
  formId: string;
  /** The form that holds ticked accounts back. */
  form: string;
  /** The values that this form had ticked, if it was rejected. */
  ticked?: unknown;
  filtered: boolean;
};

/** All accounts with a balance, with its parts and what paying settles. */
export function PreviewTable({ periodId, rows, sums, formId, form, filtered, ticked }: Props) {
  const columns: Column<PreviewAccount>[] = [
    {
      ...{ key: "agent", label: texts.agent, head: true },
      cell: ({ agent, agentId }) => <a href={statementAddress(periodId, { agentId })}>{agent}</a>,
    },
    { key: "office", label: texts.office, cell: ({ officeName }) => <ShortText text={officeName} /> },
    { key: "state", label: texts.state, cell: (account) => <AccountState account={account} formId={formId} /> },
    { key: "opening", label: texts.opening, numeric: true, cell: ({ opening }) => php(opening) },
    { key: "earned", label: texts.earned, numeric: true, cell: ({ earned }) => php(earned) },
    { key: "others", label: texts.others, numeric: true, cell: ({ others }) => php(others) },
    { key: "balance", label: texts.balance, numeric: true, cell: ({ balance }) => php(balance) },
    { key: "php", label: texts.php, numeric: true, primary: true, cell: (account) => php(account.php) },
    { key: "carried", label: texts.left, numeric: true, cell: ({ carried }) => php(carried) },
    { key: "usd", label: texts.usd, numeric: true, cell: (account) => usd(account.usd) },
    {
      ...{ key: "payout", label: texts.payout, long: true },
      cell: ({ payout, newPayoutFrom }) => (
        <PayoutCell
          payout={payout}
          changed={changeOf(payout)}
          sharedWith={payout?.sharedWith ?? 0}
          newFrom={newPayoutFrom}
        />
      ),
    },
  ];
  const { opening, earned, others, balance, carried } = sums;
  const totals = {
    opening: php(opening),
    earned: php(earned),
    others: php(others),
    balance: php(balance),
    php: php(sums.php),
    carried: php(carried),
    usd: usd(sums.usd),
  };
  return (
    <Table
      caption={texts.caption}
      captionHidden
      columns={columns}
      rows={rows}
      addressed={({ agentId }) => agentId}
      select={{
        name: "agentIds",
        form,
        ticked,
        value: ({ agentId }) => agentId,
        label: ({ agent }) => texts.select(agent),
      }}
      totals={[{ label: "Overall Total", cells: totals }]}
      empty={filtered ? texts.notFound : texts.none}
    />
  );
}

const changeOf = (payout: AgentPayout | null): string | null =>
  payout?.change ? payouts.changedAgo(payout.change.days ?? 0, payout.change.by) : null;

/** Why an account is not paid, with the button that releases it. */
function AccountState({
  account: { hold, agentId, agent, php: due, usd: dollars },
  formId,
}: {
  account: PreviewAccount;
  formId: string;
}) {
  if (hold === null)
    return due === 0 && dollars === 0 ? <State>{texts.below}</State> : <State tone="good">{texts.due}</State>;
  return (
    <>
      <State tone="warn">{texts.held}</State> <span className="kept">{hold.reason}</span>{" "}
      <small className="note">{[dateTime(hold.at), hold.by].filter(Boolean).join(", ")}</small>{" "}
      <form className="inline" method="post">
        <Hidden
          fields={[
            ["agentIds", agentId],
            ["formId", `${formId}-${agentId}`],
          ]}
        />
        <button className="act" name="intent" value="release">
          {texts.release}
          <span className="unseen"> {agent}</span>
        </button>
      </form>
    </>
  );
}
