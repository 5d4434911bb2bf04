import { health as texts } from "~/components/health/texts";
import { count } from "../formats";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import type { Health } from "./health";
import { age, bytes, duration } from "./measures";

type Worker = Health["workers"][number];
type Replica = Health["replicas"][number];
type Slow = Health["slowest"][number];
type Finding = NonNullable<Health["doctor"]>["findings"][number];

const workerColumns: Column<Worker>[] = [
  { key: "pid", label: texts.process, head: true, nowrap: true, cell: ({ pid }) => pid },
  { key: "uptime", label: texts.uptime, cell: ({ uptimeSeconds }) => duration(uptimeSeconds) },
  { key: "bytes", label: texts.memory, numeric: true, cell: (row) => bytes(row.bytes) },
  { key: "heap", label: texts.heap, numeric: true, cell: (row) => bytes(row.heapBytes) },
  { key: "waiting", label: texts.waiting, numeric: true, cell: ({ waiting }) => count(waiting) },
];

const replicaColumns: Column<Replica>[] = [
  { key: "replica", label: texts.replica, head: true, cell: ({ replica }) => replica },
  {
    key: "lag",
    label: texts.lag,
    numeric: true,
    cell: ({ lagSeconds }) => (lagSeconds === null ? texts.unknown : age(lagSeconds)),
  },
  {
    key: "used",
    label: texts.usedBy,
    numeric: true,
    cell: ({ usedBy, processes }) => (usedBy === 0 ? texts.unused : texts.ofProcesses(usedBy, processes)),
  },
  { key: "reads", label: texts.reads, numeric: true, cell: ({ reads }) => count(reads) },
  { key: "errors", label: texts.errors, numeric: true, cell: ({ errors }) => count(errors) },
];

const step = (seconds: number | null): string => (seconds === null ? texts.beyond : duration(seconds));
const slowColumns: Column<Slow>[] = [
  { key: "operation", label: texts.operation, head: true, cell: ({ operation }) => <code>{operation}</code> },
  { key: "p95", label: texts.p95, numeric: true, cell: ({ p95 }) => step(p95) },
  { key: "median", label: texts.median, numeric: true, cell: ({ median }) => step(median) },
  { key: "longest", label: texts.longest, numeric: true, cell: ({ longest }) => duration(longest) },
  { key: "asked", label: texts.asked, numeric: true, cell: ({ asked }) => count(asked) },
];

const findingColumns: Column<Finding>[] = [
  { key: "says", label: texts.invariant, head: true, cell: ({ says }) => says },
  { key: "count", label: texts.count, numeric: true, cell: (row) => count(row.count) },
  { key: "example", label: texts.example, cell: ({ example }) => example },
];

/** All server processes. */
export const Workers = ({ rows }: { rows: readonly Worker[] }) => (
  <Table caption={texts.workers} columns={workerColumns} rows={rows} empty={texts.noWorkers} />
);

/** All replicas used for reports and logs. Renders nothing if there are none. */
export function Replicas({ rows }: { rows: readonly Replica[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="stack">
      <Table caption={texts.replicas} columns={replicaColumns} rows={rows} empty={texts.none} />
      <p className="note">{texts.replicasNote}</p>
    </section>
  );
}

/** The slowest operations. */
export const SlowestTable = ({ rows }: { rows: readonly Slow[] }) => (
  <section className="stack">
    <Table caption={texts.slowest} columns={slowColumns} rows={rows} empty={texts.nothingAsked} />
    <p className="note">{texts.slowestNote}</p>
  </section>
);

/** The findings of the integrity check. Renders nothing if there are none. */
export function Findings({ rows }: { rows: readonly Finding[] }) {
  if (rows.length === 0) return null;
  return <Table caption={texts.findings} columns={findingColumns} rows={rows} empty={texts.none} />;
}
