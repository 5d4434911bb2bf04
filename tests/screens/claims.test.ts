import { beforeEach, expect, test } from "vitest";
import { dayOf } from "../../server/kernel/time";
import { payPeriodId } from "../../server/trade/periods";
import {
  aClick,
  anAdmin,
  anAgent,
  anOffice,
  aSale,
  aSite,
  aSuperadmin,
  type Agent,
  type Type,
} from "../world/builders";
import { db } from "../world/db";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { aScreenWorld } from "../world/screens";
import { tableIn } from "../world/table";

const LIST = "/app/logs/claims";
const CREATE = `${LIST}/create`;
let [siteId, ann, type] = [0, {} as Agent, {} as Type];

const { as, open } = aScreenWorld({ people: ["chief", "adm", "man", "ann", "eve"] }, async () => {
  await aSuperadmin({ username: "chief" });
  await anAdmin({ username: "adm" });
  const office = await anOffice({ username: "man", officeName: "North" });
  ann = await anAgent({ username: "ann", office });
  await anAgent({ username: "eve", office: await anOffice() });
  const site = await aSite({ sitename: "Roses", enabledFor: [office] });
  [siteId, type] = [site.id, first(site.types)];
});

beforeEach(() => db.run`DELETE FROM claims`);

type Fields = Record<string, string>;
const formIdOf = async (path: string, name: string) => pageOf(await open(path, name)).value("formId") ?? "";
const claim = async (fields: Fields, formId?: string) =>
  as("ann").post(CREATE, {
    formId: formId ?? (await formIdOf(CREATE, "ann")),
    ...{ siteId: String(siteId), date: dayOf(Date.now()), txid: "", customerEmail: "", note: "My client paid." },
    ...fields,
  });
const addressOf = ({ headers }: { headers: Headers }) => headers.get("location") ?? "";
async function act(name: string, path: string, fields: Fields) {
  const page = pageOf(await open(path, name));
  const kept = { formId: page.value("formId") ?? "", version: page.value("version") ?? "" };
  return as(name).post(path, { ...kept, ...fields });
}

test("a claim is among what needs attention of those who decide it next, and links to its list", async () => {
  const item = async (name: string) => {
    const links = pageOf(await open("/app/home", name)).all("[aria-labelledby='attention'] a");
    return links.filter(({ text }) => text.includes("claim")).map((link) => [link.text, link.attr("href")]);
  };
  const text = `1 claim to decide since ${dayOf(Date.now())}`;
  const address = addressOf(await claim({ txid: "T-9" }));
  expect([await item("man"), await item("adm"), await item("ann")]).toEqual([[[text, `${LIST}?state=open`]], [], []]);
  await act("man", address, { intent: "decide", state: "forwarded", reason: "Please look." });
  expect([await item("man"), await item("adm")]).toEqual([[], [[text, `${LIST}?state=forwarded`]]]);
  expect(tableIn(await open(`${LIST}?state=forwarded`, "adm")).row({ "Transaction ID": "T-9" })).toBeDefined();
  await act("adm", address, { intent: "decide", state: "declined", reason: "No sale." });
  expect(await item("adm")).toEqual([]);
});

test("an agent claims a sale, the manager forwards it, and the admin ends it, without scripts [CLAIM-06]", async () => {
  const address = addressOf(await claim({ txid: "T-1" }));
  expect(address).toMatch(/^\/app\/logs\/claims\/\d+$/);
  const own = await open(address, "ann");
  expect(own).toContain("The site has not reported a sale with this transaction ID. No sales are booked on");
  expect(pageOf(own).has("input[name=state]")).toBe(false);
  expect(tableIn(await open(`${LIST}?state=open`, "man")).row({ "Transaction ID": "T-1" })).toMatchObject({
    ...{ State: "Open", Agent: "ann", Site: "Roses" },
  });
  expect(tableIn(await open(`${LIST}?state=booked`, "man")).empty).toBe("No claims");
  const forwarded = await act("man", address, { intent: "decide", state: "forwarded", reason: "Looks right." });
  expect(addressOf(forwarded)).toBe(address);
  expect(pageOf(await open(address, "man")).has("input[name=state]")).toBe(false);
  const refused = await act("adm", address, { intent: "decide", state: "booked", reason: "Paid by hand" });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("Nothing is booked for this claim yet.");
  expect(refused.html).toContain("Paid by hand");
  expect((await act("adm", address, { intent: "decide", state: "declined", reason: "No such sale." })).status).toBe(
    302,
  );
  const ended = await open(address, "ann");
  expect(ended).toContain("Declined");
  expect(ended).toContain("No such sale.");
  await open(address, "eve", 404);
});

