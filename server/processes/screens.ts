import type { Express } from "express";
import { createApp } from "../http/app";
import type { PeerOf } from "../http/peer";
import type { ScreenBuild } from "../http/screens";
import { setCatchUp } from "../kernel/operation/catch-up";
import { setJournal } from "../kernel/operation/perform";
import { watchReplicas } from "../kernel/database/replicas";
import { openJournal } from "../logs";
import { catchUp, findLog } from "../tracking";

export type Screens = {
  app: Express;
  /** Writes pending records. Call it after the last answer. */
  close: () => Promise<void>;
};

/** The part of the server that answers every screen and call. */
export async function openScreens(build: ScreenBuild, peerOf: PeerOf): Promise<Screens> {
  const journal = openJournal();
  setJournal(journal.record);
  setCatchUp(catchUp);
  await findLog();
  const endReplicas = watchReplicas();
  return {
    app: createApp(build, peerOf),
    async close() {
      await Promise.all([journal.close(), endReplicas()]);
    },
  };
}
