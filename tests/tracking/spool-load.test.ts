import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { dayOf } from "../../server/kernel/time";
import { sql } from "../../server/kernel/database/sql";
import { closePostbacks } from "../../server/tracking";
import { clickId } from "../../server/tracking/clicks/click-id";
import { secretHashOf } from "../../server/tracking/postbacks/decide";
import { clickRecord, postbackRecord, type Spool } from "../../server/tracking/spool";
import { loadOnce } from "../../server/tracking/spool/loading";
import { aDatabase } from "../world/database";
import { aShop, eventsOf, read } from "./postback-world";
import { aSpool, waitingIn } from "./spool-world";

/** A spool as an outage leaves it: sales between the clicks. */
const CLICKS = 450;
const EACH = 20;
let spool: Spool;
beforeAll(async () => {
  await (await aDatabase()).enter();
  spool = await aSpool();
});
afterAll(() => closePostbacks());

test("clicks are loaded by the hundred despite sales between them, and each sale after its click [TRUST-03]", async () => {
  const { agent, type, secret } = await aShop();
  const kept = (record: object) => new Promise<boolean>((done) => void spool.append(record, done));
  const records: Promise<boolean>[] = [];
  const at = Date.now() - 60_000;
  const reported = (params: Record<string, string>) =>
    kept(
      postbackRecord({
        request: { receipt: randomUUID(), receivedAt: new Date(at + 1_000), ip: "203.0.113.9", params },
        secretHash: secretHashOf(secret),
        unreadable: false,
      }),
    );
  for (let n = 1; n <= CLICKS; n++) {
    const id = clickId(at);
    const of = { agentId: agent.id, companyId: agent.companyId, siteId: type.siteId, typeId: type.id };
    const nothing = { reason: null, flags: 0, geo: "", ip: null, agent: undefined, referer: null, subs: null };
    records.push(kept(clickRecord({ id, ...of, class: 0, ...nothing, day: dayOf(at), visitor: BigInt(n) })));
    if (n % EACH > 0) continue;
    const sale = { clickid: id, txid: `t${n}`, event: "sale" };
    records.push(reported(sale));
    if (n === EACH) records.push(reported({ ...sale, status: "reversed" }));
  }
  expect(new Set(await Promise.all(records))).toEqual(new Set([true]));
  await spool.close();

  const sent = vi.spyOn(pg.Client.prototype, "query");
  expect(await loadOnce(spool.folder)).toBe(true);
  const batches = sent.mock.calls.filter(([query]) => (query as { name?: string }).name === "clicks-again");
  sent.mockRestore();
  expect(batches).toHaveLength(Math.ceil(CLICKS / 200));
  expect(await waitingIn(spool.folder)).toEqual([]);
  expect(await read(sql`SELECT count(*)::int AS n FROM clicks WHERE agent_id = ${agent.id}`)).toEqual([{ n: CLICKS }]);
  const sales = Math.floor(CLICKS / EACH);
  expect(await read(sql`SELECT verdict, count(*)::int AS n FROM postbacks GROUP BY 1`)).toEqual([
    { verdict: "accepted", n: sales + 1 },
  ]);
  const events = await eventsOf(agent);
  expect(events.map(({ txid, sign }) => `${txid} ${sign}`).slice(0, 3)).toEqual(["t20 1", "t20 -1", "t40 1"]);
  expect(events).toHaveLength(sales + 1);
});
