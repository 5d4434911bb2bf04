import { expect, test } from "vitest";
import { saveAgent } from "../../server/payouts";
import { ask } from "../reports/ask";
import { type Agent, anAgent, aSuperadmin } from "../world/builders";
import { aBrowser } from "../world/browser";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";
import { signedIn } from "../world/visitor";
import { violations } from "./violations";

const agents: Agent[] = [];

const { server } = aScreenWorld({}, async () => {
  const { actor } = await aSuperadmin({ username: "sup" });
  await aSuperadmin({ username: "sup2" });
  for (const username of ["ann", "bob"]) {
    const agent = await anAgent({ username });
    await ask(saveAgent, actor, { id: agent.id, method: "bank", details: "Bank\n0012 3456 7890", password: PASSWORD });
    agents.push(agent);
  }
});

test.each([
  [true, "ann"],
  [false, "bob"],
])("new payout details are confirmed after a question, with scripts: %s", async (javaScript, username) => {
  const as = await signedIn(server.url, "sup2");
  const { page: open } = await aBrowser({ as, baseURL: server.url, javaScript });
  const page = await open();
  const agent = agents.find((one) => one.username === username);
  await page.goto(`/app/agents/${agent?.id}/payout`);
  if (javaScript) expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: `Confirm new details ${username}` }).click();
  const question = "Pay to the new details from now on?";
  if (javaScript) {
    const dialog = page.getByRole("dialog", { name: question });
    await dialog.getByRole("button", { name: "Confirm" }).click();
  } else {
    await page.getByRole("heading", { name: question }).waitFor();
    await page.getByText("0012 3456 7890").waitFor();
    await page.getByRole("button", { name: "Confirm" }).click();
  }
  await page.getByText("Payments go to the new details from now on.").first().waitFor();
  expect(await page.getByRole("button", { name: /^Confirm new details/ }).count()).toBe(0);
  expect(await page.getByText(/confirmed by sup2/).count()).toBe(1);
});
