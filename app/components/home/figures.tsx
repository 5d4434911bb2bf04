import type { CSSProperties } from "react";
import type { Abilities } from "~/gate.server";
import { home } from "~/texts";
import { count, dollars, percentChange, period, pesos, signed } from "../formats";
import { statementAddress } from "../statements/statement";
import { Amount } from "../ui/amount";
import { Spark } from "./spark";

type Measure = "raws" | "uniques" | "sales" | "bonusSales" | "php" | "earn" | "bonusEarn";
export type PeriodFigures = Partial<Record<Measure, number>> & {
  name: keyof typeof texts.names;
  start: string;
  end: string;
  progress: Partial<Record<Measure, number | null>>;
  periodId?: number;
};
export type Day = { date: string } & Partial<Record<Measure, number>>;
type Can = Pick<Abilities, "groupByOffice" | "groupByAgent" | "seePayroll">;
type Props = { periods: readonly PeriodFigures[]; days: readonly Day[]; can: Can };

const texts = home.figures;

const formats: Record<Measure, (value: number) => string> = {
  ...{ raws: count, uniques: count, sales: count, bonusSales: count },
  php: (value) => signed(pesos, value),
  earn: (value) => signed(dollars, value),
  bonusEarn: (value) => signed(dollars, value),
};
const measures = Object.keys(formats) as Measure[];

/** The account's figures, a tile each: the current half-month with its change, its days, and three other periods. */
export function Figures({ periods, days, can }: Props) {
  const heading = can.groupByOffice ? texts.network : can.groupByAgent ? texts.office : texts.own;
  const half = periods.find(({ name }) => name === "half");
  if (!half) return null;
  const others = periods.filter((each) => each !== half);
  const shown = measures.filter((measure) => half[measure] !== undefined);
  const current = days.filter(({ date }) => date >= half.start).length;
  return (
    <section className="tiles" aria-labelledby="figures" style={twoRows(shown.length + 1)}>
      <header className="head wide">
        <h2 id="figures">{heading}</h2>
        <p className="note">
          {texts.names.half} <b className="nowrap">{period(half)}</b>
        </p>
      </header>
      {shown.map((measure) => (
        <div key={measure} className="card tile">
          <h3>{texts[measure]}</h3>
          <p className="now">
            <Figure {...{ measure, can }} row={half} /> <Change measure={measure} row={half} />
          </p>
          <Spark values={days.map((day) => day[measure] ?? 0)} current={current} />
          <Others {...{ measure, can }} periods={others} />
        </div>
      ))}
      <p className="note tile-note">{texts.note}</p>
    </section>
  );
}

/** The tiles and their note fill two rows of a wide screen. */
const twoRows = (tiles: number) => ({ "--across": Math.ceil(tiles / 2) }) as CSSProperties;

function Others({ measure, periods, can }: { measure: Measure; periods: readonly PeriodFigures[]; can: Can }) {
  return (
    <table>
      <caption className="unseen">{texts.others(texts[measure])}</caption>
      <tbody>
        {periods.map((row) => (
          <tr key={row.name}>
            <th scope="row" title={row.start === row.end ? row.start : period(row)}>
              {texts.names[row.name]}
            </th>
            <td>
              <Figure {...{ measure, row, can }} />
            </td>
            <td>
              <Change {...{ measure, row }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Figure({ measure, row, can }: { measure: Measure; row: PeriodFigures; can: Can }) {
  const address = addressOf(measure, row, can);
  const amount = <Amount text={formats[measure](row[measure] ?? 0)} />;
  return address === undefined ? <b>{amount}</b> : <a href={address}>{amount}</a>;
}

function Change({ measure, row }: { measure: Measure; row: PeriodFigures }) {
  const change = row.progress[measure] ?? 0;
  return change !== 0 && <span className={change > 0 ? "delta good" : "delta bad"}>{percentChange(change)}</span>;
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
