import { z } from "zod";
import { Filter, Id, SearchText } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { limit, List, PAGE_SIZE } from "../../kernel/operation/page";
import { atLeast } from "../../kernel/operation/roles";
import { requirePayable } from "../close";
import { allPeriods, findPeriod, PayPeriodOutput } from "../periods";
import { refusalMessage } from "../periods-screen";
import { PreviewAccount, PreviewOffice, PreviewSums, readAccounts, sumAccounts, sumByOffice } from "./accounts";

export const PreviewInput = z.object({
  id: Id,
  search: SearchText().default(""),
  show: Filter(z.enum(["paid", "held", "unpaid", "changed", "missing"], "Please choose one from the list.")),
});

/** All accounts with a balance at the end of a half-month, with the amounts that paying it would settle. */
export const payPreview = query({
  name: "payroll.payPreview",
  does: "list what paying a half-month would pay",
  allow: atLeast("superadmin"),
  input: PreviewInput.extend({
    page: z.int("Please enter a page number.").min(1).max(1_000_000).default(1),
    pageSize: z.int("Please enter a page size from 1 to 500.").min(1).max(500).default(PAGE_SIZE),
  }),
  output: List(PreviewAccount).extend({
    period: PayPeriodOutput,
    /** The reason why it cannot be paid now; null if it can. */
    impossible: z.string().nullable(),
    /** Over all pages of the search, and over everything that paying settles. */
    sums: PreviewSums,
    due: PreviewSums,
    offices: z.array(PreviewOffice),
    ...{ page: z.int(), pageSize: z.int() },
  }),
  async run(_call, { id, page, pageSize, ...filter }) {
    const period = await findPeriod(id);
    const periods = await allPeriods();
    const impossible = refusalMessage(() => requirePayable(period, periods));
    const due = await sumAccounts(id, { search: "" });
    const sums = await sumAccounts(id, filter);
    const items = await readAccounts(id, filter, limit({ page, pageSize }));
    return {
      period,
      impossible,
      items,
      total: sums.accounts,
      sums,
      due,
      offices: await sumByOffice(id),
      page,
      pageSize,
    };
  },
});
