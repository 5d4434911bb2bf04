import { beforeAll, expect, test } from "vitest";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { anAdmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { aServer } from "../world/server";
import { PASSWORD } from "../world/visitor";
import { threeWays, type Ways } from "./three-ways";

const LIST = "/app/settings/black-list-ip";
let ways: Ways;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  await writeTransaction(() => execute(sql`INSERT INTO black_list (ip) VALUES ('192.0.2.1'), ('198.51.100.0/24')`));
  await anAdmin({ username: "adm", password: PASSWORD });
  ways = await threeWays(await aServer({ database }), "adm");
});

test("adding an address leaves the same entry three ways [BLACK-09, API-74]", async () => {
  const changed = await ways.sameRows({
    call: (call) => call("PUT black-list-ip", { ip: "203.0.113.9/24" }),
    form: async (visitor) => {
      await visitor.post(`${LIST}/create`, { ips: "203.0.113.9/24" });
    },
    async screen(page) {
      await page.goto(`${LIST}/create`);
      await page.getByLabel("IP List").fill("203.0.113.9/24");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("1 IP added.").waitFor();
    },
  });
  expect(changed).toEqual(["audit", "black_list", "black_list_changes", "link_state"]);
});

test("deleting by value leaves the same entries three ways [BLACK-10, API-76]", async () => {
  const changed = await ways.sameRows({
    call: (call) => call("POST black-list-ip/delete-by-value", { ips: ["192.0.2.1", "8.8.8.8"] }),
    form: (visitor) => visitor.post(`${LIST}/delete`, { ips: "192.0.2.1\r\n8.8.8.8" }),
    async screen(page) {
      await page.goto(`${LIST}/delete`);
      await page.getByLabel("IP List").fill("192.0.2.1\n8.8.8.8");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("1 IP deleted. Not on the list: 8.8.8.8.").waitFor();
    },
  });
  expect(changed).toContain("black_list");
});

test("deleting a row leaves the same entries three ways, and deleting several asks in a dialog too [BLACK-06, API-75]", async () => {
  const changed = await ways.sameRows({
    call: (call) => call("DELETE black-list-ip/2"),
    form: (visitor) => visitor.post(LIST, { intent: "delete", ids: "2" }),
    async screen(page) {
      await page.goto(LIST);
      await page.getByLabel("Select all").check();
      await page.getByRole("button", { name: "Delete selected" }).click();
      const several = page.getByRole("dialog", { name: "Are you sure to delete selected IPs?" });
      await several.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Delete 198.51.100.0/24" }).click();
      const one = page.getByRole("dialog", { name: "Are you sure to delete IP?" });
      await one.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
  });
  expect(changed).toContain("black_list");
});
