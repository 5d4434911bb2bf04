import { z } from "zod";
import { abilities } from "../../accounts";
import { requireAgent } from "../../agents";
import { now } from "../../kernel/time/now";
import { Flag, Id, PeriodChoice } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { dayOf } from "../../kernel/time";
import { type ChartHint, chartHints, formatPeriod, type Hint } from "../../trade/periods";
import { listOfficeOptions, requireOffice } from "../../offices";
import { AgentChart, Chart, ChartPeriod, readCharts, SumChart } from "./rows";

/** The most agents of an office that have a chart: those with the most sales. */
const MOST_AGENTS = 6;

/** The charts of a period: of offices and their sum, of one office and its best agents, or of one agent. */
const Charts = z.object({
  charts: z.array(Chart),
  /** The sum of several offices. */
  all: SumChart.optional(),
  agents: z.array(AgentChart),
  /** The number of agents with sales. */
  agentCount: z.int(),
  /** Beside charts of several offices: the active, shown offices that have none, because they have no sale. */
  silent: z.array(z.object({ companyId: z.int(), officeName: z.string() })),
});

/** officeCharts for its screen, with the periods to choose from. The default is the last but one of them (CHART-07). */
export const officeChartsScreen = query({
  name: "reports.officeChartsScreen",
  does: "read the charts of offices",
  allow: atLeast("company"),
  mayLag: true,
  heavy: true,
  input: z.object({
    period: ChartPeriod.optional(),
    companyId: Id.optional(),
    agentId: Id.optional(),
    /** Only the sum of all offices, with its numbers. */
    only: z.literal("all", "Please choose one from the list.").optional(),
    print: Flag.default(false),
  }),
  output: Charts.extend({
    asked: z.object({
      /** The period in the format of the options' values. */
      period: z.string(),
      ...{ start: z.string(), end: z.string() },
      by: z.enum(["day", "month"]),
      print: z.boolean(),
    }),
    /** Name of the office or agent, if only one was requested. */
    office: z.string().optional(),
    agent: z.string().nullish(),
    periods: z.array(PeriodChoice),
  }),
  async run({ actor }, { period, companyId, agentId, only, print }) {
    const office = companyId === undefined ? undefined : await requireOffice(actor, companyId);
    const agent = agentId === undefined ? undefined : await requireAgent(actor, agentId);
    const hints = chartHints(dayOf(now()));
    const read = (chartPeriod: ChartPeriod) => chartsOf(actor, chartPeriod, { companyId, agentId, only });
    const [chartPeriod, charts] = period ? [period, await read(period)] : await usualCharts(hints, read);
    const { start, end, unit } = chartPeriod;
    const value = formatPeriod(chartPeriod);
    return {
      ...charts,
      asked: { period: value, start, end, by: unit, print },
      office: office?.officeName,
      agent: agent?.username,
      periods: hints.some((hint) => formatPeriod(hint) === value) ? hints : [...hints, named(chartPeriod)],
    };
  },
});

type ChartsOf = z.output<typeof Charts>;

async function chartsOf(
  actor: Actor,
  period: ChartPeriod,
  { companyId, agentId, only }: { companyId?: number; agentId?: number; only?: "all" },
): Promise<ChartsOf> {
  if (agentId !== undefined)
    return { charts: [], silent: [], ...(await agentsOf(actor, period, { companyId, agentId })) };
  const { charts, sum } = await readCharts(actor, period, { by: "company", companyId });
  const offices = charts.map(({ id, name, items }) => ({ companyId: id, officeName: name, items }));
  const isOneOffice = companyId !== undefined || !abilities(actor).groupByOffice;
  if (isOneOffice && offices.length > 0)
    return { charts: offices, silent: [], ...(await agentsOf(actor, period, { companyId })) };
  const all = offices.length > 1 ? { items: sum } : undefined;
  const isOverview = !isOneOffice && !only && offices.length > 0;
  const silent = isOverview ? await officesWithout(actor, offices) : [];
  return { charts: all && only ? [] : offices, all, agents: [], agentCount: 0, silent };
}

async function officesWithout(actor: Actor, charts: readonly { companyId: number }[]) {
  const drawn = new Set(charts.map(({ companyId }) => companyId));
  const offices = await listOfficeOptions(actor, { onlyAvailable: true });
  return offices.filter(({ id }) => !drawn.has(id)).map(({ id, officeName }) => ({ companyId: id, officeName }));
}

async function agentsOf(actor: Actor, period: ChartPeriod, filters: { companyId?: number; agentId?: number }) {
  const { charts } = await readCharts(actor, period, { by: "agent", ...filters });
  const total = ({ items }: { items: { value: number }[] }) => items.reduce((sum, { value }) => sum + value, 0);
  const best = [...charts].sort((a, b) => total(b) - total(a)).slice(0, MOST_AGENTS);
  const agents = best.map(({ id, name, items }) => ({ agentId: id, username: name, items }));
  return { agents, agentCount: charts.length };
}

/** The last but one of the hints, this year, unless it has no sales yet and last year has some. */
async function usualCharts(
  hints: readonly ChartHint[],
  read: (period: ChartPeriod) => Promise<ChartsOf>,
): Promise<[ChartPeriod, ChartsOf]> {
  const [usual, earlier] = hints.slice(-2);
  if (!usual || !earlier) throw new Error("There are no chart periods.");
  const charts = await read(usual);
  if (hasSales(charts)) return [usual, charts];
  const earlierCharts = await read(earlier);
  return hasSales(earlierCharts) ? [earlier, earlierCharts] : [usual, charts];
}

const hasSales = ({ charts, all, agents }: ChartsOf) => charts.length + agents.length > 0 || all !== undefined;

/** The option for a requested period that is not in the list. */
const named = ({ start, end, unit }: ChartPeriod): Hint => ({ start, end, unit, label: `${start} ~ ${end}` });
