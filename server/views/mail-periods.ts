import type { ViewMail } from "~models";
import { type Day, dayOf } from "../kernel/time";
import { HOUR_MS } from "../kernel/time/durations";
import { now } from "../kernel/time/now";
import { periodOf, type Unit } from "../trade/periods";

/** The hour of a New York day at which the mails of views begin. Sales of the evening before have arrived by then. */
const MAIL_HOUR = 6;

const units = { daily: "day", weekly: "week", half: "beWeek" } as const satisfies Record<string, Unit>;
export type MailKind = keyof typeof units;
export const mailKinds = Object.keys(units) as MailKind[];

/** The day on which the mails of this kind were last due: today, a Monday, the 1st or the 16th. Null without mails. */
export function periodToMail(mail: ViewMail): Day | null {
  return mail === "none" ? null : periodOf(dayOf(now().getTime() - MAIL_HOUR * HOUR_MS), units[mail]).start;
}
