import { brotliDecompressSync } from "node:zlib";
import { get } from "node:http";
import { expect, it } from "vitest";
import { listScreen, search } from "../../server/agents";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { ask } from "../reports/ask";
import { anAdmin, aSite, type Account } from "../world/builders";
import { pageOf } from "../world/page";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { test } from "../world/rollback";

/** A company with 200 offices and 2,000 agents who sell 24 sites each. */

const NEXT = 8 * 1024;
let admin: Account;

const { server, as } = aScreenWorld({ people: ["adm"] }, async () => {
  admin = await anAdmin({ username: "adm" });
  for (let i = 0; i < 24; i++) await aSite();
  await writeTransaction(async () => {
    await execute(sql`
      INSERT INTO accounts (id, role, username, password_hash, last_login_at, login_count)
      SELECT 1000 + i, CASE WHEN i < 200 THEN 10 ELSE 20 END, 'u' || md5(i::text)::char(8), '',
        now() - i * interval '7 minutes', i % 90
      FROM generate_series(0, 2199) i`);
    await execute(sql`
      INSERT INTO offices (id, account_id, office_name, man_first_name, man_last_name)
      SELECT 1000 + i, 1000 + i, 'Office ' || i, 'Mara', 'Lind' FROM generate_series(0, 199) i`);
    await execute(sql`
      INSERT INTO agents (id, account_id, company_id, first_name, last_name, email, campaign_id)
      SELECT 1000 + i, 1000 + i, 1000 + i % 200, 'Ada', 'Nr ' || i, i || '@example.org', 'c' || i % 7
      FROM generate_series(200, 2199) i`);
    await execute(sql`INSERT INTO office_sites SELECT offices.id, sites.id FROM offices, sites`);
    await execute(sql`INSERT INTO agent_sites SELECT agents.id, sites.id FROM agents, sites`);
  });
});
const visitor = as("adm");

/** Compressed bytes of the page on the wire. */
function weight(path: string): Promise<{ bytes: number; html: string }> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return new Promise((done, failed) => {
    get(`${server.url}${path}`, { headers: { Cookie: cookie, "Accept-Encoding": "br" } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const body = Buffer.concat(parts);
        done({ bytes: body.length, html: brotliDecompressSync(body).toString() });
      });
    }).on("error", failed);
  });
}

it("a page of fifty of 2,000 agents has at most 8 KB, however it is sorted and searched", async () => {
  for (const query of ["", "?sortField=sitesCount", "?username=a&sortAsc=false", "?companyId=1007", "?page=40"]) {
    const { bytes, html } = await weight(`/app/agents${query}`);
    expect(html).toContain("<h1>Agents</h1>");
    expect([query, bytes <= NEXT, bytes]).toEqual([query, true, bytes]);
  }
});

test("every sort and search of 2,000 agents stays within the statement timeout", async () => {
  await execute(sql`SET LOCAL statement_timeout = 5000`);
  const sorts = ["username", "officeName", "regTime", "lastLoginTime", "loginCount", "active", "sitesCount"];
  for (const sortField of sorts) {
    const { agents } = await ask(listScreen, admin.actor, { sortField, sortAsc: false, page: 20 });
    expect([agents.items.length, agents.total]).toEqual([50, 2000]);
  }
  for (const field of ["username", "firstName", "lastName", "email", "campaignId"]) {
    await ask(listScreen, admin.actor, { [field]: "a" });
  }
  const criteria = [{ field: "lastName", comparison: "LIKE", value: "%nr 21%" }];
  expect((await ask(search, admin.actor, { criteria, pageSize: 500 })).total).toBe(110);
});

it("the agent picker of 2,000 agents has at most 8 KB and finds the typed one without scripts", async () => {
  const { bytes, html } = await weight("/app/links/links");
  expect(pageOf(html).all("datalist")).toHaveLength(1);
  expect([bytes <= NEXT, bytes]).toEqual([true, bytes]);
  expect(html).not.toContain('<option value="u');
  const [{ username = "" } = {}] = await db.rows<{
    username: string;
  }>`SELECT username FROM accounts WHERE role = 20 ORDER BY id LIMIT 1`;
  const found = await visitor.get(`/app/links/links?siteId=1&agentId=${username.toUpperCase()}`);
  expect(found.html).toContain(`value="${username}"`);
  expect(found.html).toContain("<table");
});
