import { beforeAll, expect } from "vitest";
import { sql } from "../../../server/kernel/database/sql";
import { clickLog } from "../../../server/logs/clicks";
import { BOUNDS } from "../../../server/logs/reader/question";
import { readLog } from "../../../server/logs/reader/read";
import { aClick, anAgent, aSite } from "../../world/builders";
import { aDatabase } from "../../world/database";
import { first } from "../../world/first";
import { test } from "../../world/rollback";

beforeAll(async () => {
  await (await aDatabase()).enter();
});

test("a page past everything that an address's index finds is empty without reading the rows before it", async () => {
  const agent = await anAgent();
  const type = first((await aSite()).types);
  for (let day = 1; day <= 6; day++) await aClick({ agent, type, at: `2026-06-0${day}T12:00:00Z`, ip: "192.0.2.7" });
  const question = {
    ...{ page: 3, pageSize: 2, sortField: "clickTime" as const, sortAsc: false, selective: true },
    range: [new Date("2026-06-02T00:00:00Z"), new Date("2026-06-06T00:00:00Z")] as const,
    matching: sql`l.ip = '192.0.2.7'`,
  };
  // A search would stop after one row and report where it stopped.
  const bounds = { ...BOUNDS, counted: 3, looking: 0, stretch: 1 };
  expect(await readLog(clickLog, { ...question, page: 4 }, bounds)).toEqual({
    ...{ items: [], total: 3, totalIsEstimate: true },
  });
  // There are six rows whatever their time, so the third page may have rows and is searched.
  expect(await readLog(clickLog, question, bounds)).toHaveProperty("cutOffAt");
  expect(await readLog(clickLog, { ...question, page: 4 }, { ...bounds, indexed: 5 })).toHaveProperty("cutOffAt");
});
