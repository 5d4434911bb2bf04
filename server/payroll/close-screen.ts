import { z } from "zod";
import { Id, SearchText } from "../kernel/operation/input";
import { limit, List } from "../kernel/operation/page";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { Rate, requireClosable } from "./close";
import {
  ClosingAccount,
  closingAccounts,
  ClosingOffice,
  closingOffices,
  closingSums,
  ClosingSums,
} from "./close-accounts";
import { LastRate, lastRates, unusualRateWarning } from "./last-rates";
import { allPeriods, findPeriod, PayPeriodOutput } from "./periods";
import { refusalMessage } from "./periods-screen";

export const ClosingInput = z.object({
  id: Id,
  phpPerUsd: z.preprocess((value) => (value === "" ? undefined : value), Rate.optional()),
  search: SearchText().default(""),
});

/** The amounts that closing a half-month will freeze, by account. Dollars are null until a rate is given. */
export const closeScreen = query({
  name: "payroll.closeScreen",
  does: "close pay periods",
  allow: atLeast("superadmin"),
  input: ClosingInput.extend({
    page: z.int("Please enter a page number.").min(1).max(1_000_000).default(1),
  }),
  output: List(ClosingAccount).extend({
    period: PayPeriodOutput,
    /** The reason why its state does not allow closing it; null if it does. Whether all clicks are loaded is checked then. */
    impossible: z.string().nullable(),
    phpPerUsd: z.number().nullable(),
    lastRates: z.array(LastRate),
    /** The reason why this rate must be confirmed; null if it need not be. */
    unusual: z.string().nullable(),
    page: z.int(),
    pageSize: z.int(),
    /** Over all pages of the search, and over everything that closing freezes. */
    sums: ClosingSums,
    frozen: ClosingSums,
    offices: z.array(ClosingOffice),
  }),
  async run(_call, { id, phpPerUsd = null, search, page }) {
    const period = await findPeriod(id);
    const impossible = await findClosingRefusal(period);
    const last = await lastRates();
    const paging = { page, pageSize: 50 };
    const whole = { period, phpPerUsd, search: "" };
    const found = { ...whole, search };
    const frozen = await closingSums(whole);
    const sums = search === "" ? frozen : await closingSums(found);
    return {
      ...{ period, impossible, phpPerUsd, ...paging, total: sums.accounts, lastRates: last, sums, frozen },
      unusual: phpPerUsd === null ? null : unusualRateWarning(phpPerUsd, last),
      items: await closingAccounts(found, limit(paging)),
      offices: await closingOffices(whole),
    };
  },
});

const findClosingRefusal = async (period: PayPeriodOutput) => {
  const periods = await allPeriods();
  return refusalMessage(() => requireClosable(period, periods));
};
