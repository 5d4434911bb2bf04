import { z } from "zod";
import { Flag, Id, Text } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { limit, PAGE_SIZE } from "../../kernel/operation/page";
import { atLeast } from "../../kernel/operation/roles";
import { Filter } from "../ledger";
import { PaymentOutput, readPayments, sumByOffice, sumPayments } from "./payments";
import { findRun, RunOutput } from "./run";

/** Maximum number of payments in the print version. */
const MAX_PRINTED = 5000;

export const PaymentCriteria = {
  search: Text().default(""),
  state: Filter(z.enum(["paid", "failed"], "Please choose one from the list.")),
};

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
    items: z.array(PaymentOutput),
    total: z.int(),
    /** Over all pages of the search. */
    sums: z.object({ php: z.number(), usd: z.number() }),
    offices: z.array(z.object({ officeName: z.string(), accounts: z.int(), php: z.number(), usd: z.number() })),
    ...{ page: z.int(), pageSize: z.int(), print: z.boolean() },
  }),
  async run(_call, { id, search, state, page, pageSize, print }) {
    const run = await findRun(id);
    const paging = print ? { page: 1, pageSize: MAX_PRINTED } : { page, pageSize };
    const filter = { search, state };
    const { payments: total, php, usd } = await sumPayments(id, filter);
    const items = await readPayments(id, filter, limit(paging));
    return { run, items, total, sums: { php, usd }, offices: await sumByOffice(id), ...paging, print };
  },
});
