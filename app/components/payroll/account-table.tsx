import { payroll as texts } from "~/components/payroll/texts";
import { count } from "../formats";
import type { Column } from "../table/column";
import { ShortText } from "../ui/short-text";
import { Table } from "../table/table";
import { php, usd } from "./money";

export type Account = { agent: string; officeName: string; count?: number; php: number; usd: number | null };

type Props = {
  caption: string;
  rows: readonly Account[];
  sums: { php: number; usd: number | null };
  empty: string;
  /** Shows the number of events per account. */
  counted?: boolean;
};

/** Accounts (an agent at an office), each with the amounts that an action freezes or pays. */
export function AccountTable({ caption, rows, sums, empty, counted }: Props) {
  const columns: (Column<Account> | false | undefined)[] = [
    { key: "agent", label: texts.agent, head: true, cell: ({ agent }) => agent },
    { key: "officeName", label: texts.office, cell: ({ officeName }) => <ShortText text={officeName} /> },
    counted && { key: "count", label: texts.count, numeric: true, cell: (row) => count(row.count ?? 0) },
    { key: "php", label: texts.php, numeric: true, primary: true, cell: (row) => php(row.php) },
    { key: "usd", label: texts.usd, numeric: true, cell: (row) => usd(row.usd) },
  ];
  return (
    <Table
      caption={caption}
      columns={columns.filter((column): column is Column<Account> => Boolean(column))}
      rows={rows}
      totals={[{ label: "Overall Total", cells: { php: php(sums.php), usd: usd(sums.usd) } }]}
      empty={empty}
    />
  );
}
