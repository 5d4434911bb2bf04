import { expect, test } from "vitest";
import { aSuperadmin } from "../world/builders";
import { aBrowser } from "../world/browser";
import { signedIn } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const { server } = aScreenWorld({}, async () => {
  await aSuperadmin({ username: "sup" });
});

test("with scripts, too, nothing can be migrated while no agent is waiting [MIGRATE-03]", async () => {
  const visitor = await signedIn(server.url, "sup");
  const { page } = await aBrowser({ as: visitor, baseURL: server.url });
  const opened = await page();
  await opened.goto("/app/migration");
  const button = opened.getByRole("button", { name: "Migrate agents from old server" });
  // Scripts have loaded: forms are checked after the browser's autofill.
  await opened.waitForFunction(() => customElements.get("guarded-form") !== undefined);
  await opened.evaluate(() => document.querySelector("guarded-form form")?.dispatchEvent(new Event("input")));
  expect(await button.isDisabled()).toBe(true);

  await db.run`
      INSERT INTO legacy_agents (legacy_id, username, first_name, last_name, email, office_name, campaign_id, ready, codes)
      VALUES ('1', 'old', 'Old', 'Agent', 'old@example.org', 'North', '', true, '[]')`;
  await opened.reload();
  await opened.waitForFunction(() => customElements.get("guarded-form") !== undefined);
  expect(await button.isDisabled()).toBe(false);
});
