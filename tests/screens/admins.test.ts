import { expect, test } from "vitest";
import { sealPassword } from "../../server/accounts";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { pageOf } from "../world/page";
import { rowsUnder, tableIn } from "../world/table";
import { aServer } from "../world/server";
import { aVisitor, listAfter, signedIn } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const LIST = "/app/admins";

const { server, as, open } = aScreenWorld({ people: ["sup", "adm", "man", "age"] }, async () => {
  await aSuperadmin({ username: "sup" });
  const { accountId } = await anAdmin({ username: "adm" });
  await anOffice({ username: "man" });
  await anAgent({ username: "age" });
  await db.run`
      UPDATE accounts SET password_sealed = ${sealPassword(accountId, "adm-secret")} WHERE id = ${accountId}`;
});
const storedOf = (username: string) =>
  db.rows<{ id: number }>`
      SELECT admins.id, email, earning_visible, approve_agents, show_suspend, show_common_logs, active, login_blocked
      FROM admins JOIN accounts ON accounts.id = account_id WHERE username = ${username}`;

test("the list has Username, Password, Email, Actions, and links to add and edit an admin [ADMIN-01, ADMIN-02, ERR-19]", async () => {
  const html = await open(LIST);
  expect(tableIn(html, "Admins").headings).toEqual(["Username", "Password", "Email", "Actions"]);
  expect(tableIn(html, "Admins").rows[0]).toEqual({
    ...{ Username: "adm", Password: "adm-secret", Email: "adm@example.org", Actions: "Edit adm" },
  });
  expect(pageOf(html).link("+ Add Admin")).toBe("/app/admins/create");
  const [stored] = await storedOf("adm");
  expect(pageOf(html).link("Edit adm")).toBe(`/app/admins/edit/${stored?.id}`);
});

test("an empty list says 'No data yet' [ERR-19]", async () => {
  const database = await aDatabase();
  await database.enter();
  await aSuperadmin({ username: "alone" });
  const lonely = await aServer({ workers: 0, database });
  const visitor = aVisitor(lonely.url);
  await visitor.signIn("alone");
  expect(tableIn((await visitor.get(LIST)).html, "Admins").empty).toBe("No data yet");
  await server.database.enter();
});

test("only a superadmin has the menu entry and may open the screens [ADMIN-10, ROLE-11]", async () => {
  expect(pageOf(await open("/app/home")).link("Admins")).toBe(LIST);
  for (const name of ["adm", "man", "age"]) {
    for (const path of [LIST, "/app/admins/create", "/app/admins/edit/1"]) {
      expect((await as(name).get(path)).status, `${name} ${path}`).toBe(403);
    }
    expect((await as(name).post("/app/admins/create", { username: "x" })).status).toBe(403);
    expect((await as(name).get("/app/home")).html).not.toContain(`href="${LIST}"`);
  }
});

const typed = {
  ...{ email: "new@example.org", username: "newadm", password: "a-good-password", passwordConfirm: "a-good-password" },
  ...{ earningVisible: "on", showSuspend: "on" },
};

test("the form has the admin's fields and marks the required ones [ADMIN-03, ADMIN-04, ADMIN-05, ADMIN-06]", async () => {
  const html = await open("/app/admins/create");
  expect(html).toContain("<h1>Add Admin</h1>");
  for (const name of ["email", "username", "password", "passwordConfirm"]) {
    expect(pageOf(html).field(name)?.is("[required]"), name).toBe(true);
  }
  for (const name of ["earningVisible", "approveAgents", "showSuspend", "showCommonLogs"]) {
    expect(pageOf(html).field(name)?.is("[type=checkbox]"), name).toBe(true);
  }
  expect(pageOf(html).choices("showSuspend")).toEqual(["Show Suspended"]);
});

test("saving an admin returns to the list with a notice; sending the form twice adds one admin [ADMIN-09, ERR-13]", async () => {
  const formId = pageOf(await open("/app/admins/create")).value("formId") ?? "";
  for (let i = 0; i < 2; i++) {
    const done = await as("sup").post("/app/admins/create", { ...typed, formId });
    expect([done.status, listAfter(done)]).toEqual([302, LIST]);
  }
  expect(await storedOf("newadm")).toMatchObject([
    {
      ...{ email: "new@example.org", earning_visible: true, approve_agents: false },
      ...{ show_suspend: true, show_common_logs: false, active: true, login_blocked: false },
    },
  ]);
  expect(pageOf((await as("sup").open(LIST)).html).notice).toBe("Success Operation Complete");
});

