import { expect, test } from "vitest";
import { tokenHash } from "../../server/kernel/process/secrets";
import { anAdmin } from "../world/builders";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { type Job, threeWays } from "./three-ways";

const password = "another-good-one";

const { server } = aScreenWorld({}, async () => {
  const { accountId } = await anAdmin({ username: "adm" });
  await db.run`
      INSERT INTO password_resets (account_id, hash, expires_at)
      VALUES (${accountId}, ${tokenHash("mailed")}, now() + interval '1 hour')`;
});
const ways = threeWays(server);

const asking = (email: string): Job => ({
  call: ["POST forgot", { username: "adm", email: "adm@example.org" }],
  form: ["/forgot", { username: "adm", email: "adm@example.org" }],
  async screen(page) {
    await page.goto("/forgot");
    await page.getByLabel("Username").fill("adm");
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("we have sent a link").waitFor();
  },
  changes: ["audit", "password_resets"],
});

test("requesting a new password leaves the same rows by call, by form and on the screen [AUTH-10]", async () => {
  await ways.sameRows(asking("adm@example.org"));
});

test("setting the new password leaves the same rows three ways", async () => {
  await ways.sameRows({
    call: ["POST auth/reset", { token: "mailed", password, passwordConfirm: password }],
    form: ["/reset?token=mailed", { token: "mailed", password, passwordConfirm: password }],
    async screen(page) {
      await page.goto("/reset?token=mailed");
      await page.locator("[name=password]").fill(password);
      await page.locator("[name=passwordConfirm]").fill(password);
      await page.getByRole("button", { name: "Set password" }).click();
      await page.waitForURL("**/login?reset=1");
    },
    changes: ["accounts", "audit", "password_resets"],
  });
});

test("a way that leaves different rows is detected, and so is a job that changes nothing", async () => {
  await expect(ways.sameRows(asking("other@example.org"))).rejects.toThrow("rows of the screen");
  const nothing = async () => undefined;
  const idle: Job = { call: nothing, form: nothing, screen: nothing };
  await expect(ways.sameRows(idle)).rejects.toThrow("tables that the job has changed");
});
