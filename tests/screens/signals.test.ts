import { expect, test } from "vitest";
import { anAdmin, anAgent, anOffice, aSite, aSuperadmin } from "../world/builders";
import { db } from "../world/db";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { aScreenWorld } from "../world/screens";

/** The log of signals without scripts. */

const LIST = "/app/logs/signals";

const { as, open } = aScreenWorld({ people: ["sup", "adm", "man", "ag"], path: LIST }, async () => {
  await aSuperadmin({ username: "sup" });
  await anAdmin({ username: "adm" });
  const office = await anOffice({ username: "man" });
  const agent = await anAgent({ username: "ag", office });
  const site = await aSite({ sitename: "Velvet Lantern" });
  const evidence = JSON.stringify({
    ...{ since: "2026-03-02T12:59:00.000-05:00", observed: 0, expected: 40.2 },
    address: `/app/logs/click-outs?siteId=${site.id}&start=2026-03-02&end=2026-03-02`,
    hours: [{ hour: "2026-03-02T13:00:00.000-05:00", clicks: 1234, sales: 0 }],
  });
  await db.run`
    INSERT INTO signals (id, kind, subject, site_id, agent_id, company_id, opened_at, closed_at, sentence, expected, evidence)
    VALUES (1, 'silent', ${site.id}, ${site.id}, NULL, NULL, '2026-03-02T21:00Z', NULL,
        'Velvet Lantern has had no clicks.', 'About 40 clicks.', ${evidence}::jsonb),
      (2, 'instant', ${agent.id}, NULL, ${agent.id}, ${office.id}, '2026-03-01T21:00Z', '2026-03-02T21:00Z',
        'All sales of ag came at once.', 'About 0.1.',
        '{"since": "2026-03-01T12:59:00.000-05:00", "address": "/app/logs/sale-logs", "saleIds": [7, 8]}'::jsonb)`;
});

const kindsIn = (html: string) => tableIn(html).rows.map((row) => row.Kind);

test("the log lists signals newest first, filters by kind, state and site, and shows the evidence of each [SIGNAL-11]", async () => {
  expect(kindsIn(await open())).toEqual(["Silent site", "Instant sales"]);
  expect(kindsIn(await open("?open=1"))).toEqual(["Silent site"]);
  expect(kindsIn(await open("?open=0"))).toEqual(["Instant sales"]);
  expect(kindsIn(await open("?kind=instant&open=&siteId="))).toEqual(["Instant sales"]);
  expect(kindsIn(await open("?siteId=1"))).toEqual(["Silent site"]);
  expect(kindsIn(await open("?sortField=openedAt&sortAsc=1"))).toEqual(["Instant sales", "Silent site"]);
  expect(await open("?kind=loud")).toContain("Please choose a kind from the list.");
  const html = await open("/1");
  expect(html).toContain("(12:59)");
  expect(html).toContain("About 40 clicks.");
  expect(pageOf(html).link("Open the rows behind it")).toBe(
    "/app/logs/click-outs?siteId=1&start=2026-03-02&end=2026-03-02",
  );
  expect(tableIn(html).rows[0]).toMatchObject({ Hour: "2026-03-02 (13:00)", Clicks: "1,234", Sales: "0" });
  expect(await open("/2")).toContain("7, 8");
});

test("managers see the signals of their office in a tab of the logs, agents neither", async () => {
  expect(kindsIn(await open("", "man"))).toEqual(["Instant sales"]);
  await open("/1", "man", 404);
  await open("", "ag", 403);
  await open("/2", "ag", 403);
  expect(pageOf((await as("man").get("/app/logs/login")).html).link("Signals")).toBe(LIST);
  expect(pageOf((await as("ag").get("/app/logs/chat")).html).link("Signals")).toBeUndefined();
});

test("an empty note is refused, and a note acknowledges the signal, which leaves Home", async () => {
  const adm = as("adm");
  expect((await adm.get("/app/home")).html).toContain("1 signal open since");
  const path = `${LIST}/1`;
  const formId = pageOf((await adm.get(path)).html).value("formId") ?? "";
  const refused = await adm.post(path, { formId, note: " " });
  expect([refused.status, refused.html.includes("Please fill in this field.")]).toEqual([422, true]);
  const done = await adm.post(path, { formId, note: "Their server was moved." });
  expect(done.status, done.html).toBe(302);
  const html = await open("/1");
  expect(html).toContain("Acknowledged by adm on");
  expect(pageOf(html).texts("form .primary")).toContain("Save note");
  expect(html).toContain("Their server was moved.");
  expect(tableIn(await open()).rows[0]).toMatchObject({ State: "Acknowledged" });
  expect((await adm.get("/app/home")).html).not.toContain("signal open since");
  expect((await adm.post(path, { formId, note: "Again." })).status).toBe(302);
  expect(await open("/1")).not.toContain("Again.");
});
