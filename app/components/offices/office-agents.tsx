import { agentAddress } from "../agents/addresses";
import { count, shorten } from "../formats";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { officeFigures as texts } from "./texts";

type Agent = { agentId: number; agent: string; agentName: string };
type Top = Agent & { sales: number };
type Silent = Agent & { lastSale: string | null };
type Props = {
  top: readonly Top[];
  silent: { items: readonly Silent[]; total: number; active: number };
  /** The query of the list of agents that limits it to the office; empty for its manager. */
  office: Readonly<Record<string, string>>;
};

const agentColumn = {
  key: "agent",
  label: texts.agent,
  head: true,
  cell: ({ agentId, agent, agentName }: Agent) => (
    <>
      <a href={agentAddress(agentId)}>{agent}</a> <small>{shorten(agentName)}</small>
    </>
  ),
};
const topColumns: Column<Top>[] = [
  agentColumn,
  { key: "sales", label: texts.sales, numeric: true, primary: true, cell: ({ sales }) => count(sales) },
];
const silentColumns: Column<Silent>[] = [
  agentColumn,
  {
    key: "lastSale",
    label: texts.lastSale,
    nowrap: true,
    primary: true,
    cell: ({ lastSale }) => lastSale ?? texts.never,
  },
];

/** The agents of an office who sell most, and those who do not. */
export function OfficeAgents({ top, silent, office }: Props) {
  const more = silent.total - silent.items.length;
  return (
    <div className="split">
      <section>
        <Table kind="small" caption={texts.top} columns={topColumns} rows={top} empty={texts.noTop} />
      </section>
      <section className="stack">
        <Table
          kind="small"
          caption={texts.silent}
          columns={silentColumns}
          rows={silent.items}
          empty={silent.active > 0 ? texts.noSilent : texts.noneActive}
        />
        {more > 0 && (
          <p className="note">
            <a href={`/app/agents?${new URLSearchParams(office)}`}>{texts.moreSilent(more)}</a>
          </p>
        )}
      </section>
    </div>
  );
}
