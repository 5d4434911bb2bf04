import { count, pesos, signed } from "../formats";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { Growth } from "../ui/growth";
import { agents as texts } from "~/texts";

type Sums = { raws: number; uniques: number; sales: number; bonusSales: number; php: number };
type Period = Sums & {
  name: keyof typeof texts.periods;
  start: string;
  end: string;
  progress: Sums;
};

const sum = (key: keyof Sums, label: string, shown: (value: number) => string): Column<Period> => ({
  ...{ key, label, numeric: true },
  cell: (period) => (
    <>
      {shown(period[key])}
      {/* A day that is not over would seem to fall. */}
      {period.name !== "today" && period.progress[key] !== 0 && (
        <small className="note">
          <Growth value={period.progress[key]} />
        </small>
      )}
    </>
  ),
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
  sum("php", "Pesos", (value) => signed(pesos, value)),
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
