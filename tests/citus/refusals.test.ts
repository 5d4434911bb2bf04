import { beforeAll, expect, test } from "vitest";
import { createAccount } from "../../server/accounts";
import { withOwnConnection } from "../../server/kernel/database/connections";
import { toRefusal } from "../../server/kernel/operation/constraint";
import { writeTransaction } from "../../server/kernel/database/transactions";
import { levels } from "../../server/kernel/operation/roles";
import { dayOf } from "../../server/kernel/time";
import { clickId } from "../../server/tracking/clicks/click-id";
import { readPositions } from "../../server/tracking/log/positions";
import { storeChunks } from "../../server/tracking/log/store-chunks";
import type { Click } from "../../server/tracking/clicks/store-clicks";
import { aDatabase, type TestDatabase } from "../world/database";
import { query } from "./nodes";

/** The product receives a refusal of a worker without its code, or without the name of the constraint. */
let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
  await database.enter();
});

const aClickOf = (agentId: number, referer: string): Click => ({
  ...{ id: clickId(Date.now()), agentId, companyId: 1, siteId: 1, typeId: 1, class: 0, reason: null, flags: 0 },
  ...{ geo: "US", ip: null, agent: undefined, referer, subs: null, day: dayOf(Date.now()), visitor: BigInt(agentId) },
});

test("a click that a worker refuses does not affect the others of its batch [TRUST-05]", async () => {
  await query(database.url, "ALTER TABLE clicks ADD CONSTRAINT refused CHECK (referer <> 'https://refused.example/')");
  const clicks = Array.from({ length: 9 }, (_, i) =>
    aClickOf(i + 1, `https://${i === 4 ? "refused" : "fine"}.example/`),
  );
  const refused: string[] = [];
  await withOwnConnection("clicks", async (client) => {
    const from = (await readPositions(client, ["a.log"])).get("a.log") ?? { loaded: 0, decided: 0 };
    const logged = clicks.map((click, i) => ({ click, payload: Buffer.from(click.id), end: 100 + i }));
    const chunk = { segment: "a.log", from, to: { loaded: 108, decided: 108 }, clicks: logged, again: false };
    await storeChunks(client, [chunk], (_, payload) => Promise.resolve(void refused.push(payload.toString())));
  });
  expect(refused).toEqual([clicks[4]?.id]);
  const stored = await query<{ n: number }>(database.url, "SELECT count(*)::int AS n FROM clicks");
  expect(stored).toEqual([{ n: 8 }]);
});

test("a username that is taken on all servers is refused at its field [ADMIN-07]", async () => {
  const create = (username: string) =>
    writeTransaction(() => createAccount({ role: levels.agent, username, password: "seven grey herons" }));
  await create("twice");
  const fault: unknown = await create("TWICE").catch((error: unknown) => error);
  expect(await toRefusal(fault)).toMatchObject({ status: 422, data: { username: ["Username is taken"] } });
});
