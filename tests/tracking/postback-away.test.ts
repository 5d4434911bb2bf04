import { afterAll, beforeAll, expect, test } from "vitest";
import { complete, config } from "../../server/kernel/config";
import { aDatabase } from "../world/database";
import { aLine } from "../world/line";
import { aShop, countStored, eventsOf, openPostbacks } from "./postback-world";

let line: Awaited<ReturnType<typeof aLine>>;
let site: Awaited<ReturnType<typeof openPostbacks>>;
beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  line = await aLine(database.url);
  site = await openPostbacks();
});
afterAll(async () => {
  await site.close();
  await line.cut();
});

/** The door of postbacks takes the line; what the test itself reads goes straight. */
async function throughTheLine<T>(body: () => Promise<T>): Promise<T> {
  const { DATABASE_URL } = config();
  complete({ DATABASE_URL: line.url });
  try {
    return await body();
  } finally {
    complete({ DATABASE_URL });
  }
}

test("without the database every postback is told so within two seconds and a bit, and none is stored", async () => {
  const { agent, secret, clicks } = await aShop();
  const sales = (await clicks(40)).map((clickid) => ({ clickid, event: "sale", secret }));
  const sendAll = (some = sales) =>
    throughTheLine(() =>
      Promise.all(
        some.map(async (sale) => {
          const began = Date.now();
          const { status, headers, body } = await site.form(sale);
          return { status, retry: headers["retry-after"], code: body.code, took: Date.now() - began };
        }),
      ),
    );
  const expectAway = (answers: Awaited<ReturnType<typeof sendAll>>) => {
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, retry: "5", code: "UNAVAILABLE" });
      expect(answer.took).toBeLessThan(2_600);
    }
  };
  // The connections stand before the line fails.
  expect((await sendAll(sales.slice(0, 10))).map(({ status }) => status)).toEqual(Array(10).fill(200));
  const stored = await countStored();

  line.fallSilent();
  expectAway(await sendAll(sales.slice(10)));
  // Nobody is connected any more: the next ones wait for a connection that does not come.
  expectAway(await sendAll(sales.slice(10)));
  await line.cut();
  expectAway(await sendAll(sales.slice(10)));
  expect(await countStored()).toBe(stored);
  expect(await eventsOf(agent)).toHaveLength(10);

  await line.mend();
  expect((await sendAll()).map(({ status }) => status)).toEqual(Array(40).fill(200));
  expect(await eventsOf(agent)).toHaveLength(40);
  expect(await countStored()).toBe(stored + 40);
});
