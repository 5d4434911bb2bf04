import { expect } from "vitest";
import { readTransaction, execute } from "../../../server/kernel/database/transactions";
import { perform } from "../../../server/kernel/operation/perform";
import { system } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { searchCommon } from "../../../server/logs";
import { indexesIn, plansOf } from "../../world/plan";
import { test } from "../../world/rollback";
import { aCommonRow, from, manyRows } from "./world";

const RARE = {
  ...{ role: 20, username: "solitary", agentId: 7, companyId: 5, ip: "203.0.113.77", actionType: "EXPORT" },
  ...{ actionName: "GET /api/rare/thing", responseCode: 503, postParams: { said: "unheard" } },
};
const YEAR = { start: "2026-01-01", end: "2026-12-31" };

const filters: [asked: Record<string, unknown>, index: string][] = [
  [{}, "common_log_at"],
  [{ role: 20 }, "common_log_role"],
  [{ responseCode: 503 }, "common_log_code"],
  [{ actionType: "EXPORT" }, "common_log_type"],
  [{ ip: "203.0.113.77" }, "common_log_ip"],
  [{ ip: "3.0.113" }, "common_log_ip_text"],
  [{ username: "olitar" }, "common_log_username"],
  [{ actionName: "rare/th" }, "common_log_action_name"],
  [{ postParams: "unheard" }, "common_log_post_params"],
];

test("rare calls are found by an index, whichever criterion is used", async () => {
  await manyRows(20_000, "2026-06-10");
  await aCommonRow(RARE);
  await execute(sql`ANALYZE common_log`);
  for (const [asked, index] of filters) {
    const { answer, plans } = await readTransaction(() =>
      plansOf(() => perform(searchCommon, system, { ...YEAR, ...asked }, from)),
    );
    const used = plans.flatMap(indexesIn);
    expect({ asked, used: used.includes(index) ? index : used }).toEqual({ asked, used: index });
    if (Object.keys(asked).length > 0) expect(answer.items.map(({ username }) => username)).toEqual(["solitary"]);
  }
});
