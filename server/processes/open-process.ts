import { watchResponsiveness } from "../kernel/database/responsiveness";
import { registerProcessMetrics } from "./samples";

/** Starts what every process that answers requests has. Returns a function that ends it. */
export function openProcess(): () => Promise<void> {
  registerProcessMetrics();
  return watchResponsiveness();
}
