import type { Output, payroll } from "~/gate.server";
import { payroll as texts } from "~/components/payroll/texts";
import { count, dateTime } from "../formats";
import type { Column } from "../table/column";
import { ShortText } from "../ui/short-text";
import type { Sort } from "../table/sort-link";
import { Table } from "../table/table";
import { php, usd } from "./money";

export type Line = Output<typeof payroll.periodScreen>["items"][number];

type Props = {
  rows: readonly Line[];
  sort: Sort;
  sums: { php: number; usd: number | null };
};

/** The lines of a half-month. Each agent links to their statement. */
export function LineTable({ rows, sort, sums }: Props) {
  const columns: Column<Line>[] = [
    {
      ...{ key: "agent", label: texts.agent, head: true, sort: true },
      cell: ({ periodId, agentId, agent }) => (
        <a href={`/app/stats/statements/${periodId}?agentId=${agentId}`} title={texts.statement}>
          {agent}
        </a>
      ),
    },
    {
      ...{ key: "officeName", label: texts.office, sort: true },
      cell: ({ periodId, companyId, officeName }) => (
        <a href={`/app/stats/statements/${periodId}?companyId=${companyId}`} title={texts.statement}>
          <ShortText text={officeName} />
        </a>
      ),
    },
    {
      key: "kind",
      label: texts.kind,
      sort: true,
      cell: ({ name, id }) => (id === null ? name : texts.lineOf(name, id)),
    },
    { key: "link", label: texts.link, cell: ({ link }) => <ShortText text={link ?? ""} /> },
    {
      ...{ key: "basis", label: texts.what, long: true, sort: true },
      cell: (line) => <ShortText text={describeLine(line)} max={80} />,
    },
    {
      key: "count",
      label: texts.count,
      numeric: true,
      sort: true,
      cell: (line) => (line.count === null ? "" : count(line.count)),
    },
    { key: "php", label: texts.php, numeric: true, sort: true, primary: true, cell: (line) => php(line.php) },
    { key: "usd", label: texts.usd, numeric: true, sort: true, cell: (line) => usd(line.usd) },
  ];
  // The lines of a half-month that is not closed were written by nobody yet.
  if (rows.some(({ at }) => at !== null))
    columns.push({ key: "at", label: texts.at, sort: true, cell: (line) => <Written {...line} /> });
  return (
    <Table
      caption={texts.lines}
      captionHidden
      columns={columns}
      rows={rows}
      addressed={({ id }) => id}
      sort={sort}
      totals={[{ label: "Overall Total", cells: { php: php(sums.php), usd: usd(sums.usd) } }]}
      empty={texts.noLines}
    />
  );
}

function Written({ at, by }: Line) {
  if (at === null) return null;
  const [day, time] = dateTime(at).split(" ");
  return (
    <>
      <span className="nowrap">{day}</span>{" "}
      <small className="nowrap">
        {time} {by !== null && texts.by(by)}
      </small>
    </>
  );
}

/** Price basis, reason, and the line or half-month that the line refers to. */
function describeLine({ basis, reason, refersTo, settles }: Line): string {
  const about = settles ? texts.settles(settles) : refersTo === null ? "" : texts.refersToLine(refersTo);
  return [basis, reason, about].filter(Boolean).join(", ");
}
