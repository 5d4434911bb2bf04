import { z } from "zod";
import { sql } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { Id } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { invalid } from "../../kernel/operation/refusal";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { dayOf } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { Money } from "../../kernel/text/money";
import { findPricedType, Geo, type TypeOutput } from "../../types";
import { answerOf, Paging, WhatIf } from "./answer";
import { costsOfLink, lastHalfMonths, type OwnPrices, type Trial } from "./costs";

const TWICE = "This price is in the list already.";
/** Rows of prices, each with its own key in `field`. `missing` is the message for prices without one. */
const keyed = <Field extends string>(field: Field, missing: string) =>
  z.superRefine((rows: readonly ({ [key in Field]?: unknown } & object)[], context) =>
    rows.forEach((row, index) => {
      const { [field]: key, ...prices } = row;
      const refuse = (message: string) => context.addIssue({ code: "custom", path: [index, field], message });
      if (key === undefined && Object.values(prices).some((price) => price !== undefined)) refuse(missing);
      if (key !== undefined && rows.findIndex((other) => other[field] === key) < index) refuse(TWICE);
    }),
  );

/** The prices of a link to try. Missing ones stay as they were paid. */
const Prices = z.object({
  payout: Money.optional(),
  bonusPayout: Money.optional(),
  feeGeos: z
    .array(z.object({ geo: Geo.optional(), payout: Money.optional() }))
    .max(250, "Please use at most 250 countries.")
    .check(keyed("geo", "Please enter the country of this price."))
    .default([]),
  offices: z
    .array(z.object({ companyId: Id.optional(), payout: Money.optional(), bonusPayout: Money.optional() }))
    .max(500, "Please use at most 500 offices.")
    .check(keyed("companyId", "Please choose the office of this price."))
    .default([]),
});

export const LinkTrial = Prices.extend({ id: Id, siteId: Id.optional() });
export type LinkTrial = z.output<typeof LinkTrial>;

/** The cost of the last three half-months at other prices of a link. */
export const linkWhatIf = query({
  name: "reports.linkWhatIf",
  does: "read the payroll",
  allow: atLeast("admin"),
  mayLag: true,
  heavy: true,
  input: LinkTrial.extend(Paging.shape),
  output: WhatIf,
  async run({ actor }, { page, pageSize, ...trial }) {
    const { range, costs } = await costsOf(actor, trial);
    return answerOf(range, costs, { page, pageSize });
  },
});

export async function costsOf(actor: Actor, { id, siteId, ...trial }: LinkTrial) {
  const type = await findPricedType(actor, id, siteId);
  requireBonus(type, trial);
  const range = lastHalfMonths(dayOf(now()));
  const costs = await costsOfLink(id, range, trialOf(trial), {
    ...(await officesWithOwnPrice(id)),
    countries: type.feeGeos.map(({ geo }) => geo),
  });
  return { type, range, costs };
}

function requireBonus({ bonus }: TypeOutput, { bonusPayout, offices }: z.output<typeof Prices>): void {
  if (bonus) return;
  const names = [
    ...(bonusPayout === undefined ? [] : ["bonusPayout"]),
    ...offices.flatMap((office, index) => (office.bonusPayout === undefined ? [] : [`offices[${index}].bonusPayout`])),
  ];
  if (names.length > 0) throw invalid(Object.fromEntries(names.map((name) => [name, ["This link pays no bonus."]])));
}

const trialOf = ({ payout, bonusPayout, feeGeos, offices }: z.output<typeof Prices>): Trial => ({
  ...{ payout, bonusPayout },
  countries: new Map(
    feeGeos.flatMap((fee) =>
      fee.geo === undefined || fee.payout === undefined ? [] : [[fee.geo, fee.payout] as const],
    ),
  ),
  offices: new Map(
    offices.flatMap(({ companyId, ...own }) => (companyId === undefined ? [] : [[companyId, own] as const])),
  ),
});

/** The offices whose own price of a link is in effect, suspended ones included, and those whose price has a bonus. */
async function officesWithOwnPrice(typeId: number): Promise<Omit<OwnPrices, "countries">> {
  const own = await queryRows<{ companyId: number; bonus: boolean }>(sql`
    SELECT company_id AS "companyId", bonus FROM (
      SELECT DISTINCT ON (company_id) company_id, enabled, bonus_payout IS NOT NULL AS bonus FROM prices
      WHERE type_id = ${typeId} AND company_id IS NOT NULL AND withdrawn_at IS NULL AND since <= ${now()}
      ORDER BY company_id, since DESC, id DESC) AS newest
    WHERE enabled`);
  return {
    offices: own.map(({ companyId }) => companyId),
    bonusOffices: own.flatMap(({ companyId, bonus }) => (bonus ? [companyId] : [])),
  };
}