test("the reports of the site answer the claim of a booked sale, and the agent opens it nevertheless [CLAIM-02, CLAIM-05]", async () => {
  const click = await aClick({ agent: ann, type, at: new Date() });
  const sale = await aSale({ agent: ann, type, click, at: new Date() });
  await db.run`UPDATE sale_events SET txid = 'T-2' WHERE id = ${sale.id}`;
  const address = addressOf(await claim({ txid: "T-2" }));
  const page = await open(address, "ann");
  expect(page).toContain("The click led to a sale, and the sale is booked.");
  expect(page).toContain("Answered");
  expect((await act("ann", address, { intent: "open", note: "" })).status).toBe(422);
  expect((await act("ann", address, { intent: "open", note: "It was another one." })).status).toBe(302);
  expect(await open(address, "man")).toContain("It was another one.");
});

test("a refused form comes back with what was typed, and a form posted twice makes one claim", async () => {
  const { status, html } = await claim({ note: "", txid: "T-3", customerEmail: "nobody" });
  expect(status).toBe(422);
  expect(pageOf(html).value("txid")).toBe("T-3");
  expect(html).toContain("Please use the form name@example.com.");
  const formId = await formIdOf(CREATE, "ann");
  for (let times = 0; times < 2; times++) expect((await claim({}, formId)).status).toBe(302);
  expect(await db.rows`SELECT id FROM claims`).toHaveLength(1);
});

test("two people who decide from the same page do not overwrite each other", async () => {
  const address = addressOf(await claim({}));
  const stale = pageOf(await open(address, "man"));
  const kept = { formId: stale.value("formId") ?? "", version: stale.value("version") ?? "" };
  await act("adm", address, { intent: "decide", state: "declined", reason: "No." });
  const late = await as("man").post(address, { ...kept, intent: "decide", state: "forwarded", reason: "Yes" });
  expect(late.status).toBe(422);
  expect(late.html).toContain("Meanwhile, adm saved this");
});

test("'A sale is missing' leads to the form, filled in, for agents and managers only [CLAIM-10]", async () => {
  const today = dayOf(Date.now());
  const places = ["/app/links/links", "/app/links/all", "/app/logs/sale-logs", "/app/logs/sales"];
  places.push(`/app/stats/statements/${payPeriodId(today)}`);
  for (const place of places) {
    for (const name of ["ann", "man"])
      expect(pageOf(await open(place, name)).link("A sale is missing"), place).toBe(CREATE);
    expect(pageOf(await open(place, "adm")).link("A sale is missing"), place).toBeUndefined();
  }
  const filled = pageOf(await open(`/app/logs/sales?siteId=${siteId}&txid=T-9`, "ann")).link("A sale is missing") ?? "";
  const form = pageOf(await open(filled, "ann"));
  expect([form.value("siteId"), form.value("txid"), form.value("date")]).toEqual([String(siteId), "T-9", today]);
  await open(CREATE, "adm", 403);
});

test("the superadmin books by an adjustment that names the claim [CLAIM-07]", async () => {
  const address = addressOf(await claim({}));
  const id = address.split("/").at(-1) ?? "";
  const ledger = pageOf(await open(address, "chief")).link("Write an adjustment") ?? "";
  const form = pageOf(await open(ledger.replace("#new-line", ""), "chief"));
  expect(form.value("reason")).toBe(`Claim ${id}`);
  expect(form.link(`Claim ${id}`)).toBe(address);
  expect(pageOf(await open(address, "adm")).link("Write an adjustment")).toBeUndefined();
});
