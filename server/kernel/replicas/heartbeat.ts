import { Heartbeat } from "~models";
import { config } from "../config";
import { autocommit, isAway } from "../database";

/**
 * The row by which replicas tell how far they are: an idle primary sends them nothing, and their time of replay would look
 * old. Every machine of the product tries each second, and the first of them writes. A clock that was set back begins anew.
 */
export async function beat(): Promise<void> {
  try {
    await autocommit("write", () => Heartbeat.beat());
  } catch (fault) {
    // Whoever else notices says so; replicas are passed over for as long as it lasts.
    if (!isAway(fault)) throw fault;
  }
}

/** Whether anybody reads from replicas here. */
export const hasReplicas = (): boolean => config().DATABASE_READ_URLS.length > 0;
