import { home } from "~/texts";
import { Plot } from "../charts/plot";
import { axisOf } from "../charts/scales";
import { count } from "../formats";
import { Icon } from "../ui/icon";
import { Table } from "../table/table";

type Day = { date: string; uniques: number; sales: number };

const texts = home.trend;
/** How many dates fit side by side. */
const MAX_LABELS = 6;

/**
 * A month of sales as columns and uniques as a line, each on its own scale from the same line of 0, with a table of the
 * numbers. Renders nothing for a month without any.
 */
export function Trend({ days }: { days: readonly Day[] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || days.every((day) => day.sales === 0 && day.uniques === 0)) return null;
  const valuesOf = (key: "sales" | "uniques") => days.map((day) => day[key]);
  const sumOf = (key: "sales" | "uniques") => count(valuesOf(key).reduce((total, value) => total + value, 0));
  const sales = axisOf(valuesOf("sales"));
  const uniques = axisOf(valuesOf("uniques"), sales.below);
  return (
    <section className="card chart" aria-labelledby="trend">
      <header>
        <h2 id="trend">{texts.heading}</h2>
      </header>
      <Plot
        points={days.map((day) => ({
          ...{ date: day.date, value: day.sales, line: day.uniques, incomplete: day === last },
        }))}
        label={texts.describe(first.date, last.date, sumOf("sales"), sumOf("uniques"))}
        axes={{ value: sales, line: uniques }}
        tick={count}
        dates={{ text: (date) => date.slice(5), most: MAX_LABELS }}
        figures={(index) => [
          [texts.sales, count(days[index]?.sales ?? 0)],
          [texts.uniques, count(days[index]?.uniques ?? 0)],
        ]}
      />
      <footer>
        <Numbers days={days} />
        <p className="key push">
          <span>{texts.sales}</span>
          <span className="key-line">{texts.uniques}</span>
        </p>
      </footer>
    </section>
  );
}

const Numbers = ({ days }: { days: readonly Day[] }) => (
  <details className="fold-out">
    <summary>
      {texts.numbers} <Icon name="down" />
    </summary>
    <Table
      kind="small"
      caption={texts.heading}
      captionHidden
      columns={[
        { key: "date", label: texts.date, head: true, nowrap: true, cell: ({ date }) => date },
        { key: "sales", label: texts.sales, numeric: true, cell: (day) => count(day.sales) },
        { key: "uniques", label: texts.uniques, numeric: true, cell: (day) => count(day.uniques) },
      ]}
      rows={days.toReversed()}
      empty=""
    />
  </details>
);
