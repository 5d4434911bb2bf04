import { beforeAll, expect, test } from "vitest";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { tokenHash } from "../../server/kernel/process/secrets";
import { sql } from "../../server/kernel/database/sql";
import { anAdmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { aServer } from "../world/server";
import { type Job, threeWays, type Ways } from "./three-ways";

let ways: Ways;
const password = "another-good-one";

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  const { accountId } = await anAdmin({ username: "adm" });
  await writeTransaction(() =>
    execute(sql`
      INSERT INTO password_resets (account_id, hash, expires_at)
      VALUES (${accountId}, ${tokenHash("mailed")}, now() + interval '1 hour')`),
  );
  ways = await threeWays(await aServer({ database }));
});

const asking = (email: string): Job => ({
  call: (call) => call("POST forgot", { username: "adm", email: "adm@example.org" }),
  form: (visitor) => visitor.post("/forgot", { username: "adm", email: "adm@example.org" }),
  async screen(page) {
    await page.goto("/forgot");
    await page.getByLabel("Username").fill("adm");
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("we have sent a link").waitFor();
  },
});

test("requesting a new password leaves the same rows by call, by form and on the screen [AUTH-10]", async () => {
  expect(await ways.sameRows(asking("adm@example.org"))).toEqual(["audit", "password_resets"]);
});

test("setting the new password leaves the same rows three ways", async () => {
  const changed = await ways.sameRows({
    call: (call) => call("POST auth/reset", { token: "mailed", password, passwordConfirm: password }),
    form: (visitor) => visitor.post("/reset?token=mailed", { token: "mailed", password, passwordConfirm: password }),
    async screen(page) {
      await page.goto("/reset?token=mailed");
      await page.locator("[name=password]").fill(password);
      await page.locator("[name=passwordConfirm]").fill(password);
      await page.getByRole("button", { name: "Set password" }).click();
      await page.waitForURL("**/login?reset=1");
    },
  });
  expect(changed).toEqual(["accounts", "audit", "password_resets"]);
});

test("a way that leaves different rows is detected, and so is a job that changes nothing", async () => {
  await expect(ways.sameRows(asking("other@example.org"))).rejects.toThrow("rows of the screen");
  const idle: Job = { call: async () => undefined, form: async () => undefined, screen: async () => undefined };
  await expect(ways.sameRows(idle)).rejects.toThrow("tables that the job has changed");
});
