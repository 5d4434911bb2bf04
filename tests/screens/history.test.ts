import { expect, test } from "vitest";
import { perform } from "../../server/kernel/operation/perform";
import { system } from "../../server/kernel/operation/roles";
import { writeAudit } from "../../server/kernel/operation/audit";
import { writeTransaction } from "../../server/kernel/database/transactions";
import * as offices from "../../server/offices";
import * as types from "../../server/types";
import { anAdmin, anOffice, aSite, aSuperadmin, type Office, type Site } from "../world/builders";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";

let office: Office;
let other: Office;
let site: Site;

const { as } = aScreenWorld({ people: ["sup", "adm", "man"] }, async () => {
  await aSuperadmin({ username: "sup" });
  await anAdmin({ username: "adm" });
  office = await anOffice({ officeName: "North", username: "man" });
  other = await anOffice({ officeName: "South" });
  site = await aSite({ sitename: "Roses", enabledFor: [office] });
  const from = { channel: "program", ip: null, userAgent: "test" } as const;
  await perform(offices.update, system, { id: office.id, manFirstName: "Bea", siteIds: [] }, from);
  await perform(offices.update, system, { id: office.id, password: PASSWORD, passwordConfirm: PASSWORD }, from);
});

const open = (path: string, name: string) => as(name).get(path);

test("the history of an office shows time with seconds, person and change in words, to managers of it too", async () => {
  for (const name of ["sup", "adm", "man"]) {
    const { status, html } = await open(`/app/offices/${office.id}/history`, name);
    expect([name, status]).toEqual([name, 200]);
    expect(pageOf(html).one("h1")?.text).toBe("History of North");
    const { headings, rows } = tableIn(html);
    expect(headings).toEqual(["When", "Who", "What"]);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      When: expect.stringMatching(/^\d{4}-\d\d-\d\d \(\d\d:\d\d:\d\d\)$/) as unknown,
      ...{ Who: "system", What: "ChangedPassword: changed" },
    });
    expect(rows[1]?.What).toContain("Manager's first name: Mara → Bea");
    // The manager no longer sees the name of a site that is not theirs.
    expect(rows[1]?.What).toContain(name === "man" ? `Sites: removed ${site.id}` : "Sites: removed Roses");
  }
});

test("other people's records, and records without changes, have a page that says so", async () => {
  expect((await open(`/app/offices/${other.id}/history`, "man")).status).toBe(404);
  expect((await open(`/app/sites/${site.id}/history`, "man")).status).toBe(403);
  expect((await open("/app/offices/x/history", "sup")).status).toBe(404);
  expect((await open("/app/offices/2147483647/history", "sup")).status).toBe(404);
  const { html } = await open(`/app/sites/${site.id}/history`, "adm");
  expect(pageOf(html).one("tr.empty")?.text).toContain("No changes yet");
});

test("a long history has pages", async () => {
  const changes = Array.from({ length: 60 }, (_, n) => ({
    ...{ record: "office", id: other.id },
    ...{ before: { agentNotes: `${n}` }, after: { agentNotes: `${n + 1}` } },
  }));
  await writeTransaction(() => writeAudit("test.act", null, changes));
  const { html } = await open(`/app/offices/${other.id}/history`, "sup");
  expect(html).toContain("1 of 2");
  expect(tableIn(html).rows[0]).toMatchObject({ Who: "The server", What: "ChangedMust Read: 59 → 60" });
  expect(tableIn((await open(`/app/offices/${other.id}/history?page=2`, "sup")).html).rows).toHaveLength(10);
});

test("the history of a link has its price changes, and another site's address for it does not exist", async () => {
  const [type] = site.types;
  const from = { channel: "program", ip: null, userAgent: "test" } as const;
  await perform(types.update, system, { id: type!.id, typename: "Rose", payout: 7 }, from);
  const path = `/app/sites/${site.id}/types/${type!.id}/history`;
  for (const name of ["sup", "adm"]) {
    const { status, html } = await open(path, name);
    expect([status, pageOf(html).one("h1")?.text]).toEqual([200, "History of Rose"]);
    expect(tableIn(html).column("What").join(" ")).toMatch(/price/);
    expect(pageOf(html).link("Links of Roses")).toBe(`/app/sites/${site.id}/types`);
  }
  const prices = await open(`/app/sites/${site.id}/types/${type!.id}/prices`, "adm");
  expect(pageOf(prices.html).link("History")).toBe(path);
  expect((await open(`/app/sites/${site.id + 1}/types/${type!.id}/history`, "sup")).status).toBe(404);
  expect((await open(path, "man")).status).toBe(403);
});
