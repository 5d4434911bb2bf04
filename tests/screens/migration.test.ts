import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFile } from "../operations/migration/world";
import { anAdmin, anOffice, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { aFolder } from "../world/server";
import { SECRETS } from "../world/shared";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { threeWays } from "./three-ways";

const PATH = "/app/migration";
const QUESTION = "Do you want to migrate old agents from old server, marked as &quot;Ready To Migrate&quot;?";

const { server, as } = aScreenWorld({ people: ["boss", "adm"] }, async () => {
  await anOffice({ officeName: "Quay" });
  await aSuperadmin({ username: "boss" });
  await anAdmin({ username: "adm" });
});
const ways = threeWays(server, "boss");
const open = async (path = PATH) => (await as("boss").get(path)).html;

/** `npm run legacy -- …`, without installing and building. */
async function legacy(...args: string[]): Promise<{ code: number | null; said: string }> {
  const { PATH: path = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, ["build/server/legacy.js", ...args], {
    env: {
      PATH: path,
      HOME,
      NODE_ENV: "production",
      ...SECRETS,
      DATABASE_URL: server.database.url,
      DATA_DIR: await aFolder(),
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
  const code = await new Promise<number | null>((ended) => child.once("close", ended));
  return { code, said };
}

const theFile = async (text: string): Promise<string> => {
  const name = join(await aFolder(), "agents.csv");
  await writeFile(name, text);
  return name;
};
const staged = () => db.rows`SELECT 1 FROM legacy_agents`;

test("without staged agents the button is disabled, and the screen shows their number [MIGRATE-01, MIGRATE-02, MIGRATE-03]", async () => {
  const html = await open();
  expect(html).toContain("<p>0 agents are waiting migration</p>");
  expect(pageOf(html).button("Migrate agents from old server")?.is(".primary[disabled]")).toBe(true);
  expect(pageOf(html).has('guarded-form > form[action="/app/migration/confirm"]')).toBe(true);
  expect((await as("adm").get(PATH)).status).toBe(403);
});

test("the command reports a dry run row by row, then stages, and exits with 1 if a row was refused", async () => {
  const file = await theFile(
    `\ufeff${aFile({}, { legacyId: "18", username: "bob", email: "nobody" }).replaceAll("\n", "\r\n")}`,
  );
  const rehearsed = await legacy("import", file, "--dry-run");
  expect(rehearsed.said).toContain("line 2: 17 good.");
  expect(rehearsed.said).toContain("line 3: 18 refused. email: Please use the form name@example.com.");
  expect(rehearsed.said).toContain("1 rows would be staged, 1 refused. Nothing was written.");
  expect([rehearsed.code, (await staged()).length]).toEqual([1, 0]);
  expect(await legacy("import", file, "--rehearse"), "the name of the option before 1.0").toEqual(rehearsed);
  const done = await legacy("import", await theFile(aFile({})));
  expect([done.code, done.said.trim(), (await staged()).length]).toEqual([0, "1 rows staged, 0 refused.", 1]);
  for (const args of [[], ["import"], ["export", file], ["import", file, "more"]]) {
    expect((await legacy(...args)).said).toContain("Usage: npm run legacy -- import FILE.csv [--dry-run]");
  }
  expect((await legacy("import", "nowhere.csv")).said).toContain("There is no file nowhere.csv.");
});

test("without scripts, a person confirms, migrates and is sent to the agents; sending twice migrates once [MIGRATE-01, MIGRATE-04, MIGRATE-05, ERR-40]", async () => {
  await legacy("import", await theFile(aFile({}, { legacyId: "19", username: "over_ten_ch" })));
  const html = await open();
  expect(html).toContain("<p>2 agents are waiting migration</p>");
  expect(html).not.toContain('disabled=""');
  const question = await open(`${PATH}/confirm?intent=migrate`);
  expect(question).toContain(`<h1>${QUESTION}</h1>`);
  const give = { intent: "migrate", formId: pageOf(question).value("formId") ?? "" };
  for (let i = 0; i < 2; i++) {
    const done = await as("boss").post(PATH, give);
    expect([done.status, done.headers.get("location")]).toEqual([
      302,
      "/app/agents?migrated=1&sortField=id&sortAsc=false",
    ]);
  }
  const list = await open("/app/agents?migrated=1");
  expect(list).toContain(
    "1 agents were migrated, 1 were skipped. over_ten_ch: The username is longer than 10 characters.",
  );
  expect(tableIn(list).rows[0]).toMatchObject({ Username: "old_ann Ann Lee" });
  expect(tableIn(await open()).rows).toEqual([
    { Username: "over_ten_ch", "Old ID": "19", Reason: "The username is longer than 10 characters." },
  ]);
  const again = await as("boss").post(PATH, { intent: "migrate" });
  expect([again.status, again.headers.get("location")], "nobody was migrated").toEqual([302, PATH]);
  expect((await as("adm").post(PATH, give)).status).toBe(403);
});

test("a cookie request from another site migrates no agent, although the call is a GET [API-14, TRUST-17]", async () => {
  const away = await as("boss").get("/api/accounts/migrate", { "Sec-Fetch-Site": "cross-site" });
  expect(away.status).toBe(403);
});

test("call, form and screen migrate the same agents [MIGRATE-04]", async () => {
  await legacy("import", await theFile(aFile({ legacyId: "20", username: "thrice" })));
  await ways.sameRows({
    call: ["GET accounts/migrate"],
    form: [PATH, { intent: "migrate" }],
    async screen(page) {
      await page.goto(PATH);
      await page.getByRole("button", { name: "Migrate agents from old server" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
      await page.waitForURL("**/app/agents?migrated=1&**");
    },
    changes: expect.arrayContaining(["accounts", "agents", "agent_offices", "legacy_agents"]),
  });
});
