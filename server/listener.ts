import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createApp } from "./app";
import type { ScreenBuild } from "./http/screens";
import { watchResponsiveness } from "./kernel/database/responsiveness";
import { logError } from "./kernel/process/log";
import { setObserver } from "./kernel/operation/perform";
import { watchReplicas } from "./kernel/database/replicas";
import { openJournal } from "./logs";
import { registerProcessMetrics } from "./start/samples";
import { closePostbacks, openTracker, startRollUp, startRetrying } from "./tracking";

export type Listening = {
  /** Answers a tracked link or a postback and returns true; returns false for all other requests. */
  handleTracking: (req: IncomingMessage, res: ServerResponse) => boolean;
  listener: RequestListener;
  /** Writes pending records. Call it after the last answer. */
  close: () => Promise<void>;
};

/**
 * The handlers for every request of this process: `handleTracking` for tracked links and postbacks, Express for the rest. Also
 * starts the background work.
 */
export async function openListener(screens: ScreenBuild): Promise<Listening> {
  const journal = openJournal();
  setObserver({ journal: journal.record, reportError: logError });
  registerProcessMetrics();
  const app = createApp(screens);
  const { handleRequest: handleTracking, close } = await openTracker();
  const endings = [startRollUp(), startRetrying(), watchReplicas(), watchResponsiveness()];
  return {
    handleTracking,
    listener: app,
    async close() {
      await close();
      await Promise.all([journal.close(), ...endings.map((end) => end())]);
      await closePostbacks();
    },
  };
}
