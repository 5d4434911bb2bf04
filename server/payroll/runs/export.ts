import { z } from "zod";
import { PaymentRun } from "~models";
import { readTransaction } from "../../kernel/database/transactions";
import { Id } from "../../kernel/operation/input";
import { type Call, command, stream } from "../../kernel/operation/operation";
import { conflict, forbidden } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { now } from "../../kernel/time/now";
import { csvFileName } from "../../kernel/text/file-name";
import { lockPayPeriods } from "../close";
import { periodName } from "../periods";
import { maySeeDetails, payoutsOf } from "../../payouts";
import { type PaymentFilter, type PaymentOutput, readPayments } from "./payments";
import { findRun, RunOutput } from "./run";
import { amountsCsv, type Cell } from "../amounts-csv";
import { fileRecords } from "./file-records";
import { FileColumn, Template } from "./templates";

/**
 * Locks a run for export: from then on its file and payment sheet can be fetched, and the run can no longer be undone.
 * A repeat changes nothing.
 */
export const exportRun = command({
  name: "payroll.exportRun",
  does: "export payment runs",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ id: Id }),
  output: RunOutput,
  async run({ actor, changed }, { id }) {
    await lockPayPeriods();
    const run = await findRun(id);
    if (run.undoneAt !== null) throw conflict("This payment run is undone.");
    if (run.exportedAt !== null) return run;
    await PaymentRun.update({ exportedAt: now(), exportedBy: actor.accountId || null }, { where: { id } });
    const exported = await findRun(id);
    changed({ record: "paymentRun", id, before: { exportedAt: null }, after: { exportedAt: exported.exportedAt } });
    return exported;
  },
});

type Source = { run: RunOutput; payment: PaymentOutput; account: PaymentOutput["accounts"][number] };
const columns: [heading: string, cell: (source: Source) => Cell][] = [
  ["Reference", ({ payment }) => payment.reference],
  ["Agent", ({ payment }) => payment.agent],
  ["Name", ({ payment }) => payment.fullName],
  ["Office", ({ account }) => account.officeName],
  ["Pesos", ({ account }) => account.php],
  ["Dollars", ({ account }) => account.usd],
  ["State", ({ payment }) => (payment.failedAt === null ? "paid" : "failed")],
  ["Reason", ({ payment }) => payment.failedReason ?? ""],
  ["Half-month", ({ run }) => periodName(run.periodId)],
  ["Run", ({ run }) => String(run.id)],
];

/** Number of payments per chunk. */
const CHUNK_SIZE = 1000;

/**
 * All accounts of an exported run as CSV, or the file of one payout method with a record for each payment. Throws 409
 * before the run is exported: a file would outlive an undone run.
 */
export const paymentRunExport = stream({
  name: "payroll.paymentRunExport",
  does: "export payment runs",
  allow: atLeast("superadmin"),
  type: "EXPORT",
  heavy: true,
  input: z.object({ id: Id, template: Template.optional(), columns: z.array(FileColumn).max(50).optional() }),
  run: ({ actor, saveAs }, { id, template, columns }) => {
    if (!template) return exportChunks(id, saveAs);
    if (!maySeeDetails(actor)) throw forbidden();
    return templateChunks(id, { template, columns }, saveAs);
  },
});

/** Every run has a number of its own, so no file takes the name of another. */
const fileName = ({ id, start, end }: RunOutput, template?: Template): string =>
  csvFileName("payment-run", String(id), template, start, end);

async function* exportChunks(id: number, saveAs: Call["saveAs"]): AsyncGenerator<string> {
  const { run, payments } = await readTransaction(() => readExported(id));
  saveAs(fileName(run));
  yield amountsCsv([columns.map(([heading]) => heading)]);
  for (let from = 0; from < payments.length; from += CHUNK_SIZE) {
    const chunk = payments.slice(from, from + CHUNK_SIZE);
    yield amountsCsv(
      chunk.flatMap((payment) =>
        payment.accounts.map((account) => columns.map(([, cell]) => cell({ run, payment, account }))),
      ),
    );
  }
}

type Choice = { template: Template; columns?: FileColumn[] };

async function* templateChunks(id: number, choice: Choice, saveAs: Call["saveAs"]): AsyncGenerator<string> {
  const records = await readTransaction(async () => {
    const { run, payments } = await readExported(id, { template: choice.template });
    saveAs(fileName(run, choice.template));
    const agentIds = payments.map(({ agentId }) => agentId);
    return [...fileRecords(run, payments, await payoutsOf(agentIds, new Date(run.madeAt)), choice)];
  });
  for (let from = 0; from < records.length; from += CHUNK_SIZE) {
    yield amountsCsv(records.slice(from, from + CHUNK_SIZE));
  }
}

/** An exported run with its payments. Throws 404, or 409 if it is not exported. Requires an open transaction. */
async function readExported(id: number, filter: PaymentFilter = {}) {
  const run = await findRun(id);
  if (run.exportedAt === null) throw conflict("Please export this payment run on its page.");
  return { run, payments: await readPayments(id, filter) };
}
