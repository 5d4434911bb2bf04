import type { Output, payroll } from "~/gate.server";

export type Amounts = { php: number; usd: number | null };

/** The outcome of a half-month: earned, paid, held back or carried over. */
export type Settlement = NonNullable<Output<typeof payroll.statementScreen>["sheet"]>["settlement"];

export type Payment = Settlement["payments"][number];
