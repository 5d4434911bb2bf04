import { createHash } from "node:crypto";
import { z } from "zod";
import { PaymentRun } from "~models";
import { readTransaction, writeTransaction } from "../../kernel/database/transactions";
import { writeAudit } from "../../kernel/operation/audit";
import { BYTE_ORDER_MARK } from "../../kernel/operation/csv";
import { Id } from "../../kernel/operation/input";
import { type Call, command, stream } from "../../kernel/operation/operation";
import { conflict, forbidden } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { now } from "../../kernel/time/now";
import { csvFileName } from "../../kernel/text/file-name";
import { lockPayPeriods } from "../close";
import { periodName } from "../periods";
import { maySeeDetails } from "../../payouts";
import { readDestinations, type RunDestination } from "./destinations";
import { type PaymentOutput, readPayments } from "./payments";
import { findRun, RunOutput } from "./run";
import { amountsCsv, type Cell } from "../amounts-csv";
import { CHANGED, changedCell, fileRecords, SHARED, sharedCell } from "./file-records";
import { requireRelease } from "./release";
import { FileColumn, Template } from "./templates";

/**
 * Locks a run for export: from then on its file and payment sheet can be fetched, and the run can no longer be undone.
 * A repeat changes nothing. Throws 409 for a run that a second superadmin has to release first.
 */
export const exportRun = command({
  name: "payroll.exportRun",
  does: "export payment runs",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  confirmed: true,
  input: z.object({ id: Id }),
  output: RunOutput,
  async run({ actor, changed }, { id }) {
    await lockPayPeriods();
    const run = await findRun(id);
    if (run.undoneAt !== null) throw conflict("This payment run is undone.");
    if (run.exportedAt !== null) return run;
    requireRelease(run);
    await PaymentRun.update({ exportedAt: now(), exportedBy: actor.accountId || null }, { where: { id } });
    const exported = await findRun(id);
    changed({ record: "paymentRun", id, before: { exportedAt: null }, after: { exportedAt: exported.exportedAt } });
    return exported;
  },
});

type Account = PaymentOutput["accounts"][number];
type Source = { run: RunOutput; payment: PaymentOutput; account: Account; payout: RunDestination | undefined };
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
  [CHANGED, ({ payout }) => changedCell(payout)],
  [SHARED, ({ payout }) => sharedCell(payout)],
];

/** Number of records per chunk. */
const CHUNK_SIZE = 1000;

const Input = z.object({ id: Id, template: Template.optional(), columns: z.array(FileColumn).max(50).optional() });

/**
 * All accounts of an exported run as CSV, or the file of one payout method with a record for each payment. Throws 409
 * before the run is exported: a file would outlive an undone run. The audit gets the SHA-256 of each file, which proves
 * later that nobody changed it.
 */
export const paymentRunExport = stream({
  name: "payroll.paymentRunExport",
  does: "export payment runs",
  allow: atLeast("superadmin"),
  type: "EXPORT",
  heavy: true,
  input: Input,
  run: (call, { template, ...input }) => {
    if (template && !maySeeDetails(call.actor)) throw forbidden();
    return exportChunks(call, { template, ...input });
  },
});

/** Every run has a number of its own, so no file takes the name of another. */
const fileName = ({ id, start, end }: RunOutput, template?: Template): string =>
  csvFileName("payment-run", String(id), template, start, end);

async function* exportChunks({ actor, saveAs }: Call, input: z.output<typeof Input>): AsyncGenerator<string> {
  const { id, template } = input;
  const { run, records } = await readTransaction(() => readRecords(input));
  const file = fileName(run, template);
  saveAs(file);
  const chunks: string[] = [];
  for (let from = 0; from < records.length; from += CHUNK_SIZE) {
    chunks.push(amountsCsv(records.slice(from, from + CHUNK_SIZE)));
  }
  const sha256 = createHash("sha256")
    .update([BYTE_ORDER_MARK, ...chunks].join(""))
    .digest("hex");
  await writeTransaction(() =>
    writeAudit(paymentRunExport.name, actor, [{ record: "paymentRun", id, before: null, after: { file, sha256 } }]),
  );
  yield* chunks;
}

/** The records of a file, with its headings first. Throws 404, or 409 if the run is not exported. */
async function readRecords({ id, template, columns: chosen }: z.output<typeof Input>) {
  const run = await findRun(id);
  if (run.exportedAt === null) throw conflict("Please export this payment run on its page.");
  const payments = await readPayments(id, { template });
  const agentIds = payments.map(({ agentId }) => agentId);
  const payouts = await readDestinations(run, agentIds);
  if (template) return { run, records: [...fileRecords(run, payments, payouts, { template, columns: chosen })] };
  const rows = payments.flatMap((payment) =>
    payment.accounts.map((account) => {
      const source = { run, payment, account, payout: payouts.get(payment.agentId) };
      return columns.map(([, cell]) => cell(source));
    }),
  );
  return { run, records: [columns.map(([heading]) => heading), ...rows] };
}
