import { beforeEach, expect, test } from "vitest";
import { anAdmin, anAgent, anOffice } from "../world/builders";
import { db } from "../world/db";
import { pageOf } from "../world/page";
import { aScreenWorld } from "../world/screens";
import { tableIn } from "../world/table";

const LIST = "/app/messages";
const CREATE = `${LIST}/create`;
let annId: number;

const { as, open } = aScreenWorld({ people: ["adm", "man", "ann", "bob"] }, async () => {
  await anAdmin({ username: "adm" });
  const office = await anOffice({ username: "man", officeName: "North" });
  annId = (await anAgent({ username: "ann", office })).id;
  await anAgent({ username: "bob", office: await anOffice({ officeName: "South" }) });
  await db.run`UPDATE accounts SET registered_at = '2026-01-05T12:00:00Z'`;
});

beforeEach(async () => {
  await db.run`DELETE FROM message_reads`;
  await db.run`DELETE FROM messages`;
});

type Fields = Record<string, string>;
const send = async (name: string, fields: Fields, formId?: string) =>
  as(name).post(CREATE, {
    formId: formId ?? pageOf(await open(CREATE, name)).value("formId") ?? "",
    ...{ title: "Holidays", html: "<p>We are <b>closed</b>.</p>", from: "", to: "", agents: "" },
    ...fields,
  });
const addressOf = async () => `${LIST}/${(await db.row<{ id: number }>`SELECT max(id) AS id FROM messages`)?.id}`;
const badge = async (name: string) => pageOf(await open("/app/home", name)).one('.menus a[href="/app/messages"]')?.text;

test("an agent reads a message, confirms it without scripts, and the menu's badge goes [MESSAGE-05, MESSAGE-06]", async () => {
  expect(await badge("ann")).toBe("Messages");
  expect((await send("adm", { audience: "all" })).headers.get("location")).toBe(`${LIST}?box=sent`);
  expect(await badge("ann")).toContain("1 unread");
  const list = tableIn(await open(LIST, "ann"));
  expect(list.headings).toEqual(["Title", "State", "From", "Since", "Until"]);
  expect(list.row({ Title: "Holidays" })).toMatchObject({ State: "Unread", From: "adm", Until: "no end" });
  const address = await addressOf();
  const page = await open(address, "ann");
  expect(page).toContain("<p>We are <b>closed</b>.</p>");
  expect(await badge("ann")).toContain("1 unread");
  const formId = pageOf(page).value("formId") ?? "";
  for (let times = 0; times < 2; times++)
    expect((await as("ann").post(address, { formId, intent: "read" })).headers.get("location")).toBe(address);
  expect(await open(address, "ann")).not.toContain("Mark as read");
  expect(await badge("ann")).toBe("Messages");
  expect(tableIn(await open(`${LIST}?box=sent`, "adm")).row({ Title: "Holidays" })).toMatchObject({
    ...{ State: "Shown", To: "All agents and managers", "Read by": "1 of 4" },
  });
});

test("Message on an agent's page opens the form with the agent chosen, for the manager too [MESSAGE-09]", async () => {
  const link = pageOf(await open(`/app/agents/${annId}`, "man")).link("Message") ?? "";
  expect(link).toBe(`${CREATE}?agentId=${annId}`);
  const form = pageOf(await open(link, "man"));
  expect(form.value("agents")?.trim()).toBe("ann");
  expect(form.value("audience")).toBe("agents");
  expect(await send("man", { audience: "agents", agents: "ann" })).toMatchObject({ status: 302 });
  expect(tableIn(await open(`${LIST}?box=sent`, "man")).row({ Title: "Holidays" })).toMatchObject({ To: "ann" });
  await open(await addressOf(), "bob", 404);
});

test("a refused form comes back with its messages and what was typed", async () => {
  const { status, html } = await send("man", { audience: "agents", agents: "ann bob", title: "" });
  expect(status).toBe(422);
  expect(html).toContain("Please fill in this field.");
  expect(pageOf(html).value("agents")?.trim()).toBe("ann bob");
  const again = await send("man", { audience: "agents", agents: "ann bob" });
  expect([again.status, again.html.includes("There is no such agent: bob.")]).toEqual([422, true]);
});

test("a form posted twice sends one message", async () => {
  const formId = pageOf(await open(CREATE, "adm")).value("formId");
  for (let times = 0; times < 2; times++) expect((await send("adm", { audience: "all" }, formId)).status).toBe(302);
  expect(await db.rows`SELECT id FROM messages`).toHaveLength(1);
});

test("withdrawing asks first, and takes the message from its recipients [MESSAGE-08]", async () => {
  await send("man", { audience: "offices" });
  const address = await addressOf();
  const id = address.split("/").at(-1) ?? "";
  const question = await open(`${address}/confirm?intent=withdraw&ids=${id}`, "man");
  expect(question).toContain("Withdraw the message &quot;Holidays&quot;?");
  const formId = pageOf(question).value("formId") ?? "";
  expect((await as("man").post(address, { formId, intent: "withdraw", ids: id })).status).toBe(302);
  await open(address, "ann", 404);
  expect(await open(address, "man")).toContain("Withdrawn");
});

test("agents have no form and no list of sent messages", async () => {
  await open(CREATE, "ann", 403);
  expect(pageOf(await open(LIST, "ann")).link("New message")).toBeUndefined();
  expect((await as("ann").post(CREATE, { title: "x", html: "<p>x</p>", audience: "all" })).status).toBe(403);
});
