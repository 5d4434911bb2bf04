import { beforeAll, expect, test, vi } from "vitest";
import { anOffice, aSite, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { aServer } from "../world/server";
import { PASSWORD } from "../world/visitor";
import { threeWays, type Ways } from "./three-ways";

vi.setConfig({ testTimeout: 90_000 });

const LIST = "/app/sites/company-fees";
const AT = `${LIST}?siteId=1&typeId=1`;
const HEAD = "typeId,companyId,enable,payout,earning,lpp,bonusPayout,bonusEarning,bonusLpp";
let ways: Ways;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  await aSuperadmin({ username: "sup", password: PASSWORD });
  await anOffice({ officeName: "North" });
  await aSite({ sitename: "Roses", types: [{ typename: "card" }] });
  ways = await threeWays(await aServer({ database }), "sup");
});

test("giving an office a payment of its own leaves the same rows three ways [FEE-04, FEE-05, API-60]", async () => {
  const give = { typeId: 1, companyId: 1 };
  const shown = { siteId: "1", typeId: "1", companyId: "1", payout: "500.00", earning: "20.00", lpp: "1" };
  const changed = await ways.sameRows({
    async call(call) {
      await call("POST companies/fees", { ...give, enable: true });
      await call("POST companies/fees", { ...give, payout: 612.5 });
    },
    async form(visitor) {
      await visitor.post(AT, { ...shown, enable: "on", version: "1" });
      await visitor.post(AT, { ...shown, enable: "on", payout: "612.50", version: "2" });
    },
    async screen(page) {
      await page.goto(AT);
      await page.locator("x-fees[data-state=ready]").waitFor();
      const row = page.getByRole("row", { name: /North/ });
      await row.getByLabel("Custom").check();
      await row.getByLabel("Payout").fill("612.5");
      await row.getByLabel("Payout").press("Tab");
      await row.locator("input[name=version][value='3']").waitFor({ state: "attached" });
    },
  });
  expect(changed).toEqual(["audit", "prices"]);
});

test("a file of custom payments leaves the same rows three ways [FEE-08]", async () => {
  const csv = `${HEAD}\n1,1,1,640,21.5,2,,,\n`;
  const changed = await ways.sameRows({
    call: (call) => call("POST companies/fees/import", { csv }),
    form: (visitor) => visitor.post(`${LIST}/import`, { intent: "apply", csv }),
    async screen(page) {
      await page.goto(`${LIST}/import`);
      await page.getByLabel("File").setInputFiles({ name: "f.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
      await page.getByRole("button", { name: "Show what it does" }).click();
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByText("1 row was applied.").waitFor();
    },
  });
  expect(changed).toEqual(["audit", "prices"]);
});
