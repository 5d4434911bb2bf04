import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "../../server/kernel/database/sql";
import { closePostbacks } from "../../server/tracking";
import { ClickLog } from "../../server/tracking/log/click-log";
import { segmentsIn } from "../../server/tracking/log/folder";
import { aDatabase } from "../world/database";
import { aShop, read } from "./click-world";
import { aClickOf, aLogFolder, appended, loadAll } from "./log-world";

/**
 * The process ends at each of its calls for a file: before the call, in the middle of a write, or after the call but before
 * its answer. Nothing happens afterwards. `cuts.test.ts` does the same at each statement.
 */
beforeAll(async () => {
  await (await aDatabase()).enter();
});
afterAll(() => closePostbacks());

type Call = (...given: unknown[]) => unknown;
const original = { write: fs.write, open: fs.promises.open, rm: fs.promises.rm };
const restore = () => {
  Object.assign(fs, { write: original.write });
  Object.assign(fs.promises, { open: original.open, rm: original.rm });
  syncBuiltinESMExports();
};
afterEach(restore);

type Moment = "before" | "within" | "after";
const never = () => new Promise<never>(() => undefined);

/** Ends the process at call number `at`. Resolves with the name of the call. */
function endAt(at: number, moment: Moment) {
  let calls = 0;
  let ended: (call: string) => void = () => undefined;
  const end = new Promise<string>((done) => (ended = done));
  let isOver = false;
  const isEnd = () => !isOver && ++calls === at;
  fs.write = ((...given: unknown[]) => {
    const write = original.write as unknown as Call;
    if (isOver) return;
    if (!isEnd()) return write(...given);
    isOver = true;
    const [fd, bytes, from, size, position] = given as [number, Buffer, number, number, number];
    const count = { before: 0, within: size >> 1, after: size }[moment];
    if (count === 0) return ended("write");
    write(fd, bytes, from, count, position, () => ended("write"));
  }) as unknown as typeof fs.write;
  const wrapped =
    (name: string, call: Call) =>
    async (...given: unknown[]) => {
      if (isOver) return never();
      if (!isEnd()) return call(...given);
      isOver = true;
      if (moment === "after") await call(...given);
      ended(name);
      return never();
    };
  Object.assign(fs.promises, {
    open: wrapped("open", original.open as unknown as Call),
    rm: wrapped("rm", original.rm as unknown as Call),
  });
  syncBuiltinESMExports();
  return end;
}

test.each(["before", "within", "after"] as const)(
  "clicks are stored once, the acknowledged ones all, if the process ends %s any call for a file [TRUST-01]",
  async (moment) => {
    const shop = await aShop({ heard: false });
    const reached: string[] = [];
    const acknowledged: string[] = [];
    for (let at = 1; ; at++) {
      const folder = await aLogFolder();
      const end = endAt(at, moment);
      const work = async () => {
        const log = new ClickLog(folder, 250);
        for (let n = 0; n < 5; n++) {
          const click = aClickOf(shop, at * 10 + (n % 3));
          if (await appended(log, click)) acknowledged.push(click.id);
          if (n === 2) await loadAll(folder);
        }
        await log.close();
        await loadAll(folder);
        return undefined;
      };
      const call = await Promise.race([end, work()]);
      restore();
      // The next process loads what is there.
      await loadAll(folder);
      if (call === undefined) {
        expect(segmentsIn(folder)).toEqual([]);
        break;
      }
      reached.push(call);
    }
    expect(new Set(reached)).toEqual(new Set(["write", "open", "rm"]));
    expect(reached.length).toBeGreaterThan(12);
    const clicks = await read<{ id: string }>(sql`SELECT id FROM clicks WHERE agent_id = ${shop.agent.id}`);
    const stored = new Set(clicks.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    const [sums] = await read<{ hits: number; uniques: number; visitors: number }>(sql`
      SELECT sum(hits)::int AS hits, sum(uniques)::int AS uniques,
        (SELECT count(*)::int FROM click_uniques WHERE agent_id = ${shop.agent.id}) AS visitors
      FROM stats_delta WHERE agent_id = ${shop.agent.id}`);
    expect(sums).toEqual({ hits: clicks.length, uniques: sums?.visitors, visitors: sums?.visitors });
  },
);
