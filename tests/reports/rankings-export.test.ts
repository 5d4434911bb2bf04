import { expect } from "vitest";
import { withFixedTime } from "../../server/kernel/time/now";
import { execute } from "../../server/kernel/database/transactions";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { performanceExport, topAgentsExport } from "../../server/reports";
import { aSale } from "../world/builders";
import { test } from "../world/rollback";
import { refusedStream, textOf } from "./ask";
import { theWeek } from "./the-week";

const WEEK = { start: "2026-03-03", end: "2026-03-09" };
const LONGER = { start: "2026-03-02", end: "2026-03-09" };
const WEEKS = { start1: "2026-03-06", end1: "2026-03-07", start2: "2026-03-08", end2: "2026-03-09" };
const top = (actor: Actor, asked: Record<string, unknown> = {}) =>
  withFixedTime("2026-07-01T12:00:00Z", () => textOf(topAgentsExport, actor, { ...WEEK, ...asked }));
const compared = (actor: Actor, asked: Record<string, unknown> = {}) =>
  withFixedTime("2026-12-01T12:00:00Z", () => textOf(performanceExport, actor, { ...WEEKS, ...asked }));

test("the Top Agents export matches the screen with rank, names and sales, and omits offices the account may not see [TOP-05]", async () => {
  const { admin, north, cid, slow, site } = await theWeek();
  await aSale({ agent: cid, type: slow, at: "2026-03-06T15:00Z" });
  const head = (names: string) => `No.,${names}\n`;
  expect(await top(admin.actor)).toBe(
    head("Office,Agent,Name,Sales") +
      "1,North,ada,Ada Berg,3\n2,North,bob,Bob Dahl,1\n3,South,cid,Cid Ek,1\nTotal,,,,5\n",
  );
  expect(await top(north.actor)).toBe(head("Agent,Name,Sales") + "1,ada,Ada Berg,3\n2,bob,Bob Dahl,1\nTotal,,,4\n");
  expect(await top(north.actor, { ...LONGER, groupBy: "agent" })).toBe(
    head("Agent,Name,Sales") + "1,ada,Ada Berg,3\n2,bob,Bob Dahl,1\nTotal,,,4\n",
  );
  expect(await top(north.actor, LONGER)).toBe(head("Office,Sales") + "1,North,4\nTotal,,4\n");
  const custom = { siteId: "custom", siteIds: [site.id] };
  expect(await top(admin.actor, custom)).toContain("Total,,,,5");
  expect(await top(admin.actor, { start: "2026-01-01", end: "2026-01-01", ...custom })).toBe(
    head("Office,Agent,Name,Sales") + "Total,,,,0\n",
  );
});

test("the Office Performance export has both periods, signed growth and totals, in the order of its screen [PERF-02]", async () => {
  const { admin, north, cid, slow } = await theWeek();
  await aSale({ agent: cid, type: slow, at: "2026-03-06T15:00Z" });
  const head = "No.,Office,Period 1 sales 2026-03-06 ~ 2026-03-07,Period 2 sales 2026-03-08 ~ 2026-03-09,Progress";
  expect((await compared(admin.actor)).trimEnd().split("\n")).toEqual([
    head,
    "1,North,1,3,200.00",
    "2,South,1,0,-100.00",
    "Total,,2,3,50.00",
  ]);
  const sorted = await compared(admin.actor, { sortField: "progress" });
  expect(sorted.split("\n")[1]).toBe("1,South,1,0,-100.00");
  expect((await compared(north.actor)).trimEnd().split("\n")).toEqual([
    head,
    "1,North,1,3,200.00",
    "Total,,1,3,200.00",
  ]);
  expect((await compared(north.actor, { groupBy: "agent" })).trimEnd().split("\n")).toEqual([
    head.replace("Office", "Agent,Name"),
    "1,ada,Ada Berg,1,2,100.00",
    "2,bob,Bob Dahl,0,1,100.00",
    "Total,,,1,3,200.00",
  ]);
});

test("a name that a spreadsheet would read as a formula is quoted", async () => {
  const { admin, north } = await theWeek();
  await execute(sql`UPDATE offices SET office_name = '=1+1,"x"' WHERE id = ${north.id}`);
  expect(await compared(admin.actor)).toContain(`1,"'=1+1,""x""",1,3,200.00`);
  expect(await top(admin.actor, LONGER)).toContain(`1,"'=1+1,""x""",4`);
});

test("an export is refused like its screen, before its first line [ROLE-17]", async () => {
  const { admin, ada } = await theWeek();
  for (const [asker, answer] of [
    [ada.actor, { status: 403 }],
    [null, { status: 401 }],
  ] as const) {
    expect(await refusedStream(topAgentsExport, asker, WEEK)).toEqual(answer);
    expect(await refusedStream(performanceExport, asker, WEEKS)).toEqual(answer);
  }
  const message = ["Date Range is not valid"];
  expect(await refusedStream(topAgentsExport, admin.actor, { start: "2026-03-09", end: "2026-03-03" })).toEqual({
    status: 422,
    data: { start: message },
  });
  expect(await refusedStream(performanceExport, admin.actor, { ...WEEKS, end2: "2026-03-01" })).toEqual({
    status: 422,
    data: { start2: message },
  });
  expect(await refusedStream(topAgentsExport, admin.actor, { ...WEEK, siteId: 999_999 })).toEqual({ status: 404 });
});
