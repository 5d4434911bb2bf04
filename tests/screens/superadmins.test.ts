import { expect, test } from "vitest";
import { anAdmin, aSuperadmin } from "../world/builders";
import { db } from "../world/db";
import { pageOf } from "../world/page";
import { aScreenWorld } from "../world/screens";
import { tableIn } from "../world/table";
import { signedIn } from "../world/visitor";

const LIST = "/app/admins";

const { server, as, open } = aScreenWorld({ people: ["boss", "adm"] }, async () => {
  const { accountId } = await aSuperadmin({ username: "boss" });
  await db.run`INSERT INTO admins (account_id, email) VALUES (${accountId}, 'boss@example.org')`;
  await anAdmin({ username: "adm" });
});

async function another(username: string): Promise<number> {
  const { accountId } = await aSuperadmin({ username });
  await db.run`INSERT INTO admins (account_id, email) VALUES (${accountId}, ${`${username}@example.org`})`;
  return accountId;
}
const superadminsIn = (html: string) => tableIn(html, "Superadmins");
const storedOf = (id: number) => db.row`SELECT role, login_blocked FROM accounts WHERE id = ${id}`;

test("the superadmins are listed below the admins; one's own row has no act [ADMIN-11]", async () => {
  await another("second");
  const html = await open(LIST);
  expect(superadminsIn(html).headings).toEqual(["Username", "Email", "Sign-in", "Actions"]);
  expect(superadminsIn(html).row({ Username: "boss" })).toMatchObject({ Email: "boss@example.org", Actions: "You" });
  const row = superadminsIn(html).row({ Username: "second" });
  expect(row).toMatchObject({ Email: "second@example.org", "Sign-in": "Enabled" });
  expect(row.Actions).toMatch(/Edit second.*Disable login.*Make an admin/);
  expect((await as("adm").get(LIST)).status).toBe(403);
});

test("a superadmin is blocked after a question, signed out, and enabled again [ADMIN-11]", async () => {
  const id = await another("third");
  const person = await signedIn(server.url, "third");
  const question = pageOf(await open(`${LIST}/confirm?intent=blockSuperadmin&ids=${id}`));
  expect(question.texts("h1, h1 + p")).toEqual([
    "Disable login for this superadmin?",
    "They are signed out everywhere.",
  ]);
  expect(question.texts(".names li")).toEqual(["third"]);
  const done = await as("boss").post(LIST, { intent: "blockSuperadmin", ids: String(id) });
  expect([done.status, done.headers.get("location")]).toEqual([302, LIST]);
  const html = (await as("boss").open(LIST)).html;
  expect(pageOf(html).notice).toBe("Success Operation Complete");
  expect(superadminsIn(html).row({ Username: "third" })).toMatchObject({ "Sign-in": "Disabled" });
  expect(superadminsIn(html).row({ Username: "third" }).Actions).toMatch(/Enable login/);
  expect((await person.get("/app/home")).headers.get("location")).toMatch(/^\/login/);
  await as("boss").post(LIST, { intent: "unblockSuperadmin", ids: String(id) });
  expect(await storedOf(id)).toEqual({ role: 0, login_blocked: false });
});

test("a superadmin becomes an admin in the list above [ADMIN-11]", async () => {
  const id = await another("fourth");
  const question = pageOf(await open(`${LIST}/confirm?intent=demote&ids=${id}`));
  expect(question.one("h1")?.text).toMatch(/^Make this superadmin an admin\?/);
  await as("boss").post(LIST, { intent: "demote", ids: String(id) });
  expect(await storedOf(id)).toEqual({ role: 5, login_blocked: false });
  const html = await open(LIST);
  expect(tableIn(html, "Admins").column("Username")).toContain("fourth");
  expect(superadminsIn(html).column("Username")).not.toContain("fourth");
});

test("one's own account is refused with a reason, an admin's too [ADMIN-11]", async () => {
  const own = await db.row<{ id: number }>`SELECT id FROM accounts WHERE username = 'boss'`;
  for (const intent of ["blockSuperadmin", "demote"]) {
    const { status, html } = await as("boss").post(LIST, { intent, ids: String(own?.id) });
    expect([status, pageOf(html).failure]).toEqual([422, expect.stringContaining("This is your own account.")]);
  }
  expect(await storedOf(own?.id ?? 0)).toEqual({ role: 0, login_blocked: false });
  expect((await as("adm").post(LIST, { intent: "demote", ids: String(own?.id) })).status).toBe(403);
});

test("the e-mail of a superadmin is changed by another one, and a refused one stays typed [ADMIN-11]", async () => {
  const id = await another("fifth");
  const path = `${LIST}/superadmins/${id}`;
  const page = pageOf(await open(path));
  expect(page.value("email")).toBe("fifth@example.org");
  const version = page.value("version") ?? "";
  const wrong = await as("boss").post(path, { email: "nobody", version });
  expect([wrong.status, pageOf(wrong.html).value("email"), pageOf(wrong.html).message("email", "form")]).toEqual([
    ...[422, "nobody", expect.stringContaining("name@example.com")],
  ]);
  const done = await as("boss").post(path, { email: "new@example.org", version });
  expect([done.status, done.headers.get("location")]).toEqual([302, LIST]);
  expect(superadminsIn(await open(LIST)).row({ Username: "fifth" })).toMatchObject({ Email: "new@example.org" });
  for (const unknown of ["999999", "x"])
    expect((await as("boss").get(`${LIST}/superadmins/${unknown}`)).status).toBe(404);
  expect((await as("adm").get(path)).status).toBe(403);
});
