import { z } from "zod";
import { sql, type Statement } from "../kernel/database/sql";
import { Text } from "../kernel/operation/input";
import { SUB_NAMES, type Subs } from "../types";
import { Filter } from "./reader/criteria";
import type { CsvColumn } from "./reader/csv";

// SQL by hand: a condition on a JSON column for the statements that page through a log.

/** Sub IDs by name, in rows of the click and sale logs. */
export const SubIds = z.partialRecord(z.enum(SUB_NAMES), z.string());

/** A filter for one of the five sub IDs, whichever has this value. */
export const SubIdFilter = Filter(Text(255)).optional();

/** Condition on a column of sub IDs. */
export const hasSubId = (subs: Statement, value: string): Statement =>
  sql`(${subs} IS NOT NULL AND ${value} IN (${subs}->>'sub1', ${subs}->>'sub2', ${subs}->>'sub3', ${subs}->>'sub4', ${subs}->>'sub5'))`;

/** A column for each sub ID. */
export const subColumns = <R extends { subs: Subs | null }>(): CsvColumn<R>[] =>
  SUB_NAMES.map((name, index) => ({ label: `Sub ${index + 1}`, cell: ({ subs }) => subs?.[name] }));
