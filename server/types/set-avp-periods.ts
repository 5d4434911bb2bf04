import { Op } from "sequelize";
import { z } from "zod";
import { AvpChange, AvpTier, PayPeriod } from "~models";
import { auditKey } from "../kernel/operation/audit";
import { LOCKS } from "../kernel/database/advisory-locks";
import { now } from "../kernel/time/now";
import { execute } from "../kernel/database/transactions";
import { DayText } from "../kernel/operation/input";
import { toCents, decimalText, Money } from "../kernel/text/money";
import { command } from "../kernel/operation/operation";
import { type Day } from "../kernel/time";
import { payPeriodId, periodOf } from "../trade/periods";
import { conflict, invalid } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";
import { requireVersion } from "../kernel/database/records";
import { AvpPeriod, avpTiersOf, tiersFrom } from "./avp-tiers";

const Bound = z.int("Please enter a whole number.").min(0, "Please enter a number of 0 or more.").max(1_000_000_000);
/** Stored end of the last tier when it is left open. From this value on, a label reads "25+". */
const OPEN_END = 1_000;

const Tier = z.object({
  index: z.int().optional(),
  from: Bound,
  to: Bound.optional(),
  payoutPhp: Money,
  payoutDollars: Money,
});

/** Tiers in ascending order, from 0 on, without gaps or overlaps. */
const Tiers = z
  .array(Tier)
  .min(1, "Please enter at least one tier.")
  .max(50, "Please use at most 50 tiers.")
  .superRefine((tiers, context) =>
    tiers.forEach(({ index = 0, from, to }, at) => {
      const addError = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: [at, field], message });
      const previous = tiers[at - 1];
      const expectedFrom = previous ? (previous.to ?? 0) + 1 : 0;
      if (tiers[at]?.index !== undefined && index !== at) addError("index", `Please number this tier ${at}.`);
      if (to === undefined && at < tiers.length - 1) addError("to", "Only the last tier has no upper end.");
      if (to !== undefined && to < from) addError("to", `Please enter ${from} or more.`);
      if (!previous ? from !== 0 : previous.to !== undefined && from !== expectedFrom) {
        const problem = from > expectedFrom ? "leaves a gap" : "overlaps the one before";
        addError("from", `This tier ${problem}: please begin it with ${expectedFrom}.`);
      }
    }),
  );

/**
 * Sets the tiers of AVP sites from a half-month on. They apply to sales of that half-month and later ones. Earlier
 * sales keep the previous tiers, and a closed half-month does not change.
 */
export const setAvpPeriods = command({
  name: "types.setAvpPeriods",
  does: "change the AVP pay schedule",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ periods: Tiers, validFrom: DayText, version: z.int().min(0).optional() }),
  output: z.array(AvpPeriod),
  current: (_call, { validFrom }) => readCurrentTiers(validFrom),
  audited: (_call, { validFrom }) => auditKey("avpTiers", validFrom),
  async run({ actor, changed }, { periods, validFrom, version }) {
    await requireOpen(validFrom);
    await execute(sql`LOCK TABLE avp_tiers IN SHARE ROW EXCLUSIVE MODE`);
    const { tiers: before, ...current } = await readCurrentTiers(validFrom);
    requireVersion(version, current);
    const steps = periods.map(({ from, to = Math.max(OPEN_END, from), ...pay }, index) => ({
      index,
      from,
      to,
      ...pay,
    }));
    await AvpTier.destroy({ where: { validFrom } });
    await AvpTier.bulkCreate(
      steps.map(({ index, from, to, payoutPhp, payoutDollars }) => ({
        ...{ validFrom, index, fromCount: from, toCount: to },
        payoutPhp: decimalText(toCents(payoutPhp)),
        payoutDollars: decimalText(toCents(payoutDollars)),
      })),
    );
    await AvpChange.create({ validFrom, before, after: steps, at: now(), byAccountId: actor.accountId || null });
    changed({ record: "avpTiers", id: validFrom, before: { tiers: before }, after: { tiers: steps } });
    return tiersFrom(validFrom);
  },
});

/** The number of changes of the tiers, used as the version of a form. */
export const avpVersion = (): Promise<number> => AvpChange.count();

const readCurrentTiers = async (day: Day) => ({ tiers: (await avpTiersOf(day)).tiers, version: await avpVersion() });

/**
 * Throws 422 unless `validFrom` is the first day of a half-month, and 409 if that is closed. Closing waits until this
 * transaction ends.
 */
async function requireOpen(validFrom: Day): Promise<void> {
  const { start } = periodOf(validFrom, "beWeek");
  if (start !== validFrom)
    throw invalid({ validFrom: ["Please choose the first day of a half-month: the 1st or the 16th."] });
  const id = payPeriodId(validFrom);
  await execute(sql`SELECT pg_advisory_xact_lock_shared(${LOCKS.payPeriod}::int, ${id}::int)`);
  const closed = await PayPeriod.findOne({ attributes: ["id"], where: { id: { [Op.gte]: id } } });
  if (closed) throw conflict("This half-month is closed. Please choose a later one.");
}
