import type { Output, reports } from "~/gate.server";
import { count, period, pesos, signed } from "../formats";
import type { Column } from "../table/column";
import { Pager } from "../table/pager";
import { Table } from "../table/table";
import { whatIf as texts } from "./texts";

type Figures = { sales: number; bonusSales: number; php: number; newPhp: number; difference: number };
type OfOffice = Figures & { companyId: number; officeName: string };
export type Answer = NonNullable<Output<typeof reports.linkWhatIf>>;

const figure = (key: keyof Figures, label: string, shown: (value: number) => string): Column<Figures> => ({
  ...{ key, label, numeric: true },
  cell: (row) => shown(row[key]),
});
const amount = (value: number) => signed(pesos, value);
const figures: Column<Figures>[] = [
  { ...figure("difference", texts.difference, (value) => `${value > 0 ? "+" : ""}${amount(value)}`), primary: true },
  figure("newPhp", texts.then, amount),
  figure("php", texts.paid, amount),
  figure("sales", texts.sales, count),
  figure("bonusSales", texts.bonuses, count),
];
const office: Column<OfOffice> = {
  ...{ key: "officeName", label: "Office", head: true },
  cell: ({ officeName }) => officeName,
};

/** The total first, then half-months, offices and agents. */
export function Costs({ answer, page, pageSize }: { answer: Answer; page: number; pageSize: number }) {
  const { total, halves, offices, agents } = answer;
  const summary = [
    { name: texts.total, ...total },
    ...halves.map(({ start, end, ...sums }) => ({ name: period({ start, end }), ...sums })),
  ];
  return (
    <>
      <Table
        caption={texts.summary}
        rows={summary}
        empty={texts.none}
        columns={[{ key: "half", label: texts.half, head: true, cell: ({ name }) => name }, ...figures]}
      />
      <Table caption={texts.offices} rows={offices} empty={texts.none} columns={[office, ...figures]} />
      <Table
        caption={texts.agents}
        rows={agents.items}
        empty={texts.none}
        columns={[
          { key: "agent", label: texts.agent, head: true, cell: ({ agent }) => agent },
          { ...office, head: false },
          ...figures,
        ]}
      />
      <Pager page={page} pageSize={pageSize} total={agents.total} />
    </>
  );
}
