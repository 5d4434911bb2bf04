import { expect, test } from "vitest";
import { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from "~models";
import { writeTransaction } from "../../server/kernel/database/transactions";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { signedIn, type Visitor } from "../world/visitor";
import { aScreenWorld } from "../world/screens";

/** The screens of webhooks without scripts. */

const LIST = "/app/profile/webhooks";

const { server, as } = aScreenWorld({ people: ["man", "sup"] }, async () => {
  await aSuperadmin({ username: "sup" });
  await anAdmin({ username: "adm" });
  const office = await anOffice({ username: "man" });
  await anAgent({ username: "ag", office });
});
const manager = as("man");
const superadmin = as("sup");

const fields = (given: Record<string, string> = {}): [string, string][] => [
  ...Object.entries({ intent: "create", name: "CRM", url: "https://crm.example.org/hook", format: "signed", ...given }),
  ["events", ""],
  ["events", "sale.accepted"],
  ["events", "sale.reversed"],
];

/** Creates an endpoint by the form and returns its path. */
async function create(visitor: Visitor, given: Record<string, string> = {}): Promise<string> {
  const answer = await visitor.post(LIST, fields(given));
  expect(answer.status, answer.html).toBe(302);
  return answer.headers.get("location") ?? "";
}

const idOf = (path: string) => Number(path.split("/").at(-1));

test("the tab is there for superadmins and managers only; the form offers an office to superadmins only", async () => {
  for (const [visitor, offers] of [
    [manager, false],
    [superadmin, true],
  ] as const) {
    const { status, html } = await visitor.get(LIST);
    expect(status).toBe(200);
    expect(pageOf(html).has("nav a[href='/app/profile/webhooks']")).toBe(true);
    expect(pageOf(html).has("[name=companyId]")).toBe(offers);
    expect(pageOf(html).choices("events")).toContain("Price changed");
    expect(html).toContain("{click_id}");
    expect(html).toContain("HMAC-SHA256");
    expect(pageOf(html).link("Events, fields and an example")).toBe("/api/docs#webhooks");
  }
  const admin = await signedIn(server.url, "adm");
  expect(pageOf((await admin.get("/app/profile")).html).link("Webhooks")).toBeUndefined();
  for (const path of [LIST, `${LIST}/1`, `${LIST}/1/confirm?intent=delete&ids=1`])
    expect((await admin.get(path)).status, path).toBe(403);
});

test("a new webhook shows its secret once; another office's is not found", async () => {
  const path = await create(manager);
  expect(path).toMatch(/^\/app\/profile\/webhooks\/\d+$/);
  const { html } = await manager.get(path);
  expect(pageOf(html).one("input#made-secret")?.attr("value")).toMatch(/^whsec_[0-9a-f]{72}$/);
  expect(html).toContain("Working");
  expect(pageOf((await manager.get(path)).html).has("input#made-secret")).toBe(false);
  const others = await create(superadmin, { name: "Network" });
  expect((await manager.get(others)).status).toBe(404);
  expect((await manager.get(`${others}/confirm?intent=delete&ids=1`)).status).toBe(404);
  expect((await superadmin.get(path)).status).toBe(200);
  const names = (page: string) => tableIn(page, "Webhooks").rows.map((row) => row.Name);
  expect(names((await manager.get(LIST)).html)).toEqual(["CRM"]);
  expect(names((await superadmin.get(LIST)).html)).toEqual(["CRM", "Network"]);
});

test("an agent adds a postback from the address of a tracker, and tests it with a reversal [HOOK-03, HOOK-06]", async () => {
  const agent = await signedIn(server.url, "ag");
  const { html } = await agent.get(LIST);
  expect(pageOf(html).choices("events")).toEqual(["Sale accepted", "Sale reversed"]);
  expect([pageOf(html).has("[name=format][type=radio]"), pageOf(html).has("[name=companyId]")]).toEqual([false, false]);
  expect(html).toContain("https://YOUR-DOMAIN/postback?cid={sub1}");
  const path = await create(agent, { format: "postback", url: "https://t.example.org/?c={sub1}", name: "Voluum" });
  const page = await agent.get(path);
  expect(page.html).toContain("Postback · Sales of ag<");
  expect(pageOf(page.html).texts(".head .pill")).toEqual(["Working"]);
  expect(pageOf(page.html).has("input#made-secret")).toBe(false);
  expect(pageOf(page.html).button("Rotate secret Voluum")).toBeUndefined();
  const tested = await agent.post(path, { intent: "test", event: "sale.reversed" });
  expect([tested.status, tested.headers.get("location")]).toEqual([302, path]);
  expect((await manager.get(path)).status).toBe(404);
});

test("a refused form keeps what was typed, with the message at its field", async () => {
  const url = "https://t.example.org/?a={clickid}";
  const { status, html } = await manager.post(LIST, fields({ format: "postback", url, name: "Tracker" }));
  expect(status).toBe(422);
  expect(pageOf(html).message("url", "form")).toContain("There is no macro {clickid}. Allowed: {click_id}");
  expect([pageOf(html).value("url"), pageOf(html).value("name")]).toEqual([url, "Tracker"]);
  const none = await manager.post(LIST, { intent: "create", name: "A", url: "https://a.example.org/", events: "" });
  expect(pageOf(none.html).message("events", "form")).toBe("Please choose at least one event.");
});

test("a webhook is changed, switched off, rotated and deleted without scripts", async () => {
  const path = await create(manager, { name: "Books" });
  const form = pageOf((await manager.get(path)).html);
  const saved = await manager.post(path, [
    ...Object.entries({
      intent: "save",
      name: "Ledger",
      url: "https://b.example.org/",
      version: form.value("version")!,
    }),
    ["events", ""],
    ["events", "price.changed"],
  ]);
  expect([saved.status, saved.headers.get("location")]).toEqual([302, path]);
  const { html } = await manager.get(path);
  expect(pageOf(html).texts("h1")).toEqual(["Ledger"]);
  expect(pageOf(html).texts(".head .pill")).toEqual(["Off"]);
  expect(pageOf(html).button("Send test")).toBeUndefined();
  const old = await manager.post(path, { intent: "save", name: "Late", url: "https://b.example.org/", version: "1" });
  expect(old.status).toBe(422);
  expect(old.html).toContain("Ledger");

  const asked = await manager.get(`${path}/confirm?intent=rotate&ids=${idOf(path)}`);
  expect(pageOf(asked.html).texts("h1, h1 + p")).toEqual([
    "Make a new secret?",
    "The previous one also signs for 24 hours.",
  ]);
  expect((await manager.post(path, { intent: "rotate", ids: "1" })).status).toBe(302);
  const rotated = await manager.get(path);
  expect(pageOf(rotated.html).one("input#made-secret")?.attr("value")).toMatch(/^whsec_/);
  expect(rotated.html).toContain("Secret rotated:");

  const sure = await manager.get(`${path}/confirm?intent=delete&ids=${idOf(path)}`);
  expect(sure.html).toContain("Ledger (https://b.example.org/)");
  const removed = await manager.post(path, { intent: "delete", ids: "1" });
  expect(removed.headers.get("location")).toBe(LIST);
  expect((await manager.get(path)).status).toBe(404);
});

test("deliveries show state, status and tries, and open their request and answer; one is sent again", async () => {
  const path = await create(manager, { name: "Sheet" });
  const endpointId = idOf(path);
  const at = new Date();
  const delivery = await writeTransaction(async () => {
    // A pause in the far future, so that the server sends nothing.
    const nextTryAt = new Date("2099-01-01T12:00:00Z");
    await WebhookEndpoint.update({ failingSince: at, nextTryAt }, { where: { id: endpointId } });
    const made = await WebhookDelivery.create({
      ...{ endpointId, event: "sale.accepted", data: { note: "<b>" }, state: "delivered", deliveredAt: at },
    });
    for (const [status, answer] of [
      [500, "Down"],
      [204, ""],
    ] as const) {
      await WebhookAttempt.create({
        ...{
          deliveryId: made.id,
          at,
          url: "https://crm.example.org/hook",
          headers: { "Webhook-Id": `evt_${made.id}` },
        },
        ...{ status, error: null, answer, ms: 12 },
      });
    }
    await WebhookDelivery.create({ endpointId, event: "sale.reversed", data: {} });
    return made;
  });
  const { html } = await manager.get(path);
  expect(html).toContain("Failing since");
  const shown = tableIn(html, "Deliveries").rows.map(({ Event, State, Status, Tries }) => [
    Event,
    State,
    Status,
    Tries,
  ]);
  expect(shown).toEqual([
    ["Sale reversed", "Waiting", "", "0"],
    ["Sale accepted", "Delivered", "204", "2"],
  ]);
  const details = pageOf(html).all("details.json").at(-1)?.texts("pre").join("\n");
  for (const text of [
    `"id":"evt_${delivery.id}"`,
    `{"note":"<b>"}`,
    `Webhook-Id: evt_${delivery.id}`,
    "Down",
    "Answer 500",
  ]) {
    expect(details).toContain(text);
  }
  const found = await manager.get(`${path}?state=delivered&event=`);
  expect(tableIn(found.html, "Deliveries").rows).toHaveLength(1);
  const none = await manager.get(`${path}?event=test`);
  expect(tableIn(none.html, "Deliveries").empty).toBe("No deliveries");
  await writeTransaction(() =>
    WebhookEndpoint.update({ leasedUntil: new Date("2099-01-01T12:00:00Z") }, { where: { id: endpointId } }),
  );
  const again = await manager.post(LIST, { intent: "again", id: String(delivery.id) });
  expect([again.status, again.headers.get("location")]).toEqual([302, path]);
  await writeTransaction(() => delivery.reload());
  expect(delivery).toMatchObject({ state: "waiting", deliveredAt: null });
});
