import { z } from "zod";
import { now } from "../kernel/periods/now";
import { collected } from "../kernel/process/metrics";
import { query } from "../kernel/operation/operation";
import { isoTime } from "../kernel/periods";
import { atLeast } from "../kernel/operation/roles";
import { spoolSeen, spoolWaiting } from "../tracking";
import { inTime } from "./in-time";
import { type Done, type Kind, lastUpkeep } from "./note";
import { Database, database, deltas, Folding, folding, Held, held, Months, months } from "./parts";
import { Replica, replicas } from "./replicas";
import { warned, warnings } from "./warnings";
import { foldedAgo, Slowest, slowest, Worker, workers } from "./workers";

const SLOWEST = 10;
const Time = z.string();
const Spool = z.object({
  files: z.number().int(),
  bytes: z.number().int(),
  seconds: z.number(),
  refused: z.array(z.string()),
});
const Finding = z.object({ says: z.string(), count: z.number().int(), example: z.string() });
const done = <F extends z.ZodRawShape>(figures: F) =>
  z.object({ endedAt: Time, seconds: z.number(), ...figures }).nullable();
const Count = z.number().int();

/** Health of the product: the state of its processes and its database, and the last backup and integrity check. */
export const health = query({
  name: "maintenance.health",
  does: "see how the product stands",
  allow: atLeast("superadmin"),
  monitoring: true,
  input: z.object({}),
  output: z.object({
    at: Time,
    /** A part is null if it was not answered in time or has no data. */
    warnings: z.array(z.enum(warnings)),
    database: Database.nullable(),
    workers: z.array(Worker),
    /** Empty if no reads go to replicas. */
    replicas: z.array(Replica),
    spool: Spool,
    folding: Folding.nullable(),
    months: Months.nullable(),
    held: Held.nullable(),
    slowest: z.array(Slowest),
    backup: done({ file: z.string(), bytes: Count, tables: Count, rows: Count, files: Count }),
    doctor: done({ broken: Count, findings: z.array(Finding) }),
    retention: done({
      ...{ months: Count.nullable(), before: Time.nullable(), blanked: z.record(z.string(), Count), uniques: Count },
      deleted: z.record(z.string(), Count).default({}),
    }),
  }),
  single: true,
  async before() {
    const processes = await collected();
    const told = await inTime(async (ask) => ({
      backup: await ask(() => lastUpkeep("backup")),
      doctor: await ask(() => lastUpkeep("doctor")),
      retention: await ask(() => lastUpkeep("retain")),
      database: await ask(database),
      held: await ask(held),
      months: await ask(months),
      waiting: await ask(deltas),
      spool: spoolSeen() ?? (await ask(spoolWaiting)) ?? { files: 0, bytes: 0, seconds: 0, refused: [] },
    }));
    return { processes, ...told };
  },
  run(_call, _input, { processes, waiting, ...told }) {
    const moment = now();
    const folds = waiting === null ? null : folding(waiting, foldedAgo(processes));
    const seen = replicas(processes);
    return Promise.resolve({
      ...told,
      at: isoTime(moment),
      folding: folds,
      workers: workers(processes),
      replicas: seen,
      slowest: slowest(processes, SLOWEST),
      backup: shown(told.backup),
      doctor: shown(told.doctor),
      retention: shown(told.retention),
      warnings: warned({ ...told, folding: folds, replicas: seen }, moment),
    });
  },
});

function shown<K extends Kind>(last: Done<K> | null | undefined) {
  if (!last) return null;
  const { beganAt, endedAt, figures } = last;
  return { endedAt: isoTime(endedAt), seconds: (endedAt.getTime() - beganAt.getTime()) / 1000, ...figures };
}
