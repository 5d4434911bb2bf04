import { period } from "../formats";
import { reportAddress } from "./site-addresses";
import type { Grouping, ReportQuery } from "./site-report";

type Props = {
  path: string;
  asked: ReportQuery;
  groupings: readonly Grouping[];
  chosen: { office?: string; agent?: string };
};
type Step = readonly [label: string, change: Partial<ReportQuery>];

const NO_AGENT = { agent: undefined, agentId: undefined };
const offices: Step = ["All offices", { groupBy: "company", companyId: undefined, ...NO_AGENT }];
const agents: Step = ["All agents", { groupBy: "agent", ...NO_AGENT }];

/** The range of dates from which a day was opened. */
function rangeOf({ within }: ReportQuery): Step[] {
  const [, start, end] = /^(\d{4}-\d\d-\d\d),(\d{4}-\d\d-\d\d)$/.exec(within ?? "") ?? [];
  if (start === undefined || end === undefined) return [];
  const range = { groupBy: "date", start, end, within: undefined, companyId: undefined, ...NO_AGENT } as const;
  return [[period({ start, end }), range]];
}

/** The groupings above an office's agents or an agent's days, each with its report of the same period. */
function groupingsAbove({ asked: { groupBy, companyId, agentId }, groupings, chosen }: Props): Step[] {
  const ofOffice = companyId !== undefined && groupings.includes("company");
  if (groupBy === "agent") return ofOffice ? [offices] : [];
  if (groupBy !== "detail" || agentId === undefined || !groupings.includes("agent")) return [];
  return ofOffice ? [offices, [chosen.office ?? "", { groupBy: "agent", ...NO_AGENT }]] : [agents];
}

/** The way back up from a row that was opened. */
export function Trail(props: Props) {
  const { path, asked: query, chosen } = props;
  const steps = [...rangeOf(query), ...groupingsAbove(props)];
  if (steps.length === 0) return null;
  return (
    <nav className="note" aria-label="Breadcrumb">
      {steps.map(([label, change]) => (
        <span key={label}>
          <a href={reportAddress(path, query, change)}>{label}</a> ›{" "}
        </span>
      ))}
      {query.groupBy === "company"
        ? query.start
        : ((query.groupBy === "agent" ? chosen.office : chosen.agent) ?? query.start)}
    </nav>
  );
}
