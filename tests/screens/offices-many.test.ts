import { expect, test } from "vitest";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { levels } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { pageStatement } from "../../server/kernel/operation/page";
import { OfficePaging, officesListing } from "../../server/offices/search";
import { type Account, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { planOf, touched } from "../world/plan";
import { signedIn } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const OFFICES = 200;
const AGENTS = 2_000;
let superadmin: Account;

const { server } = aScreenWorld({}, async () => {
  superadmin = await aSuperadmin({ username: "sup" });
  await writeTransaction(async () => {
    await execute(sql`
      INSERT INTO accounts (id, role, username, password_hash)
      SELECT 1000 + i, CASE WHEN i <= ${OFFICES} THEN ${levels.company}::int ELSE ${levels.agent}::int END, 'u' || i, ''
      FROM generate_series(1, ${OFFICES + AGENTS}::int) AS i`);
    await execute(sql`
      INSERT INTO offices (id, account_id, office_name, man_first_name, man_last_name)
      SELECT i, 1000 + i, 'Office of the ' || i || 'th pier', 'Mara', 'Lind' FROM generate_series(1, ${OFFICES}::int) AS i`);
    await execute(sql`
      INSERT INTO agents (account_id, company_id, first_name, last_name)
      SELECT 1000 + ${OFFICES}::int + i, 1 + i % ${OFFICES}::int, 'Ada', 'Berg' FROM generate_series(1, ${AGENTS}::int) AS i`);
    await execute(sql`
      INSERT INTO sites (id, sitename, shortname, abbr, url, type)
      SELECT i, 'Site ' || i, 's' || i, 's' || i, 'https://example.org/', 'DATING' FROM generate_series(1, 20) AS i`);
    await execute(sql`INSERT INTO office_sites SELECT offices.id, sites.id FROM offices CROSS JOIN sites`);
  });
  await db.run`ANALYZE`;
});

test.each(["officeName", "agentsCount", "sitesCount", "regTime"] as const)(
  "with 2,000 agents in 200 offices, the list by %s reads each table about once [OFFICE-07]",
  async (sortField) => {
    const asked = { ...OfficePaging.parse({ sortField }), criteria: [] };
    const statement = pageStatement(officesListing(superadmin.actor, asked, { whole: false }), asked);
    const plan = await planOf(statement);
    expect(plan["Actual Rows"]).toBe(50);
    // Agents are joined with their accounts and grouped, and sites of offices counted: each row a few times, not once
    // per office.
    expect(touched(plan)).toBeLessThan(10 * (2 * (OFFICES + AGENTS) + 20 * OFFICES));
  },
);

test("a page of 50 offices has at most 8 KB on the wire [OFFICE-03]", async () => {
  const visitor = await signedIn(server.url, "sup");
  const { status, headers, html } = await visitor.get("/app/offices/offices", { "Accept-Encoding": "br" });
  expect(status).toBe(200);
  expect(pageOf(html).all("tr")).toHaveLength(51);
  expect(html).toContain("<span>1 of 4</span>");
  expect(headers.get("content-encoding")).toBe("br");
  expect(Number(headers.get("content-length"))).toBeLessThanOrEqual(8 * 1024);
});
