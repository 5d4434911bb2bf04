import { beforeAll, expect, test } from "vitest";
import { anAgent, anOffice, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { pageOf } from "../world/page";
import { aServer } from "../world/server";
import { PASSWORD, type Visitor } from "../world/visitor";
import { threeWays, type Ways } from "./three-ways";

let ways: Ways;
let ids: number[];

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  await aSuperadmin({ username: "boss", password: PASSWORD });
  const office = await anOffice();
  const agents = [];
  for (const username of ["anna", "bert"]) agents.push(await anAgent({ office, username, approved: false }));
  ids = agents.map(({ id }) => id);
  ways = await threeWays(await aServer({ database }), "boss");
});

const fieldsOf = async (visitor: Visitor, path: string): Promise<Record<string, string>> => {
  const { html } = await visitor.get(path);
  return pageOf(html).hidden;
};

test("approving an agent leaves the same rows by call, by form and on the screen [APPROVE-06]", async () => {
  const [id = 0] = ids;
  const changed = await ways.sameRows({
    call: (call) => call("PUT accounts/approve", { ids: [id] }),
    form: async (visitor) =>
      visitor.post("/app/unapprove", await fieldsOf(visitor, `/app/unapprove/confirm?intent=approve&ids=${id}`)),
    async screen(page) {
      await page.goto("/app/unapprove");
      await page.getByRole("button", { name: "Approve anna" }).click();
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
  });
  expect(changed).toEqual(["accounts", "audit", "link_state"]);
});

test("saving the options leaves the same rows three ways [OPTION-03]", async () => {
  const changed = await ways.sameRows({
    call: (call) => call("POST options", [{ name: "auto_block_account", value: "1" }]),
    form: async (visitor) =>
      visitor.post("/app/settings/options", {
        ...(await fieldsOf(visitor, "/app/settings/options")),
        auto_block_account: "1",
      }),
    async screen(page) {
      await page.goto("/app/settings/options");
      await page.getByLabel("Auto Block Account").check();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Successfully saved").waitFor();
    },
  });
  expect(changed).toEqual(["audit", "options"]);
});
