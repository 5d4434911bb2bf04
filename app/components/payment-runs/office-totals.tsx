import { count } from "../formats";
import { php, usd } from "../payroll/money";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { ShortText } from "../ui/short-text";
import { paymentRuns as texts } from "./texts";

type OfficeTotal = { officeName: string; accounts: number; php: number; usd: number | null };

const columns: Column<OfficeTotal>[] = [
  { key: "office", label: texts.office, head: true, cell: ({ officeName }) => <ShortText text={officeName} /> },
  { key: "accounts", label: texts.accounts, numeric: true, cell: ({ accounts }) => count(accounts) },
  { key: "php", label: texts.php, numeric: true, primary: true, cell: (row) => php(row.php) },
  { key: "usd", label: texts.usd, numeric: true, cell: (row) => usd(row.usd) },
];

/** Payments, or what closing freezes, summed by office. A single office needs no totals of its own. */
export const OfficeTotals = ({ rows }: { rows: readonly OfficeTotal[] }) =>
  rows.length > 1 && <Table caption={texts.byOffice} columns={columns} rows={rows} empty="" />;
