import { ensurePartitions } from "../../models/partitions";
import { sweep } from "../identity";
import { withOwnConnection } from "../kernel/database/connections";
import { log } from "../kernel/process/log";
import { beat, hasReplicas } from "../kernel/database/replicas";
import { forgetRefusals, saveLinks } from "../tracking";
import { removeUnused } from "../uploads";

const SECOND = 1_000;
const MINUTE = 60_000;

/**
 * Periodic work of the first process. Expired sessions, including those of sign-ins that were enabled until 01:00, are
 * closed at the start and each minute. A server that runs for a year needs partitions that its start did not create,
 * and collects images of deleted texts. Links are saved for a start without the database. A failed attempt is repeated
 * the next time; partitions exist a year ahead.
 */
export function keepHouse(): void {
  if (hasReplicas()) every(SECOND, "The heartbeat was not written.", beat, { atOnce: true });
  every(MINUTE, "Sessions that are over were not closed.", sweep, { atOnce: true });
  every(MINUTE / 2, "The links were not saved.", saveLinks, { atOnce: true });
  every(30 * MINUTE, "Old counts of refused postbacks were not removed.", forgetRefusals);
  every(6 * 60 * MINUTE, "The coming months were not made.", makeMonths);
  every(6 * 60 * MINUTE, "Images that no text shows were not removed.", removeUnused);
}

function every(pause: number, failure: string, act: () => Promise<unknown>, { atOnce = false } = {}): void {
  let running = false;
  const attempt = () => {
    if (running) return;
    running = true;
    act()
      .catch((fault: unknown) => log().error({ err: fault }, failure))
      .finally(() => (running = false));
  };
  if (atOnce) attempt();
  setInterval(attempt, pause).unref();
}

const makeMonths = () => withOwnConnection("partitions", (client) => ensurePartitions(client, new Date()));
