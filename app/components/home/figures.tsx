import type { Abilities } from "~/gate.server";
import { home } from "~/texts";
import { count, dollars, percentChange, period, pesos, signed } from "../formats";
import { statementAddress } from "../statements/statement";
import type { Column } from "../table/column";
import { Table } from "../table/table";

type Measure = "raws" | "uniques" | "sales" | "bonusSales" | "php" | "earn" | "bonusEarn";
export type PeriodFigures = Partial<Record<Measure, number>> & {
  name: keyof typeof texts.names;
  start: string;
  end: string;
  progress: Partial<Record<Measure, number | null>>;
  periodId?: number;
};
type Can = Pick<Abilities, "groupByOffice" | "groupByAgent" | "seePayroll">;
type Props = { periods: readonly PeriodFigures[]; can: Can };

const texts = home.figures;

const formats: Record<Measure, (value: number) => string> = {
  ...{ raws: count, uniques: count, sales: count, bonusSales: count },
  php: (value) => signed(pesos, value),
  earn: (value) => signed(dollars, value),
  bonusEarn: (value) => signed(dollars, value),
};
const measures = Object.keys(formats) as Measure[];

/** The account's figures in four periods, with their changes. Each figure opens the report that has it. */
export function Figures({ periods, can }: Props) {
  const heading = can.groupByOffice ? texts.network : can.groupByAgent ? texts.office : texts.own;
  const shown = measures.filter((measure) => periods.some((each) => each[measure] !== undefined));
  const figure = (measure: Measure): Column<PeriodFigures> => ({
    ...{ key: measure, label: texts[measure], numeric: true },
    cell: (row) => <Figure measure={measure} row={row} can={can} />,
  });
  const name: Column<PeriodFigures> = {
    ...{ key: "name", label: texts.period, head: true },
    cell: (row) => (
      <>
        {texts.names[row.name]} <small>{row.start === row.end ? row.start : period(row)}</small>
      </>
    ),
  };
  return (
    <section className="stack strip">
      <Table caption={heading} columns={[name, ...shown.map(figure)]} rows={periods} empty="" />
      <p className="note">{texts.note}</p>
    </section>
  );
}

function Figure({ measure, row, can }: { measure: Measure; row: PeriodFigures; can: Can }) {
  const value = row[measure] ?? 0;
  const change = row.progress[measure] ?? 0;
  const address = addressOf(measure, row, can);
  const text = formats[measure](value);
  return (
    <>
      {address === undefined ? <span>{text}</span> : <a href={address}>{text}</a>}
      {change !== 0 && <small className={change > 0 ? "good" : "bad"}>{percentChange(change)}</small>}
    </>
  );
}

/**
 * The report with the figure, grouped by who sold. Pesos are in the payroll; accounts without it have the statement of
 * a half-month, and no report of the pesos of a day.
 */
function addressOf(measure: Measure, { start, end, periodId }: PeriodFigures, can: Can): string | undefined {
  const groupBy = can.groupByOffice ? "company" : can.groupByAgent ? "agent" : "date";
  const query = `?groupBy=${groupBy}&start=${start}&end=${end}`;
  if (measure !== "php") return `/app/stats/sites${query}`;
  if (can.seePayroll) return `/app/stats/sites-payout${query}`;
  return periodId === undefined ? undefined : statementAddress(periodId, {});
}
