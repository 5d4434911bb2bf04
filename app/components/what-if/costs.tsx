import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Output, reports } from "~/gate.server";
import { isRefused } from "../form/criteria";
import { count, period, pesos, signed } from "../formats";
import type { Column } from "../table/column";
import { Pager } from "../table/pager";
import { Table } from "../table/table";
import { pageOf } from "./fields";
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
  {
    ...figure("difference", texts.difference, (value) => `${value > 0 ? "+" : ""}${amount(value)}`),
    primary: true,
    nowrap: true,
  },
  figure("newPhp", texts.then, amount),
  figure("php", texts.paid, amount),
  figure("sales", texts.sales, count),
  figure("bonusSales", texts.bonuses, count),
];
const office: Column<OfOffice> = {
  ...{ key: "officeName", label: "Office", head: true },
  cell: ({ officeName }) => officeName,
};

type Query = { values: Readonly<Record<string, unknown>>; errors: Parameters<typeof isRefused>[0] };
type Props = { answer: Answer; query: Query; /** The prices to try. */ children: ReactNode };

/** The cost of the prices in the query, in total above their form. Before there are any, the form comes first. */
export function Trial({ answer, query: { values, errors }, children }: Props) {
  const { search } = useLocation();
  if (isRefused(errors)) return children;
  const summary = <HalfMonths {...answer} />;
  return (
    <>
      {search && summary}
      {children}
      {!search && summary}
      <Costs {...answer} {...pageOf(values)} />
    </>
  );
}

/** All three half-months, then each. */
function HalfMonths({ total, halves }: Pick<Answer, "total" | "halves">) {
  const summary = [
    { name: texts.total, ...total },
    ...halves.map(({ start, end, ...sums }) => ({ name: period({ start, end }), ...sums })),
  ];
  return (
    <Table
      caption={texts.summary}
      rows={summary}
      rowTone={(_row, index) => (index === 0 ? "total" : undefined)}
      empty={texts.none}
      columns={[{ key: "half", label: texts.half, head: true, cell: ({ name }) => name }, ...figures]}
    />
  );
}

type Rest = Pick<Answer, "offices" | "agents"> & { page: number; pageSize: number };

function Costs({ offices, agents, page, pageSize }: Rest) {
  return (
    <>
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
