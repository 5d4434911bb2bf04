import { periods } from "~/gate.server";
import type { Values } from "./screen.server";

/** What a log opens with: the last seven days. */
export const lastWeek = (today: periods.Day): periods.Range => ({ start: periods.addDays(today, -6), end: today });

/** Links name an office beside its agent; below admin an own one says nothing. */
export const ownOffice = (values: Values, { me }: { me: { companyId: number | null } }): Values =>
  values.companyId === String(me.companyId) ? { ...values, companyId: undefined } : values;

/** An act on a row of a log names it by `ids`, as every list does; the operation takes one `id`. */
export const onRow = ({ ids }: Values): Values => ({ id: ids });
