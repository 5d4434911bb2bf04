import { beforeEach, expect, test } from "vitest";
import { anOffice, aSuperadmin } from "../world/builders";
import { db } from "../world/db";
import { pageOf } from "../world/page";
import { aScreenWorld } from "../world/screens";
import { PASSWORD } from "../world/shared";
import type { Visit } from "../world/visitor";

const PATH = "/app/profile";
const NEW = "another-good-horse";

const { as } = aScreenWorld({ people: ["man", "boss"] }, async () => {
  await anOffice({ username: "man", officeName: "North" });
  await aSuperadmin({ username: "boss" });
});

beforeEach(() => db.run`UPDATE sessions SET confirmed_at = now() - interval '16 minutes'`);

const change = async (): Promise<Visit> => {
  const page = pageOf((await as("man").get(PATH)).html);
  const names = { officeName: "North", manFirstName: "Ana", manLastName: "Quill", manEmail: "ana@example.org" };
  const typed = { ...names, password: NEW, passwordConfirm: NEW };
  return as("man").post(PATH, { ...typed, intent: "company", formId: page.value("formId") ?? "" });
};
const carriedOf = ({ html }: Visit): string => pageOf(html).value("carried") ?? "";
const hashOf = async (): Promise<string> =>
  (await db.row<{ hash: string }>`SELECT password_hash AS hash FROM accounts WHERE username = 'man'`)?.hash ?? "";

test("an act of an old sign-in asks for the password on a page that holds nothing readable, and then continues", async () => {
  const before = await hashOf();
  const asked = await change();
  expect(asked.status).toBe(403);
  expect(pageOf(asked.html).texts("h1")).toEqual(["Confirm that it is you"]);
  expect(pageOf(asked.html).texts("title")[0]).toMatch(/^Confirm that it is you · /);
  expect(asked.html).not.toContain(NEW);
  expect(pageOf(asked.html).link("Cancel")).toBe(PATH);
  expect(await hashOf()).toBe(before);

  const refused = await as("man").post(PATH, { carried: carriedOf(asked), password: "not-mine" });
  expect(refused.status).toBe(403);
  expect(refused.html).toContain("This is not your password.");
  expect(await hashOf()).toBe(before);

  const done = await as("man").post(PATH, { carried: carriedOf(refused), password: PASSWORD });
  expect([done.status, done.headers.get("location")]).toEqual([302, "/app/home"]);
  expect(await hashOf()).not.toBe(before);
  expect(await db.row`SELECT office_name, man_email FROM offices`).toEqual({
    office_name: "North",
    man_email: "ana@example.org",
  });
});

test("values that another account, another page or nobody sealed are refused", async () => {
  const carried = carriedOf(await change());
  const tries: [string, string, string][] = [
    ["boss", PATH, carried],
    ["man", "/app/profile/sessions", carried],
    ["man", PATH, `${carried.slice(0, -4)}AAAA`],
  ];
  for (const [name, path, sealed] of tries) {
    const { status } = await as(name).post(path, { carried: sealed, password: PASSWORD });
    expect([name, path, status]).toEqual([name, path, 400]);
  }
});

test("a change without a password or another e-mail asks for no password", async () => {
  await db.run`UPDATE offices SET man_email = 'same@example.org'`;
  const given = { officeName: "South", manFirstName: "A", manLastName: "B", manEmail: "same@example.org" };
  const saved = await as("man").post(PATH, { ...given, password: "", passwordConfirm: "", intent: "company" });
  expect(saved.status).toBe(302);
});

test("another person's new password asks as well, and continues with all that was typed", async () => {
  const office = await db.row<{ id: number }>`SELECT id FROM offices`;
  const path = `/app/offices/edit/${String(office?.id)}`;
  const page = pageOf((await as("boss").get(path)).html);
  const names = { officeName: "North", manFirstName: "Bea", manLastName: "Quill", manEmail: "bea@example.org" };
  const typed = { ...names, password: NEW, passwordConfirm: NEW, formId: page.value("formId") ?? "" };
  const before = await hashOf();
  const asked = await as("boss").post(path, { ...typed, version: page.value("version") ?? "" });
  expect([asked.status, pageOf(asked.html).texts("h1")]).toEqual([403, ["Confirm that it is you"]]);
  expect(asked.html).not.toContain(NEW);
  expect(await hashOf()).toBe(before);
  const done = await as("boss").post(path, { carried: carriedOf(asked), password: PASSWORD });
  expect([done.status, done.headers.get("location")]).toEqual([302, `/app/offices/offices#r${String(office?.id)}`]);
  expect(await hashOf()).not.toBe(before);
  expect(await db.row`SELECT man_first_name, man_email FROM offices`).toEqual({
    man_first_name: "Bea",
    man_email: "bea@example.org",
  });
});
