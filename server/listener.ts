import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createApp } from "./app";
import type { ScreenBuild } from "./http/screens";
import { watchAnswering } from "./kernel/database/silence";
import { logFault } from "./kernel/process/log";
import { observe } from "./kernel/operation/perform";
import { watchReplicas } from "./kernel/database/replicas";
import { openJournal } from "./logs";
import { tellOwnFigures } from "./start/samples";
import { closePostbacks, openDoor, startFolding, startRetrying } from "./tracking";

export type Listening = {
  /** Answers a tracked link or a postback and returns true; returns false for all other requests. */
  door: (req: IncomingMessage, res: ServerResponse) => boolean;
  listener: RequestListener;
  /** Writes pending records. Call it after the last answer. */
  close: () => Promise<void>;
};

/**
 * The handlers for every request of this process: `door` for tracked links and postbacks, Express for the rest. Also
 * starts the background work.
 */
export async function openListener(screens: ScreenBuild): Promise<Listening> {
  const journal = openJournal();
  observe({ journal: journal.record, fault: logFault });
  tellOwnFigures();
  const app = createApp(screens);
  const { door, close } = await openDoor();
  const endings = [startFolding(), startRetrying(), watchReplicas(), watchAnswering()];
  return {
    door,
    listener: app,
    async close() {
      await close();
      await Promise.all([journal.close(), ...endings.map((end) => end())]);
      await closePostbacks();
    },
  };
}
