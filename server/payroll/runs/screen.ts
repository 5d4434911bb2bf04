import { z } from "zod";
import { Flag, Id, SearchText } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { limit, PAGE_SIZE } from "../../kernel/operation/page";
import { atLeast } from "../../kernel/operation/roles";
import { AgentPayout, maySeeDetails, payoutsOf } from "../../payouts";
import { Filter } from "../ledger";
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
        /** The destination of the payment, for superadmins only; null also if there are no payout details. */
        payout: AgentPayout.extend({ details: z.string() }).nullable(),
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
    const agentIds = isShown ? payments.map(({ agentId }) => agentId) : [];
    const payouts = await payoutsOf(agentIds, new Date(run.madeAt));
    const items = payments.map((payment) => ({ ...payment, payout: payouts.get(payment.agentId) ?? null }));
    const files = isShown ? await readFiles(id) : null;
    return { run, items, files, total, sums, offices: await sumByOffice(id), ...paging, print };
  },
});