test.each([
  [{ email: "" }, "email", "Please use the form name@example.com."],
  [{ email: "nobody" }, "email", "Please use the form name@example.com."],
  [{ username: "" }, "username", "Please fill in this field."],
  [{ username: "a1234567890" }, "username", "Please use at most 10 characters."],
  [{ username: "SUP" }, "username", "Username is taken"],
  [{ password: "", passwordConfirm: "" }, "password", "Please use at least 8 characters."],
  [{ passwordConfirm: "another" }, "passwordConfirm", "Passwords do not match"],
])(
  "a form with %j is refused at %s and keeps what was typed [ADMIN-06, ADMIN-07, ADMIN-08, ERR-01, ERR-05]",
  async (wrong, field, message) => {
    const give: Record<string, string> = { ...typed, username: "brandnew", ...wrong };
    const { status, html } = await as("sup").post("/app/admins/create", give);
    expect(status).toBe(422);
    expect(pageOf(html).message(field, "form")).toContain(message);
    for (const name of ["email", "username"]) expect(pageOf(html).value(name)).toBe(give[name]);
    expect(pageOf(html).ticked("earningVisible")).toBe(true);
    expect(pageOf(html).ticked("approveAgents")).toBe(false);
    expect(html).not.toContain("a-good-password");
    expect(await storedOf("brandnew")).toEqual([]);
  },
);

test("editing an admin keeps the username, clears unticked flags, and a disabled sign-in ends the session [ADMIN-03, ADMIN-07]", async () => {
  await anAdmin({ username: "edited" });
  const [stored] = await storedOf("edited");
  const path = `/app/admins/edit/${stored?.id}`;
  const person = await signedIn(server.url, "edited");
  const html = await open(path);
  expect(pageOf(html).one("#username")?.is("[disabled]")).toBe(true);
  expect(pageOf(html).one(".crumbs")?.text).toBe("Admins › edited");
  for (const name of ["earningVisible", "approveAgents", "showSuspend", "showCommonLogs", "active"]) {
    expect(pageOf(html).ticked(name), name).toBe(true);
  }
  const give = { email: "edited@example.org", username: "other", password: "", passwordConfirm: "", showSuspend: "on" };
  const version = pageOf(html).value("version") ?? "";
  const { status } = await as("sup").post(path, { ...give, version, active: "on", loginBlocked: "on" });
  expect(status).toBe(302);
  expect(await storedOf("edited")).toMatchObject([
    {
      ...{ earning_visible: false, approve_agents: false, show_suspend: true, show_common_logs: false },
      ...{ active: true, login_blocked: true },
    },
  ]);
  expect((await person.get("/app/home")).headers.get("location")).toMatch(/^\/login/);
});

test("an outdated save shows both versions and keeps what was typed", async () => {
  const { username } = await anAdmin({ username: "twice" });
  const [stored] = await storedOf(username);
  const path = `/app/admins/edit/${stored?.id}`;
  const version = pageOf(await open(path)).value("version") ?? "";
  const give = { password: "", passwordConfirm: "", active: "on" };
  await as("sup").post(path, { ...give, version, email: "first@example.org", earningVisible: "on" });
  const late = await as("sup").post(path, { ...give, version, email: "second@example.org", showSuspend: "on" });
  expect(late.status).toBe(422);
  expect(tableIn(late.html).rows).toEqual(
    rowsUnder(
      ["Field", "Yours", "Saved now"],
      ["Email", "second@example.org", "first@example.org"],
      ["Earning visible", "No", "Yes"],
      ["Show Suspended", "Yes", "No"],
    ),
  );
  expect(pageOf(late.html).value("email")).toBe("second@example.org");
  const newer = pageOf(late.html).value("version") ?? "";
  expect((await as("sup").post(path, { ...give, version: newer, email: "second@example.org" })).status).toBe(302);
  const saved = await db.row`SELECT email FROM admins WHERE id = ${stored?.id}`;
  expect(saved).toEqual({ email: "second@example.org" });
});

test("an unknown admin is 404", async () => {
  for (const id of ["999999", "x", "0"]) expect((await as("sup").get(`/app/admins/edit/${id}`)).status).toBe(404);
});
