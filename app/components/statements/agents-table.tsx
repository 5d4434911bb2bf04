import { statements as texts } from "~/components/statements/texts";
import { pesos, signed } from "../formats";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { type AgentAccount, type Amounts, statementAddress } from "./statement";

type Props = { periodId: number; agents: readonly AgentAccount[]; total: Amounts; printed: boolean };

const amount = (key: "opening" | "events" | "others" | "payments" | "total", label: string): Column<AgentAccount> => ({
  ...{ key, label, numeric: true, primary: key === "total" },
  cell: ({ [key]: { php } }) => signed(pesos, php),
});

/** The balance of each agent of an office and its parts, in pesos. */
export function AgentsTable({ periodId, agents, total, printed }: Props) {
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
            <a href={statementAddress(periodId, gone ? { agentId } : { agent })}>{agent}</a>
          ),
        },
        { key: "fullName", label: texts.name, cell: ({ fullName }) => fullName },
        amount("opening", texts.opening),
        amount("events", texts.sums.events),
        amount("others", texts.others),
        amount("payments", texts.payments),
        amount("total", texts.total),
      ]}
      rows={agents}
      totals={[{ label: texts.total, cells: { total: signed(pesos, total.php) } }]}
      printed={printed}
      empty=""
    />
  );
}
