import { type Front, openFront } from "./front";
import { socketPeer } from "../http/peer";
import type { ScreenBuild } from "../http/screens";
import { openScreens } from "./screens";
import { openProcess } from "./open-process";
import { openLogLoader } from "../tracking";

/** All parts of the server in one process: it answers every request and loads the click log. */
export async function openListener(build: ScreenBuild): Promise<Front> {
  const closeProcess = openProcess();
  const screens = await openScreens(build, socketPeer);
  const front = await openFront(screens.app);
  const closeLoader = await openLogLoader();
  return {
    ...front,
    async close() {
      await front.close();
      await closeLoader();
      await Promise.all([screens.close(), closeProcess()]);
    },
  };
}
