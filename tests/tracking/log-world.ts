import { randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { withOwnConnection } from "../../server/kernel/database/connections";
import { config } from "../../server/kernel/process/config";
import { dayOf } from "../../server/kernel/time";
import { clickId } from "../../server/tracking/clicks/click-id";
import { type Click, storeClicks, storeUserAgents } from "../../server/tracking/clicks/store-clicks";
import { classifiedUserAgents } from "../../server/tracking/clicks/user-agents";
import { ClickLog } from "../../server/tracking/log/click-log";
import { segmentsIn } from "../../server/tracking/log/folder";
import { Loader } from "../../server/tracking/log/loader";
import { untilLoaded, waitingIn } from "../../server/tracking/log/progress";
import { parseRecords } from "../../server/tracking/log/read-segment";
import { HEADER, isEnd } from "../../server/tracking/log/segment";
import { times } from "../world/long";

/** A separate folder for the test's segments. */
export async function aLogFolder(): Promise<string> {
  const folder = path.resolve(config().DATA_DIR, "log", `test-${randomBytes(6).toString("hex")}`);
  await mkdir(folder, { recursive: true });
  return folder;
}

export const aLog = async (segmentBytes?: number, maxBytes?: number): Promise<ClickLog> =>
  new ClickLog(await aLogFolder(), segmentBytes, maxBytes);

const refuse = (_record: unknown, done: (isStored: boolean) => void): boolean => {
  setImmediate(done, false);
  return true;
};
/** A disk that accepts nothing. */
export const FULL_DISK = { folder: "/nonexistent", append: refuse, appendPayload: refuse };

/** A click on a link by the visitor with this number. */
export const aClickOf = (
  { agent, type }: { agent: { id: number; companyId: number }; type: { id: number; siteId: number } },
  visitor: number,
  more: Partial<Click> = {},
): Click => ({
  ...{ id: clickId(Date.now()), agentId: agent.id, companyId: agent.companyId, siteId: type.siteId, typeId: type.id },
  ...{ class: 0, reason: null, flags: 0, geo: "", ip: null, agent: undefined, referer: null, subs: null },
  ...{ day: dayOf(Date.now()), visitor: BigInt(visitor) },
  ...more,
});

export const appended = (log: Pick<ClickLog, "append">, click: Click) =>
  new Promise<boolean>((done) => void (log.append(click, done) || done(false)));
export const appendedPayload = (log: Pick<ClickLog, "appendPayload">, payload: Buffer) =>
  new Promise<boolean>((done) => void (log.appendPayload(payload, done) || done(false)));

/** The payloads in a segment without its end mark, and the number of bytes after the last intact record. */
export async function contentsOf(file: string): Promise<{ payloads: Buffer[]; torn: number }> {
  const bytes = (await readFile(file)).subarray(HEADER.length);
  const { records, used } = parseRecords(bytes, { isAll: true, isOver: false });
  return { payloads: records.map(({ payload }) => payload).filter((one) => !isEnd(one)), torn: bytes.length - used };
}

/** The payloads of all segments in a folder. */
export async function payloadsIn(folder: string): Promise<Buffer[]> {
  const all = await Promise.all(segmentsIn(folder).map((name) => contentsOf(path.join(folder, name))));
  return all.flatMap(({ payloads }) => payloads);
}

/** Waits until everything is loaded. */
export async function loaded(folder: string): Promise<void> {
  // The long proofs leave long logs behind.
  if (!(await untilLoaded(folder, times(60_000))))
    throw new Error(`The log was not loaded: ${JSON.stringify(waitingIn(folder))}`);
}

/** Stores clicks in a transaction of their own. */
export async function store(client: pg.Client, clicks: readonly Click[], { again = false } = {}): Promise<void> {
  await storeUserAgents(client, clicks);
  await client.query("BEGIN");
  try {
    await storeClicks(client, clicks, { again });
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/** Loads all of a folder on a connection of its own. Returns the number of clicks and postbacks. */
export const loadAll = (folder: string): Promise<number> =>
  withOwnConnection("clicks", async (client) => {
    const loader = new Loader(client, { folder, agentOf: classifiedUserAgents(), onLoaded: () => undefined });
    try {
      let count = 0;
      for (;;) {
        const more = await loader.load();
        if (more === 0) return count;
        count += more;
      }
    } finally {
      await loader.close();
    }
  });
