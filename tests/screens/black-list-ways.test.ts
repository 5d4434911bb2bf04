import { test } from "vitest";
import { anAdmin } from "../world/builders";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { threeWays } from "./three-ways";

const LIST = "/app/settings/black-list-ip";

const { server } = aScreenWorld({}, async () => {
  await db.run`INSERT INTO black_list (ip) VALUES ('192.0.2.1'), ('198.51.100.0/24')`;
  await anAdmin({ username: "adm" });
});
const ways = threeWays(server, "adm");

test("adding an address leaves the same entry three ways [BLACK-09, API-74]", async () => {
  await ways.sameRows({
    call: ["PUT black-list-ip", { ip: "203.0.113.9/24" }],
    form: async (visitor) => {
      await visitor.post(`${LIST}/create`, { ips: "203.0.113.9/24" });
    },
    async screen(page) {
      await page.goto(`${LIST}/create`);
      await page.getByLabel("IP List").fill("203.0.113.9/24");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("1 IP added.").waitFor();
    },
    changes: ["audit", "black_list", "black_list_changes", "link_state"],
  });
});

test("deleting by value leaves the same entries three ways [BLACK-10, API-76]", async () => {
  await ways.sameRows({
    call: ["POST black-list-ip/delete-by-value", { ips: ["192.0.2.1", "8.8.8.8"] }],
    form: [`${LIST}/delete`, { ips: "192.0.2.1\r\n8.8.8.8" }],
    async screen(page) {
      await page.goto(`${LIST}/delete`);
      await page.getByLabel("IP List").fill("192.0.2.1\n8.8.8.8");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("1 IP deleted. Not on the list: 8.8.8.8.").waitFor();
    },
    changes: ["audit", "black_list", "black_list_changes", "link_state"],
  });
});

test("deleting a row leaves the same entries three ways, and deleting several asks in a dialog too [BLACK-06, API-75]", async () => {
  await ways.sameRows({
    call: ["DELETE black-list-ip/2"],
    form: [LIST, { intent: "delete", ids: "2" }],
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
    changes: ["audit", "black_list", "black_list_changes", "link_state"],
  });
});
