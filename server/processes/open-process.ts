import { watchResponsiveness } from "../kernel/database/responsiveness";
import { announceWith } from "../kernel/operation/audit";
import { announceChanges } from "../webhooks/changes";
import { registerProcessMetrics } from "./samples";

/** Starts what every process that answers requests has. Returns a function that ends it. */
export function openProcess(): () => Promise<void> {
  announceWith(announceChanges);
  registerProcessMetrics();
  return watchResponsiveness();
}
