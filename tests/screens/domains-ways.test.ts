import { test } from "vitest";
import { aSuperadmin } from "../world/builders";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { threeWays } from "./three-ways";

const LIST = "/app/offices/domains";

const { server } = aScreenWorld({}, async () => {
  await db.run`INSERT INTO domains (domain) VALUES ('https://a.example'), ('https://b.example')`;
  await aSuperadmin({ username: "sup" });
});
const ways = threeWays(server, "sup");

test("adding a domain leaves the same rows three ways [DOMAIN-04, DOMAIN-07]", async () => {
  const given = { domain: "https://links.example/x", description: "For the north" };
  await ways.sameRows({
    call: ["PUT preferredDomains", given],
    form: [`${LIST}/create`, given],
    async screen(page) {
      await page.goto(`${LIST}/create`);
      await page.getByLabel("Preferred Domain").fill(given.domain);
      await page.getByLabel("Note").fill(given.description);
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["audit", "domains"],
  });
});

test("hiding a domain in its list leaves the same rows three ways [DOMAIN-11, API-97]", async () => {
  await ways.sameRows({
    call: ["POST preferredDomains/status", { ids: [1], hidden: true }],
    form: [LIST, { intent: "hide", ids: "1" }],
    async screen(page) {
      await page.goto(LIST);
      await page.getByRole("button", { name: "Hide https://a.example" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
      await page.getByText("https://a.example was hidden.").waitFor();
    },
    changes: ["audit", "domains"],
  });
});

test("changing a domain leaves the same rows three ways [DOMAIN-03, API-96]", async () => {
  await ways.sameRows({
    call: ["POST preferredDomains/2", { description: "second", hidden: true }],
    form: [`${LIST}/2`, { domain: "https://b.example", description: "second", hidden: "on", version: "1" }],
    async screen(page) {
      await page.goto(LIST);
      await page.getByRole("link", { name: "Edit https://b.example" }).click();
      await page.getByLabel("Note").fill("second");
      await page.getByLabel("Hidden").check();
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["audit", "domains"],
  });
});
