import { counted, period as formatted, pesos, signed } from "../formats";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { Amount } from "../ui/amount";
import { Icon } from "../ui/icon";
import { Dated } from "../ui/line-breaks";
import type { Sheet } from "./statement";
import { bridge as texts } from "./texts";

type Bridge = NonNullable<Sheet["bridge"]>;
type Part = Bridge["parts"][number];
type Row = Part["rows"][number];

/** Why this half-month earned more or less than the one before: parts that add up, each of which opens its links. */
export function StatementBridge({ bridge, printed }: { bridge: Bridge; printed: boolean }) {
  const { difference, previous, parts } = bridge;
  const shown = parts.filter(({ count }) => count > 0);
  return (
    <section className="bridge" aria-label={texts.heading}>
      <p>
        <b>
          <Amount text={pesos(Math.abs(difference))} />
        </b>{" "}
        <Dated text={texts.than(difference, formatted(bridge), signed(pesos, previous))} />
      </p>
      <ul>
        {shown.map((part) => (
          <li key={part.key}>{printed ? <Share part={part} /> : <Opened part={part} />}</li>
        ))}
      </ul>
    </section>
  );
}

const Share = ({ part }: { part: Part }) => (
  <>
    <b className={part.pesos < 0 ? "neg" : undefined}>
      <Amount text={plus(part.pesos)} />
    </b>{" "}
    {texts.parts[part.key]}
  </>
);

const plus = (php: number): string => (php > 0 ? "+" : "") + signed(pesos, php);

const columns: readonly Column<Row>[] = [
  {
    key: "of",
    label: texts.of,
    head: true,
    cell: ({ agent, site, link }) => [agent, [site, link].filter(Boolean).join(" ")].filter(Boolean).join(": ") || "–",
  },
  { key: "before", label: texts.before, numeric: true, cell: ({ before }) => amountOf(before) },
  { key: "now", label: texts.now, numeric: true, cell: ({ now }) => amountOf(now) },
  { key: "pesos", label: texts.difference, numeric: true, nowrap: true, cell: (row) => plus(row.pesos) },
];

const amountOf = ({ count, php }: Row["now"]): string =>
  count === 0 ? signed(pesos, php) : `${signed((number) => String(Math.abs(number)), count)} · ${signed(pesos, php)}`;

function Opened({ part }: { part: Part }) {
  return (
    <details className="fold-out">
      <summary>
        <Share part={part} /> <Icon name="down" />
      </summary>
      <Table kind="small" caption={texts.parts[part.key]} captionHidden columns={columns} rows={part.rows} empty="" />
      {part.count > part.rows.length && (
        <p className="note">{texts.more(counted(part.count - part.rows.length, "line", "lines"))}</p>
      )}
    </details>
  );
}
