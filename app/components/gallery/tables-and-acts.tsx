import { Pager } from "../table/pager";
import type { Column } from "../table/column";
import { Act } from "../ui/confirm";
import { Conflict } from "../ui/conflict";
import { Growth } from "../ui/growth";
import { type Acts, allActs } from "../table/acts";
import { BulkActs } from "../table/bulk-acts";
import { ConfirmSubmit, RowActs } from "../table/row-acts";
import { Table } from "../table/table";
import { empty } from "~/texts";
import { LONG, Show } from "./show";

const PATH = "/app/spike";
type Row = { id: number; name: string; sales: number; growth: number };
const rows: Row[] = [
  { id: 1, name: "anna", sales: 12, growth: 12.5 },
  { id: 2, name: LONG, sales: 3, growth: 0 },
  { id: 3, name: "carl", sales: -1, growth: -100 },
  { id: 4, name: "dora", sales: 0, growth: 0 },
];
const figures: Column<Row>[] = [
  { key: "name", label: "Name", head: true, sort: true, cell: ({ name }) => name },
  { key: "sales", label: "Sales", sub: "net", numeric: true, primary: true, sort: true, cell: ({ sales }) => sales },
  { key: "growth", label: "Growth", numeric: true, cell: ({ growth }) => <Growth value={growth} /> },
];
const rowActs: Acts = {
  show: { label: "Show" },
  suspend: {
    label: "Suspend",
    bulk: "Suspend selected",
    ask: "Are you sure to suspend?",
    askSelected: "Are you sure to suspend selected?",
    reason: true,
  },
  delete: { label: "Delete", ask: "Are you sure to delete?", reason: true, danger: true },
};
const acts: Column<Row> = {
  key: "actions",
  label: "Actions",
  acts: true,
  cell: ({ id, name }) => <RowActs action={PATH} id={id} of={name} acts={allActs(rowActs)} />,
};
const one = { action: PATH, fields: [["ids", 1]] as const };
const sort = { sortField: "name", sortAsc: true };
const totals = [
  { label: "Page Total", cells: { sales: 14 } },
  { label: "Overall", cells: { sales: 140 } },
];
const top = (_row: Row, index: number) => (index < 3 ? "top" : undefined);

/** Tables of every kind with actions and pagers, and the notes shown when two people edit one record. */
export function TablesAndActs() {
  const table = { columns: figures, empty: empty.list };
  return (
    <>
      <ConfirmSubmit action={PATH} ticks>
        <Show title="List">
          <Table
            {...table}
            caption="Sorted, to be chosen, with acts"
            columns={[...figures, acts]}
            rows={rows}
            sort={sort}
            select={{ name: "ids", form: "ticked", value: ({ id }) => id, label: ({ name }) => name }}
          />
          <BulkActs id="ticked" action={PATH} acts={rowActs} />
          <Table {...table} caption="Empty" rows={[]} />
        </Show>
      </ConfirmSubmit>
      <Show title="Report">
        <Table {...table} kind="report" caption="With totals" rows={rows} sort={sort} totals={totals} />
        <Table {...table} kind="small" caption="Ranking" rows={rows} rowTone={top} />
      </Show>
      <Show title="Pager">
        <Pager page={1} pageSize={50} total={50} />
        <Pager page={2} pageSize={50} total={101} />
        <Pager page={3} pageSize={50} total={10_000} totalIsEstimate />
      </Show>
      <Show title="Acts">
        <div className="acts">
          <button className="primary">Primary</button>
          <button>Other</button>
          <button className="danger">Dangerous</button>
          <button disabled>Not now</button>
          <a className="button" href={PATH}>
            Link
          </a>
          <Act {...one} act={{ intent: "show", label: "At once" }} />
          <Act {...one} of="anna" act={{ intent: "suspend", label: "Asks", ask: "Are you sure?" }} />
          <Act {...one} act={{ intent: "show", label: "Of a screen" }} standing />
          <Act {...one} act={{ intent: "show", label: "Not now", disabled: true }} />
          <Act
            {...one}
            act={{ intent: "delete", label: "Shows the reason", impossible: "It is in use.", danger: true }}
          />
        </div>
        <Conflict
          refused={{ lastResult: { initialValue: { name: "mine" } }, current: { name: "theirs" } }}
          fields={[["name", "Name"]]}
        />
      </Show>
    </>
  );
}
