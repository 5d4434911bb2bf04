import { setTimeout as pause } from "node:timers/promises";
import { isAway } from "../kernel/database/transactions";
import { log } from "../kernel/process/log";
import { hasSavedLinks } from "../tracking";
import { type FillWithDemo, prepareDatabase } from "./prepare-database";

const EVERY_MS = 1_000;

/**
 * Prepares the database. If it is unreachable and links were saved, the server starts anyway, redirects clicks and
 * stores incoming records in its spool; the database is prepared once it is back. Throws if no links were saved.
 */
export async function prepareOrGoOn(fillWithDemo: FillWithDemo): Promise<void> {
  try {
    await prepareDatabase(fillWithDemo);
  } catch (fault) {
    if (!isAway(fault) || !(await hasSavedLinks())) throw fault;
    log().warn({ err: fault }, "The database does not answer: links are followed, and screens wait for it.");
    void prepareLater(fillWithDemo);
  }
}

async function prepareLater(fillWithDemo: FillWithDemo): Promise<void> {
  for (;;) {
    await pause(EVERY_MS, undefined, { ref: false });
    try {
      await prepareDatabase(fillWithDemo);
      return;
    } catch (fault) {
      if (isAway(fault)) continue;
      log().fatal({ err: fault }, "The database could not be prepared.");
      process.kill(process.pid, "SIGTERM");
      return;
    }
  }
}
