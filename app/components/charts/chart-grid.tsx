import { empty } from "~/texts";
import { charts as texts } from "~/components/charts/texts";
import { EmptyText } from "../ui/empty-text";
import { withQuery } from "../ui/address";
import type { ChartBy, ChartItem } from "./chart-drawing";
import { salesOf } from "./numbers";
import { needSeparatePages, OfficeChart } from "./office-chart";

type Props = {
  charts: readonly { companyId: number; officeName: string; items: readonly ChartItem[] }[];
  all?: { items: readonly ChartItem[] };
  agents: readonly { agentId: number; username: string; items: readonly ChartItem[] }[];
  agentCount: number;
  /** The offices without a sale. */
  silent: readonly { companyId: number; officeName: string }[];
  query: { start: string; end: string; by: ChartBy; print: boolean };
  /** The query of the address. */
  search: string;
};

/** The most points of a page that say their figures under the pointer: more would weigh more than the drawings. */
const MAX_STRIPS = 240;

/** The sum of all offices and each of them, those with the most sales first, or one office and its best agents, or one agent. */
export function ChartGrid({ charts, all, agents, agentCount, silent, query, search }: Props) {
  const { by, print } = query;
  const shown = [...charts, ...agents];
  const points = shown.reduce((sum, { items }) => sum + items.length, 0);
  const common = { by, period: query, printed: print, strips: points <= MAX_STRIPS };
  const numbersOf = (id: Record<string, number>) => withQuery(search, { ...id, print: null });
  // Beside other charts the agents have only their drawings.
  const onSeparatePages = needSeparatePages(charts, print);
  return (
    <>
      <div className="charts">
        {all && (
          <OfficeChart
            {...common}
            id="all"
            title={texts.allTitle}
            items={all.items}
            of={{}}
            apart={onSeparatePages ? withQuery(search, { only: "all", print: null }) : undefined}
          />
        )}
        {bySales(charts).map(({ companyId, officeName, items }) => (
          <OfficeChart
            key={companyId}
            {...common}
            {...{ id: String(companyId), title: texts.title(officeName), items, of: { companyId } }}
            apart={onSeparatePages ? numbersOf({ companyId }) : undefined}
          />
        ))}
        {bySales(agents).map(({ agentId, username, items }) => (
          <OfficeChart
            key={agentId}
            {...common}
            {...{ id: `agent-${agentId}`, title: texts.agentTitle(username), items, of: { agentId } }}
            apart={charts.length > 0 ? numbersOf({ agentId }) : undefined}
          />
        ))}
        {shown.length === 0 && !all && <EmptyText text={empty.statistics} />}
      </div>
      {silent.length > 0 && (
        <p>
          {texts.silent} {silent.map(({ officeName }) => texts.title(officeName)).join(" · ")}
        </p>
      )}
      {!print && agents.length > 1 && (
        <p className="note">
          {texts.best(agents.length, agentCount)}{" "}
          <a href="/app/stats/office-performance?groupBy=agent">{texts.compareAll}</a>
        </p>
      )}
    </>
  );
}

const bySales = <Chart extends { items: readonly ChartItem[] }>(charts: readonly Chart[]): Chart[] =>
  charts.toSorted((a, b) => salesOf(b) - salesOf(a));
