import { home } from "~/texts";
import { axisOf } from "../charts/scales";
import { count } from "../formats";
import { Table } from "../table/table";

type Day = { date: string; uniques: number; sales: number };

const texts = home.trend;
const [WIDTH, HEIGHT] = [600, 150];
const [TOP, BOTTOM] = [22, 18];
const PLOT = HEIGHT - TOP - BOTTOM;
const round = (value: number) => Math.round(value * 10) / 10;

/**
 * A month of sales as columns and uniques as a line, each on its own scale from the same line of 0, with a table of the
 * numbers. Renders nothing for a month without any.
 */
export function Trend({ days }: { days: readonly Day[] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || days.every((day) => day.sales === 0 && day.uniques === 0)) return null;
  const sales = axisOf(days.map((day) => day.sales));
  const uniques = axisOf(
    days.map((day) => day.uniques),
    sales.below,
  );
  const slot = WIDTH / days.length;
  const height = (share: number) => round(TOP + (1 - share) * PLOT);
  const zero = height(sales.at(0));
  const columns = days.map((day, index) =>
    day.sales === 0
      ? ""
      : `M${round((index + 0.2) * slot)} ${zero}V${height(sales.at(day.sales))}h${round(slot * 0.6)}V${zero}z`,
  );
  const line = days.map((day, index) => `${round((index + 0.5) * slot)} ${height(uniques.at(day.uniques))}`);
  const sum = (key: "sales" | "uniques") => days.reduce((total, day) => total + day[key], 0);
  const [sold, visited] = [count(sum("sales")), count(sum("uniques"))];
  const extent = (key: "sales" | "uniques") => {
    const values = days.map((day) => day[key]);
    return texts.extent(count(Math.min(0, ...values)), count(Math.max(0, ...values)));
  };
  return (
    <section className="stack chart" aria-labelledby="trend">
      <h2 id="trend">{texts.heading}</h2>
      <div className="trend">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={texts.describe(first.date, last.date, sold, visited)}
        >
          <path className="zero" d={`M0 ${zero}H${WIDTH}`} />
          <path className="columns" d={columns.slice(0, -1).join("")} />
          <g className="columns">
            <path className="part" d={columns.at(-1)} />
          </g>
          <path className="spline thin" d={`M${line.join("L")}`} />
          <g className="columns">
            <path d="M0 4h10v10h-10z" />
          </g>
          <text x={16} y={13} className="name">{`${texts.sales} (${extent("sales")})`}</text>
          <text x={WIDTH - 26} y={13} className="name to-left">{`${texts.uniques} (${extent("uniques")})`}</text>
          <path className="spline" d={`M${WIDTH - 20} 9h20`} />
          <text x={0} y={HEIGHT - 3}>
            {first.date}
          </text>
          <text x={WIDTH} y={HEIGHT - 3} className="to-left">
            {last.date}
          </text>
        </svg>
      </div>
      <details>
        <summary>{texts.numbers}</summary>
        <Table
          kind="small"
          caption={texts.heading}
          captionHidden
          columns={[
            { key: "date", label: texts.date, head: true, nowrap: true, cell: ({ date }) => date },
            { key: "sales", label: texts.sales, numeric: true, cell: (day) => count(day.sales) },
            { key: "uniques", label: texts.uniques, numeric: true, cell: (day) => count(day.uniques) },
          ]}
          rows={[...days].reverse()}
          empty=""
        />
      </details>
    </section>
  );
}
