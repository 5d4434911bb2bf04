import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { runChecks, formatFinding } from "../../../server/invariants";
import { halfMonthsWithData } from "../../../server/invariants/halves";
import { currentClient } from "../../../server/kernel/database/transactions";
import { aDatabase, inRollback, type TestDatabase } from "../../world/database";
import { runProgram } from "../../world/program";
import { planted } from "./planted";
import { plantedInAudit } from "./planted-audit";
import { aSoundCompany, type World } from "./world";

let world: Omit<World, "afterwards">;
let own: TestDatabase;
beforeAll(async () => {
  own = await aDatabase();
  await own.enter();
  world = await aSoundCompany();
});

/** The program's output and exit code. */
async function doctor(url: string, ...args: string[]): Promise<{ code: number | null; lines: string[] }> {
  const { code, said } = await runProgram("doctor", args, { DATABASE_URL: url });
  return { code, lines: said.trim().split("\n") };
}

test("a sound company has no faults [TRUST-11]", async () => {
  expect((await inRollback(() => runChecks())).map(formatFinding)).toEqual([]);
});

test.each([...planted, ...plantedInAudit])(
  "%s: the fault is reported by its own check and no other [TRUST-11]",
  async (says, plant, about = /./) => {
    const ends: (() => Promise<unknown>)[] = [];
    try {
      const told = await inRollback(async () => {
        // The constraints of the database would prevent most of these faults.
        await currentClient().query("SET LOCAL session_replication_role = replica");
        await plant({ ...world, afterwards: (end) => ends.push(end) });
        const seen: string[] = [];
        const found = await runChecks((finding) => seen.push(formatFinding(finding)));
        expect(seen).toEqual(found.map(formatFinding));
        return found;
      });
      expect(told.map((finding) => finding.says)).toEqual([says]);
      const line = told.map(formatFinding).join();
      expect(line).toMatch(/^[^\n]+: [1-9][\d,]*, for example [^\n]+\.$/);
      expect(line).toMatch(about);
    } finally {
      for (const end of ends) await end();
    }
  },
);

test("years without data between two rows are not read half-month by half-month", async () => {
  const halves = await inRollback(async () => {
    const before = await halfMonthsWithData();
    await currentClient().query(
      "INSERT INTO hits_by_day (day, company_id, site_id, hits) VALUES ('2150-01-05', 1, 1, 1)",
    );
    return { before, after: await halfMonthsWithData() };
  });
  expect(halves.before).toEqual([
    { start: "2026-03-01", end: "2026-03-15" },
    { start: "2026-03-16", end: "2026-03-31" },
  ]);
  expect(halves.after).toEqual([...halves.before, { start: "2150-01-01", end: "2150-01-15" }]);
});

test("the program finds nothing in the demo and exits with 0 [TRUST-11]", async () => {
  const { url, drop } = await aDatabase({ demo: true });
  expect(await doctor(url)).toEqual({ code: 0, lines: ["All checks passed."] });
  await drop();
});

test("rows outside their months make the program exit with 1 until it is asked to move them [TRUST-11]", async () => {
  const far =
    "INSERT INTO postbacks (receipt, received_at, verdict, params) SELECT gen_random_uuid(), at, 'refused', '{}'";
  const days = ["2025-01-31 23:59:59.999+00", "2025-02-01 00:00:00+00", "2150-05-05 12:00:00+00"];
  const connection = new pg.Client({ connectionString: own.url });
  await connection.connect();
  const query = async (text: string, values: unknown[] = []) => (await connection.query(text, values)).rows;
  await query(`${far} FROM unnest($1::timestamptz[]) AS at`, [days]);
  await query("INSERT INTO click_uniques VALUES (1, '2025-01-31', 1), (1, '2025-02-01', 1)");
  const before = await query("SELECT received_at, receipt FROM postbacks ORDER BY 1, 2");
  const sick = await doctor(own.url);
  expect(sick.code).toBe(1);
  expect(sick.lines).toEqual([
    expect.stringMatching(
      /^Rows of click_uniques outside their month's partition \(--repair moves them\): 2, for example .+\.$/,
    ),
    expect.stringMatching(
      /^Rows of postbacks outside their month's partition \(--repair moves them\): 3, for example .+\.$/,
    ),
    "2 checks failed.",
  ]);
  expect(await doctor(own.url, "--repair")).toEqual({
    code: 0,
    lines: ["5 rows moved into their months.", "All checks passed."],
  });
  expect(await query("SELECT received_at, receipt FROM postbacks ORDER BY 1, 2")).toEqual(before);
  const places =
    "SELECT DISTINCT tableoid::regclass::text AS place FROM postbacks WHERE verdict = 'refused' ORDER BY 1";
  expect((await query(places)).map(({ place }) => place)).toEqual([
    "postbacks_2025_01",
    "postbacks_2025_02",
    "postbacks_2150_05",
  ]);
  await connection.end();
});

test("an unknown argument prints the usage [TRUST-11]", async () => {
  const unknown = await doctor(own.url, "--mend");
  expect([unknown.code, unknown.lines[0]]).toEqual([1, "Usage: npm run check -- [--repair]"]);
});
