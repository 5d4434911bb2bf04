import type { periods } from "~/gate.server";
import { time } from "~/gate.server";
import type { Values } from "./screen.server";

/** The default range of a log: the last seven days, including today. */
export const lastWeek = (today: time.Day): periods.Range => ({ start: time.addDays(today, -6), end: today });

/** The default range of sales and their pay: this half-month and the one or two before it. */
export const lastMonth = (today: time.Day): periods.Range => ({ start: time.addDays(today, -30), end: today });

/**
 * Drops the filter on the account's own office, which has no effect below admin. Links to logs include the office with
 * the agent.
 */
export const ownOffice = (values: Values, { me }: { me: { companyId: number | null } }): Values =>
  values.companyId === String(me.companyId) ? { ...values, companyId: undefined } : values;
