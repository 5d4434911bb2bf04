import { watchResponsiveness } from "../kernel/database/responsiveness";
import { followWith } from "../kernel/operation/audit";
import { followChanges } from "./follow-changes";
import { registerProcessMetrics } from "./samples";

/** Starts what every process that answers requests has. Returns a function that ends it. */
export function openProcess(): () => Promise<void> {
  followWith(followChanges);
  registerProcessMetrics();
  return watchResponsiveness();
}
