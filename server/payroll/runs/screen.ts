import { z } from "zod";
import { Filter, Flag, Id, SearchText } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { limit, PAGE_SIZE } from "../../kernel/operation/page";
import { atLeast } from "../../kernel/operation/roles";
import { maySeeDetails } from "../../payouts";
import { Destination, readDestinations } from "./destinations";
import { PaymentOutput, readPayments, sumByOffice, sumPayments } from "./payments";
import { findRun, RunOutput } from "./run";
import { readFiles, RunFile } from "./templates";

/** Maximum number of payments in the print version. */
const MAX_PRINTED = 5000;

export const PaymentCriteria = {
  search: SearchText().default(""),
  state: Filter(z.enum(["paid", "failed"], "Please choose one from the list.")),
};

const Sums = z.object({ php: z.number(), usd: z.number() });

/** A payment run with its payments, one page at a time. */
export const findPaymentRun = query({
  name: "payroll.findPaymentRun",
  does: "read payment runs",
  allow: atLeast("admin"),
  input: z.object({
    id: Id,
    ...PaymentCriteria,
    page: z.int("Please enter a page number.").min(1).max(1_000_000).default(1),
    pageSize: z.int("Please enter a page size from 1 to 500.").min(1).max(500).default(PAGE_SIZE),
    print: Flag.default(false),
  }),
  output: z.object({
    run: RunOutput,
    items: z.array(
      PaymentOutput.extend({
        /** The destination when the run was made, for superadmins only; null without payout details. */
        destination: Destination.nullable().optional(),
        /** Whether it changed less than seven days before the run, for superadmins only. */
        changedLately: z.boolean().optional(),
        /** The number of other payees who had the same destination, for superadmins only. */
        sharedWith: z.int().optional(),
      }),
    ),
    /** The files by payout method, for superadmins only. */
    files: z.array(RunFile).nullable(),
    total: z.int(),
    /** Over all pages of the search: of the payments that did not fail, and of those that failed. */
    sums: Sums.extend({ failed: Sums }),
    offices: z.array(z.object({ officeName: z.string(), accounts: z.int(), php: z.number(), usd: z.number() })),
    ...{ page: z.int(), pageSize: z.int(), print: z.boolean() },
  }),
  async run({ actor }, { id, search, state, page, pageSize, print }) {
    const run = await findRun(id);
    const paging = print ? { page: 1, pageSize: MAX_PRINTED } : { page, pageSize };
    const filter = { search, state };
    const { payments: total, ...sums } = await sumPayments(id, filter);
    const payments = await readPayments(id, filter, limit(paging));
    // Payment sheets are signed by one agent after the other, so they do not show how others are paid.
    const isShown = maySeeDetails(actor) && !print;
    const items = isShown ? await withDestinations(run, payments) : payments;
    const files = isShown ? await readFiles(id) : null;
    return { run, items, files, total, sums, offices: await sumByOffice(id), ...paging, print };
  },
});

async function withDestinations(run: RunOutput, payments: readonly PaymentOutput[]) {
  const destinations = await readDestinations(
    run,
    payments.map(({ agentId }) => agentId),
  );
  return payments.map((payment) => {
    const { sharedWith = 0, ...destination } = destinations.get(payment.agentId) ?? { change: null };
    return {
      ...payment,
      destination: "method" in destination ? destination : null,
      changedLately: destination.change !== null,
      sharedWith,
    };
  });
}
