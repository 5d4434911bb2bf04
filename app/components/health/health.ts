/** The server's health report. A part is null if it was not answered in time or never happened. */
export type Health = {
  at: string;
  server: string;
  warnings: readonly string[];
  database: {
    version: string;
    startedAt: string;
    bytes: number;
    connections: number;
    mostConnections: number;
    transactionSeconds: number;
  } | null;
  workers: readonly { pid: number; uptimeSeconds: number; bytes: number; heapBytes: number; waiting: number }[];
  replicas: readonly {
    replica: string;
    lagSeconds: number | null;
    usedBy: number;
    processes: number;
    reads: number;
    errors: number;
  }[];
  spool: { files: number; bytes: number; seconds: number; refused: readonly string[] };
  folding: { waiting: number; countedTo: number; secondsAgo: number | null } | null;
  months: { until: string | null; ahead: number; outside: boolean } | null;
  held: { count: number; oldestAt: string | null } | null;
  slowest: readonly {
    operation: string;
    asked: number;
    median: number | null;
    p95: number | null;
    longest: number;
  }[];
  backup: { endedAt: string; seconds: number; file: string; bytes: number; rows: number } | null;
  doctor: {
    endedAt: string;
    seconds: number;
    broken: number;
    findings: readonly { says: string; count: number; example: string }[];
  } | null;
  retention: {
    endedAt: string;
    blanked: Readonly<Record<string, number>>;
    deleted: Readonly<Record<string, number>>;
  } | null;
};
