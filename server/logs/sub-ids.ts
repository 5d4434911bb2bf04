import { z } from "zod";
import { sql, type Statement } from "../kernel/database/sql";
import { Verbatim } from "../kernel/operation/input";
import { KEPT_NAMES, SUB_NAMES, type Subs } from "../types";

/** The sub IDs of a click, and its parameters of campaigns; null without any. Sub IDs have columns in exports. */
export const subsColumn = {
  type: z.partialRecord(z.enum(KEPT_NAMES), z.string()).nullable(),
  label: "Sub Ids",
  csv: Object.fromEntries(SUB_NAMES.map((name, index) => [`Sub ${index + 1}`, (subs: Subs | null) => subs?.[name]])),
} as const;

/** A filter for one of the five sub IDs, whichever has this value. */
export const SubId = Verbatim(255).trim();

/** Condition on a column of sub IDs. */
export const hasSubId = (subs: Statement, value: string): Statement =>
  sql`(${subs} IS NOT NULL AND ${value} IN (${subs}->>'sub1', ${subs}->>'sub2', ${subs}->>'sub3', ${subs}->>'sub4', ${subs}->>'sub5'))`;
