import { Heartbeat } from "~models";
import { config } from "../../process/config";
import { autocommit, isUnreachable } from "../transactions";

/**
 * Writes the heartbeat row, whose age on a replica is its lag. The age of the last replay would not do: it grows while
 * the primary is idle. Every machine calls this each second, and the first one writes. If the primary's clock was set
 * back, the row is overwritten at once.
 */
export async function beat(): Promise<void> {
  try {
    await autocommit("write", () => Heartbeat.beat());
  } catch (error) {
    // Other code reports the outage. Without heartbeats, replicas are not used.
    if (!isUnreachable(error)) throw error;
  }
}

/** True if this deployment has replicas. */
export const hasReplicas = (): boolean => config().DATABASE_READ_URLS.length > 0;
