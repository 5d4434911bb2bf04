import type { Output, payroll } from "~/gate.server";
import type { paymentRuns as texts } from "./texts";

export type Run = Output<typeof payroll.findPaymentRun>["run"];
export type Payment = Output<typeof payroll.findPaymentRun>["items"][number];

/** The amount that a run pays, without the payments that failed. An undone run keeps the amount that it would have paid. */
export function totalOf({ php, usd, returnedPhp, returnedUsd, undoneAt }: Run): { php: number; usd: number } {
  if (undoneAt !== null) return { php, usd };
  // In cents: differences of decimal fractions are not exact.
  const left = (sum: number, returned: number) => (Math.round(100 * sum) - Math.round(100 * returned)) / 100;
  return { php: left(php, returnedPhp), usd: left(usd, returnedUsd) };
}

type Steps = Pick<Run, "undoneAt" | "exportedAt" | "needsRelease">;

export function stateOf({ undoneAt, exportedAt, needsRelease }: Steps): keyof typeof texts.states {
  if (undoneAt) return "undone";
  if (exportedAt) return "exported";
  return needsRelease ? "waiting" : "made";
}
