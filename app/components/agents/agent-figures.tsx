import type { Output, reports } from "~/gate.server";
import { count, pesos, signed } from "../formats";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { Growth } from "../ui/growth";
import { agents as texts } from "~/texts";

type Sums = { raws: number; uniques: number; sales: number; bonusSales: number; php: number };
type Period = Output<typeof reports.agentFigures>["periods"][number];

const sum = (key: keyof Sums, label: string, shown: (value: number) => string, amount = false): Column<Period> => ({
  ...{ key, label, amount, numeric: true },
  cell: (period) => {
    const change = period.progress[key] ?? 0;
    return (
      <>
        {shown(period[key])}
        {change !== 0 && (
          <small className="note">
            <Growth value={change} />
          </small>
        )}
      </>
    );
  },
});

const reportAddress = (username: string, { start, end }: Period): string =>
  `/app/stats/sites?${new URLSearchParams({ groupBy: "date", agentId: username, start, end })}`;

const columns = (username: string): Column<Period>[] => [
  {
    ...{ key: "name", label: "Period", head: true },
    cell: (period) => <a href={reportAddress(username, period)}>{texts.periods[period.name]}</a>,
  },
  sum("sales", "Sales", count),
  sum("bonusSales", "Bonuses", count),
  sum("php", "Pesos", (value) => signed(pesos, value), true),
  sum("uniques", "Uniques", count),
  sum("raws", "Raws", count),
];

/** An agent's figures by period, each with its change and a link to the report behind it. */
export function AgentFigures({ username, periods }: { username: string; periods: readonly Period[] }) {
  return (
    <>
      <Table caption={texts.tabs.figures} captionHidden columns={columns(username)} rows={periods} empty="" />
      <p className="note">{texts.compared}</p>
    </>
  );
}
