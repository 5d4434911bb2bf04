import { expect, test } from "vitest";
import type { Page } from "playwright";
import { queryOne, execute, writeTransaction } from "../../server/kernel/database/transactions";
import { createSecret } from "../../server/identity/two-step/authenticator";
import { newRecoveryCodes } from "../../server/identity/two-step/recovery-codes";
import { sql } from "../../server/kernel/database/sql";
import { anAdmin, anAgent, anOffice } from "../world/builders";
import { openEditor } from "../world/browser";
import { pageOf } from "../world/page";
import { aVisitor } from "../world/visitor";
import { db } from "../world/db";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";
import { appOf } from "../operations/identity/two-step";
import { threeWays, type Ways } from "./three-ways";

const NEW = "a new password";

const { server } = aScreenWorld({}, async () => {
  const office = await anOffice({ username: "man" });
  await anAgent({ username: "ag", office });
  await anAdmin({ username: "adm" });
  await anAdmin({ username: "two" });
});

const ways = new Map(["man", "ag", "adm", "two"].map((name) => [name, threeWays(server, name)]));

const sameRows = (name: string, job: Parameters<Ways["sameRows"]>[0]) => {
  const found = ways.get(name);
  if (!found) throw new Error(`Nobody is called ${name}.`);
  return found.sameRows(job);
};

async function saved(page: Page, button: string, address: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.waitForURL(`**${address}`);
  await page.getByText("Operation Complete").waitFor();
}

test("an agent's new password [PROFILE-09, API-47]", async () => {
  const give = { password: NEW, passwordConfirm: NEW };
  await sameRows("ag", {
    call: ["POST profile/agent", give],
    form: ["/app/profile", { intent: "agent", ...give }],
    async screen(page) {
      await page.goto("/app/profile");
      for (const name of ["password", "passwordConfirm"]) await page.locator(`[name=${name}]`).fill(NEW);
      await saved(page, "Save", "/app/home");
    },
    changes: ["accounts", "audit"],
  });
});

test("an admin's e-mail and Show Suspended [PROFILE-02, API-44]", async () => {
  await sameRows("adm", {
    call: ["POST profile/admin", { email: "new@example.org", showSuspend: false }],
    form: ["/app/profile", { intent: "admin", email: "new@example.org" }],
    async screen(page) {
      await page.goto("/app/profile");
      await page.getByLabel("E-mail").fill("new@example.org");
      await page.getByLabel("Show Suspended").uncheck();
      await saved(page, "Save", "/app/home");
    },
    changes: ["accounts", "admins", "audit"],
  });
});

test("an office's names and notes [PROFILE-02, API-46]", async () => {
  const give = {
    officeName: "North",
    manFirstName: "Ana",
    manLastName: "Quill",
    manEmail: "ana@example.org",
    agentNotes: "<p>Read this</p>",
  };
  await sameRows("man", {
    call: ["POST profile/company", give],
    form: ["/app/profile", { intent: "company", ...give }],
    async screen(page) {
      await page.goto("/app/profile");
      await page.getByLabel("Office Name").fill(give.officeName);
      await page.getByLabel("Manager First Name").fill(give.manFirstName);
      await page.getByLabel("Manager Last Name").fill(give.manLastName);
      await page.getByLabel("Manager E-mail").fill(give.manEmail);
      await openEditor(page);
      await page.locator(".ql-editor").fill("Read this");
      await saved(page, "Save", "/app/home");
    },
    changes: ["accounts", "audit", "offices"],
  });
});

test("a client token", async () => {
  await sameRows("man", {
    call: ["POST auth/remote-tokens", { kind: "client", name: "n", scope: "read", days: 30 }],
    form: [
      "/app/profile/tokens",
      {
        intent: "create",
        username: "man",
        kind: "client",
        name: "n",
        scope: "read",
        days: "30",
      },
    ],
    async screen(page) {
      await page.goto("/app/profile/tokens");
      await page.getByLabel("Name").fill("n");
      await page.getByLabel("Lifetime").selectOption("30");
      await saved(page, "Create token", "/app/profile/tokens");
      expect(await page.getByLabel("Token", { exact: true }).inputValue()).toMatch(/^[\w-]{40,}$/);
    },
    changes: ["audit", "remote_tokens"],
  });
});

test("signing out another session of one's own", async () => {
  await aVisitor(server.url).signIn("adm");
  const newest = await db.row<{ id: number }>`SELECT max(id) AS id FROM sessions`;
  const id = String(newest?.id);
  await sameRows("adm", {
    call: [`DELETE auth/sessions/${id}`],
    form: ["/app/profile/sessions", { intent: "end", id }],
    async screen(page) {
      await page.goto("/app/profile/sessions");
      await page.locator(`form:has([name=id][value="${id}"]) button`).click();
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["audit"],
  });
});

test("two-step sign-in, from the key to the codes", async () => {
  const keyOn = (html: string) => pageOf(html).one("input#key")?.sent ?? "";
  await sameRows("two", {
    async call(call) {
      const { secret } = (await call("POST auth/totp")).body as { secret: string };
      await call("POST auth/totp/confirm", { totp: appOf(secret).code() });
    },
    async form(visitor) {
      await visitor.post("/app/profile/two-step", { intent: "begin" });
      const { html } = await visitor.get("/app/profile/two-step");
      await visitor.post("/app/profile/two-step", { intent: "confirm", totp: appOf(keyOn(html)).code() });
    },
    async screen(page) {
      await page.goto("/app/profile/two-step");
      await page.getByRole("button", { name: "Set up", exact: true }).click();
      await page
        .getByLabel("Code")
        .fill(appOf(await page.getByRole("textbox", { name: "Key", exact: true }).inputValue()).code());
      await page.getByRole("button", { name: "Switch on" }).click();
      await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    },
    changes: ["audit", "authenticators", "recovery_codes"],
  });
});

test("new recovery codes, for the password and a code", async () => {
  const totp = await writeTransaction(async () => {
    const account = await queryOne<{ id: number }>(sql`SELECT id FROM accounts WHERE username = 'two'`);
    const id = account?.id ?? 0;
    await createSecret(id);
    await execute(sql`UPDATE authenticators SET confirmed_at = now() WHERE account_id = ${id}`);
    const [code = ""] = await newRecoveryCodes(id);
    // A used code is replaced too.
    await execute(sql`
      INSERT INTO recovery_codes (account_id, hash, used_at) VALUES (${id}, ${Buffer.from("used")}, now())`);
    return code;
  });
  const give = { password: PASSWORD, totp };
  await sameRows("two", {
    call: ["POST auth/totp/recovery-codes", give],
    form: ["/app/profile/two-step", { intent: "renewCodes", ...give }],
    async screen(page) {
      await page.goto("/app/profile/two-step");
      const section = page.getByRole("region", { name: "New recovery codes" });
      await section.getByLabel("Password").fill(PASSWORD);
      await section.getByLabel("Code").fill(totp);
      await section.getByRole("button", { name: "Make new codes" }).click();
      await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    },
    changes: ["audit", "recovery_codes"],
  });
});
