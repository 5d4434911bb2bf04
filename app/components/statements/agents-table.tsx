import { statements as texts } from "~/components/statements/texts";
import { pesos, signed } from "../formats";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import type { Amounts } from "./settlement";
import { type AgentAccount, statementAddress } from "./statement";
import { StatementState } from "./statement-state";

type Props = {
  period: { id: number; state: "open" | "closed" | "paid" };
  agents: readonly AgentAccount[];
  total: Amounts;
  printed: boolean;
};

const amount = (key: "opening" | "events" | "others" | "payments" | "total", label: string): Column<AgentAccount> => ({
  ...{ key, label, numeric: true, primary: key === "total" },
  cell: ({ [key]: { php } }) => signed(pesos, php),
});

/** The balance of each agent of an office, its parts, and what was paid of it, in pesos. */
export function AgentsTable({ period, agents, total, printed }: Props) {
  const sumOf = (php: (account: AgentAccount) => number) =>
    // In centavos: sums of decimal fractions are not exact.
    signed(pesos, agents.reduce((sum, account) => sum + Math.round(100 * php(account)), 0) / 100);
  const parts = ["opening", "events", "others", "payments"] as const;
  return (
    <Table
      kind={printed ? "report" : "list"}
      caption={texts.byAgent}
      columns={[
        {
          key: "agent",
          label: texts.agent,
          head: true,
          cell: ({ agent, agentId, gone }) => (
            <a href={statementAddress(period.id, gone ? { agentId } : { agent })}>{agent}</a>
          ),
        },
        { key: "fullName", label: texts.name, cell: ({ fullName }) => fullName },
        amount("opening", texts.opening),
        amount("events", texts.sums.events),
        amount("others", texts.others),
        amount("payments", texts.payments),
        amount("total", texts.total),
        {
          ...{ key: "paid", label: texts.paidNow, numeric: true },
          cell: ({ settlement }) => signed(pesos, settlement.paid.php),
        },
        {
          ...{ key: "state", label: texts.state },
          cell: ({ settlement }) => <StatementState period={period.state} settlement={settlement} />,
        },
      ]}
      rows={agents}
      totals={[
        {
          label: texts.total,
          cells: {
            ...Object.fromEntries(parts.map((key) => [key, sumOf((account) => account[key].php)])),
            total: signed(pesos, total.php),
            paid: sumOf(({ settlement }) => settlement.paid.php),
          },
        },
      ]}
      printed={printed}
      empty=""
    />
  );
}
