import { expect, test } from "vitest";
import { sealPassword } from "../../server/accounts";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { aVisitor } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

/** Lists whose passwords are shown one at a time, and headers of the answers around them. */

const people = ["sup", "man"];
const { server, as, open } = aScreenWorld({ people, env: { PASSWORDS_VISIBLE: "each" } }, async () => {
  await aSuperadmin({ username: "sup" });
  const admin = await anAdmin({ username: "adm" });
  const office = await anOffice({ username: "man", officeName: "North" });
  const ann = await anAgent({ office, username: "ann" });
  const bob = await anAgent({ office, username: "bob" });
  for (const { accountId } of [admin, office, ann, bob])
    await db.run`UPDATE accounts SET password_sealed = ${sealPassword(accountId, `secret-of-${accountId}`)} WHERE id = ${accountId}`;
});
const passwordOf = async (username: string): Promise<string> => {
  const row = await db.row<{ id: number }>`SELECT id FROM accounts WHERE username = ${username}`;
  return `secret-of-${row?.id}`;
};
const DOTS = "•••• Show";

const LISTS = [
  ["/app/agents?sortField=username&sortAsc=false", "man", "ann", "Agents"],
  ["/app/offices/offices", "sup", "man", "Offices"],
  ["/app/admins", "sup", "adm", "Admins"],
] as const;

test.each(LISTS)(
  "without scripts %s shows the password of one account, once, and the log says whose",
  async (path, name, username, caption) => {
    const html = await open(path, name);
    expect(html).not.toContain("secret-of-");
    const cell = (page: string) =>
      tableIn(page, caption).rows.find(({ Username }) => Username?.startsWith(username))?.Password;
    expect(cell(html)).toContain(DOTS);
    const form = pageOf(html)
      .all("x-password form")
      .find((one) => one.text.includes(username));
    const fields = { ids: form?.value("ids") ?? "", version: form?.value("version") ?? "", intent: "showPassword" };
    const posted = await as(name).post(form?.attr("action") ?? "", fields, { Referer: server.url + path });
    expect([posted.status, posted.headers.get("location")]).toEqual([302, `${path}#r${fields.ids}`]);
    expect(posted.html).not.toContain("secret-of-");
    const shown = await as(name).get(path, { "Accept-Encoding": "gzip, br" });
    expect(cell(shown.html)).toBe(await passwordOf(username));
    expect(shown.html.match(/secret-of-/g)).toHaveLength(1);
    expect(shown.headers.get("content-encoding")).toBeNull();
    const again = await as(name).get(path, { "Accept-Encoding": "gzip, br" });
    expect(again.html).not.toContain("secret-of-");
    expect(again.headers.get("content-encoding")).toBe("br");
    await expect
      .poll(
        () =>
          db.rows<{ username: string; revealed: string[]; type: string }>`
          SELECT username, get_params -> 'revealed' AS revealed, action_type AS type FROM common_log
          WHERE get_params -> 'revealed' IS NOT NULL AND action_name = ${`POST ${path.split("?")[0]}`}`,
      )
      .toEqual([{ username: name, revealed: [username], type: "READ" }]);
  },
);

test("a password that may not be shown is refused in its list, and the form of an agent shows one, too", async () => {
  const agent = await db.row<{
    id: number;
  }>`SELECT agents.id FROM agents JOIN accounts ON accounts.id = account_id WHERE username = 'bob'`;
  const path = `/app/agents/edit/${agent?.id}`;
  expect(await open(path, "man")).not.toContain("secret-of-");
  expect((await as("man").post(path, { intent: "showPassword" })).headers.get("location")).toBe(path);
  expect(await open(path, "man")).toContain(await passwordOf("bob"));
  const foreign = await as("man").post("/app/agents", { intent: "showPassword", ids: "999999" });
  expect(foreign.status).toBe(404);
});

test("refused pages and forms from other sites leave a row in the common log", async () => {
  expect((await as("man").get("/app/admins")).status).toBe(403);
  const foreign = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
  expect((await as("man").post("/app/agents", { intent: "suspend", ids: "1" }, foreign)).status).toBe(403);
  await expect
    .poll(
      () =>
        db.rows`SELECT action_name AS "actionName", response_code AS "responseCode", username, post_params AS "postParams"
        FROM common_log WHERE response_code = 403 ORDER BY id`,
    )
    .toEqual([
      { actionName: "GET /app/admins", responseCode: 403, username: "man", postParams: null },
      { actionName: "POST /app/agents", responseCode: 403, username: null, postParams: {} },
    ]);
});

test("every answer forbids frames and guessed types, pages switch off features, and a sign-out clears the browser", async () => {
  const visitor = aVisitor(server);
  await visitor.signIn("man");
  for (const path of [
    "/healthz",
    "/readyz",
    "/favicon.ico",
    "/api/accounts/me",
    "/api/nothing",
    "/app/home",
    "/login",
  ]) {
    const { headers } = await visitor.get(path);
    expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
    expect([path, headers.get("content-security-policy")]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
    const isPage = /^\/(app|login)/.test(path);
    expect([path, headers.get("permissions-policy")?.includes("camera=()")]).toEqual([path, isPage ? true : undefined]);
  }
  const { headers } = await visitor.post("/logout", {});
  expect(headers.get("clear-site-data")).toBe('"cache", "storage"');
});
