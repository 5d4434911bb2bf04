import { beforeAll, expect, test } from "vitest";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { aServer } from "../world/server";
import { PASSWORD } from "../world/visitor";
import { threeWays, type Ways } from "./three-ways";

const LIST = "/app/offices/domains";
let ways: Ways;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  await writeTransaction(() =>
    execute(sql`INSERT INTO domains (domain) VALUES ('https://a.example'), ('https://b.example')`),
  );
  await aSuperadmin({ username: "sup", password: PASSWORD });
  ways = await threeWays(await aServer({ database }), "sup");
});

test("adding a domain leaves the same rows three ways [DOMAIN-04, DOMAIN-07]", async () => {
  const given = { domain: "https://links.example/x", description: "For the north" };
  const changed = await ways.sameRows({
    call: (call) => call("PUT preferredDomains", given),
    form: (visitor) => visitor.post(`${LIST}/create`, given),
    async screen(page) {
      await page.goto(`${LIST}/create`);
      await page.getByLabel("Preferred Domain").fill(given.domain);
      await page.getByLabel("Note").fill(given.description);
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
  });
  expect(changed).toEqual(["audit", "domains"]);
});

test("hiding a domain in its list leaves the same rows three ways [DOMAIN-11, API-97]", async () => {
  const changed = await ways.sameRows({
    call: (call) => call("POST preferredDomains/status", { ids: [1], hidden: true }),
    form: (visitor) => visitor.post(LIST, { intent: "hide", ids: "1" }),
    async screen(page) {
      await page.goto(LIST);
      await page.getByRole("button", { name: "Hide https://a.example" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
  });
  expect(changed).toEqual(["audit", "domains"]);
});

test("changing a domain leaves the same rows three ways [DOMAIN-03, API-96]", async () => {
  const changed = await ways.sameRows({
    call: (call) => call("POST preferredDomains/2", { description: "second", hidden: true }),
    form: (visitor) =>
      visitor.post(`${LIST}/2`, { domain: "https://b.example", description: "second", hidden: "on", version: "1" }),
    async screen(page) {
      await page.goto(LIST);
      await page.getByRole("link", { name: "Edit https://b.example" }).click();
      await page.getByLabel("Note").fill("second");
      await page.getByLabel("Hidden").check();
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
  });
  expect(changed).toEqual(["audit", "domains"]);
});
