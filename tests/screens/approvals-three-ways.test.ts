import { test } from "vitest";
import { anAgent, anOffice, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { type Visitor } from "../world/visitor";
import { aScreenWorld } from "../world/screens";
import { threeWays } from "./three-ways";

let ids: number[];

const { server } = aScreenWorld({}, async () => {
  await aSuperadmin({ username: "boss" });
  const office = await anOffice();
  const agents = [];
  for (const username of ["anna", "bert"]) agents.push(await anAgent({ office, username, approved: false }));
  ids = agents.map(({ id }) => id);
});
const ways = threeWays(server, "boss");

const fieldsOf = async (visitor: Visitor, path: string): Promise<Record<string, string>> => {
  const { html } = await visitor.get(path);
  return pageOf(html).hidden;
};

test("approving an agent leaves the same rows by call, by form and on the screen [APPROVE-06]", async () => {
  const [id = 0] = ids;
  await ways.sameRows({
    call: ["PUT accounts/approve", { ids: [id] }],
    form: async (visitor) =>
      visitor.post("/app/unapprove", await fieldsOf(visitor, `/app/unapprove/confirm?intent=approve&ids=${id}`)),
    async screen(page) {
      await page.goto("/app/unapprove");
      await page.getByRole("button", { name: "Approve anna" }).click();
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["accounts", "audit", "link_state"],
  });
});

test("saving the options leaves the same rows three ways [OPTION-03]", async () => {
  await ways.sameRows({
    call: ["POST options", [{ name: "auto_block_account", value: "1" }]],
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
    changes: ["audit", "options"],
  });
});
