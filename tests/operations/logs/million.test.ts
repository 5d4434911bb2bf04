import { beforeAll, describe, expect, test } from "vitest";
import { readTransaction } from "../../../server/kernel/database/transactions";
import { system } from "../../../server/kernel/operation/roles";
import { commonLog } from "../../../server/logs/common-log";
import { readLog } from "../../../server/logs/reader/read";
import { aDatabase } from "../../world/database";
import { db } from "../../world/db";

/** A year of 1,000,000 calls and forms: most with a few hundred bytes of parameters, one in ten thousand of a kind. */
const ROWS = 1_000_000;
const YEAR = { start: "2025-07-01", end: "2026-06-30" };

describe.runIf(process.env.LONG === "on")("the common log of a million rows", () => {
  beforeAll(async () => {
    const database = await aDatabase();
    await database.enter();
    const atOnce = 50_000;
    for (let first = 0; first < ROWS; first += atOnce) {
      await db.run`
        INSERT INTO common_log (at, role, account_id, username, account_name, ip, action_type, action_name, response_code,
          post_params, get_params)
        SELECT '2025-07-01T04:00:00Z'::timestamptz + n * interval '31 seconds', (ARRAY[0, 5, 10, 20])[1 + n % 4], n % 2000,
          'user' || n % 2000, 'Name ' || n % 2000, '192.0.2.1'::inet + n % 60000,
          (ARRAY['READ', 'UPDATE', 'CREATE', 'AUTH'])[1 + n % 4],
          'POST /api/' || (ARRAY['offices/search', 'agents/status', 'stats/sites', 'auth/login'])[1 + n % 4],
          CASE WHEN n % 50 = 0 THEN 422 ELSE 200 END,
          jsonb_build_object('page', n % 9, 'pageSize', 50, 'sortField', 'username', 'note', md5(n::text) || md5((n * 7)::text),
            'criteria', jsonb_build_array(jsonb_build_object('field', 'username', 'value', 'name-' || n % 5000)),
            'mark', CASE WHEN n % 10000 = 77 THEN 'one-of-a-kind' ELSE 'ordinary' END), '{}'
        FROM generate_series(${first}::int, ${first + atOnce - 1}::int) AS n`;
    }
    await db.run`ANALYZE common_log`;
  }, 600_000);

  /** The criteria, and the number of matching rows. */
  const questions: [string, Record<string, unknown>, number][] = [
    ["a rare text", { postParams: "one-of-a-kind" }, 100],
    ["a text that does not occur", { postParams: "nowhere at all" }, 0],
    ["a text of nearly every row", { postParams: "ordinary" }, 999_900],
    ["a text too short for the index that does not occur", { postParams: "~" }, 0],
    ["a text of frequent parts that does not occur", { postParams: "name-77777" }, 0],
    ["a rare text of one account", { postParams: "one-of-a-kind", username: "user77" }, 100],
    ["a rare address", { ip: "192.0.2.9" }, 17],
    ["a part of an address", { ip: "192.0.2.1" }, 17],
    ["an unknown name", { username: "nobody" }, 0],
    ["an unused code", { responseCode: 500 }, 0],
    ["the whole log", {}, ROWS],
    ["a page near the end", { page: 19_000 }, ROWS],
    ["sorted by office", { sortField: "officeName" }, ROWS],
    ["sorted by code, a rare name", { sortField: "responseCode", username: "user77" }, 5_500],
  ];

  test.each(questions)("%s is answered within two seconds, in full or with how far it got", async (_, given, all) => {
    const criteria = commonLog.Criteria.parse({ ...YEAR, ...given });
    const start = performance.now();
    const { total, totalIsEstimate, cutOffAt } = await readTransaction(async () => {
      const { question } = await commonLog.check(system, criteria);
      return readLog(commonLog, question);
    });
    expect(performance.now() - start).toBeLessThan(2_000);
    if (cutOffAt || totalIsEstimate) expect(total).toBeLessThan(all + 1);
    else expect(total).toBe(all);
    // A search that can use the index is never cut off.
    if (/one-of-a-kind|nowhere|name-/.test(String(given.postParams)))
      expect([total, cutOffAt]).toEqual([all, undefined]);
  });
});
