import { dateTime } from "../formats";
import { Hidden } from "../form/hidden";
import { php, usd } from "../payroll/money";
import type { AgentPayout } from "../payouts/payout";
import { PayoutCell } from "../payouts/payout-cell";
import { payouts } from "../payouts/texts";
import { statementAddress } from "../statements/statement";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { ShortText } from "../ui/short-text";
import { preview as texts } from "./texts";

type Amounts = { opening: number; earned: number; others: number; php: number; usd: number };
export type PreviewAccount = Amounts & {
  agentId: number;
  agent: string;
  officeName: string;
  hold: { reason: string; at: string; by: string | null } | null;
  payout: AgentPayout | null;
};

type Props = {
  periodId: number;
  rows: readonly PreviewAccount[];
  sums: Amounts;
  formId: string;
  /** The form that holds ticked accounts back. */
  form: string;
  filtered: boolean;
};

/** All accounts with a balance, with its parts and what paying settles. */
export function PreviewTable({ periodId, rows, sums, formId, form, filtered }: Props) {
  const columns: Column<PreviewAccount>[] = [
    {
      ...{ key: "agent", label: texts.agent, head: true },
      cell: ({ agent, agentId }) => <a href={statementAddress(periodId, { agentId })}>{agent}</a>,
    },
    { key: "office", label: texts.office, cell: ({ officeName }) => <ShortText text={officeName} /> },
    { key: "opening", label: texts.opening, numeric: true, cell: ({ opening }) => php(opening) },
    { key: "earned", label: texts.earned, numeric: true, cell: ({ earned }) => php(earned) },
    { key: "others", label: texts.others, numeric: true, cell: ({ others }) => php(others) },
    { key: "php", label: texts.php, numeric: true, primary: true, cell: (account) => php(account.php) },
    { key: "usd", label: texts.usd, numeric: true, cell: (account) => usd(account.usd) },
    {
      ...{ key: "payout", label: texts.payout },
      cell: ({ payout }) => <PayoutCell payout={payout} changed={changeOf(payout)} />,
    },
    { key: "state", label: texts.state, cell: (account) => <State account={account} formId={formId} /> },
  ];
  const { opening, earned, others } = sums;
  const totals = {
    opening: php(opening),
    earned: php(earned),
    others: php(others),
    php: php(sums.php),
    usd: usd(sums.usd),
  };
  return (
    <Table
      caption={texts.caption}
      captionHidden
      columns={columns}
      rows={rows}
      select={{ name: "agentIds", form, value: ({ agentId }) => agentId, label: ({ agent }) => texts.select(agent) }}
      totals={[{ label: "Overall Total", cells: totals }]}
      empty={filtered ? texts.notFound : texts.none}
    />
  );
}

const changeOf = (payout: AgentPayout | null): string | null =>
  payout?.change ? payouts.changedAgo(payout.change.days ?? 0, payout.change.by) : null;

/** Why an account is not paid, with the button that releases it. */
function State({
  account: { hold, agentId, agent, php: due, usd: dollars },
  formId,
}: {
  account: PreviewAccount;
  formId: string;
}) {
  if (hold === null) return due === 0 && dollars === 0 ? texts.below : texts.due;
  return (
    <>
      {texts.held}: <span className="kept">{hold.reason}</span>{" "}
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
