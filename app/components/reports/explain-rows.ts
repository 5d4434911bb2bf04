import type { Output, reports } from "~/gate.server";

/** A row behind a figure. */
export type ExplainedRow = Output<typeof reports.explain>["items"][number];
export type ClickRow = Extract<ExplainedRow, { unique: unknown }>;
export type EventRow = Extract<ExplainedRow, { event: unknown }>;
