import { expect } from "vitest";
import { queryOne, queryRows, execute } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { bySite, create, read, remove, update } from "../../../server/types";
import { ask, refused } from "../../reports/ask";
import { aClick, anAdmin, anAgent, anOffice, aSale, aSite, aSuperadmin } from "../../world/builders";
import { first } from "../../world/first";
import { test } from "../../world/rollback";
import { auditOf, linkVersion } from "../offices/world";
import { fields, versionsOf } from "./world";

test("a new link has its fields, defaults, and first prices with their author [LINK-05, LINK-07, LINK-13, LINK-14, LINK-25]", async () => {
  const { actor } = await aSuperadmin();
  const { id: siteId } = await aSite();
  const before = await linkVersion();
  const usual = await ask(create, actor, fields(siteId));
  expect(usual).toEqual({
    ...fields(siteId),
    id: usual.id,
    bbrCh: 0,
    bonus: false,
    bonusPayout: null,
    bonusEarning: null,
    bonusLpp: null,
    status: 1,
    showNoSalesStat: false,
    allowedHosts: [],
    feeGeos: [],
    version: 1,
  });
  const all = {
    ...{
      bbrCh: 7,
      bonus: true,
      bonusPayout: 99.99,
      bonusEarning: 4.5,
      bonusLpp: 2,
      status: 0,
      showNoSalesStat: true,
    },
    feeGeos: [
      { geo: "us", payout: 610.5, earning: 31 },
      { geo: "DE", payout: 0, earning: 0 },
    ],
  };
  const made = await ask(create, actor, fields(siteId, all));
  expect(made).toMatchObject({
    ...all,
    feeGeos: [
      { geo: "DE", payout: 0, earning: 0 },
      { geo: "US", payout: 610.5, earning: 31 },
    ],
  });
  expect(await ask(read, actor, { id: made.id })).toEqual(made);
  expect(await versionsOf(made.id)).toMatchObject([
    { geo: null, payout: "500.00", lpp: 1, bonusPayout: "99.99", bonusLpp: 2, by: actor.accountId },
    { geo: "US", payout: "610.50", lpp: null },
    { geo: "DE", payout: "0.00", lpp: null },
  ]);
  expect(await auditOf("type", made.id)).toMatchObject([{ before: null, after: { typename: "Spring", status: 0 } }]);
  expect(await linkVersion()).toBe(before + 2);
  expect(await refused(create, actor, fields(2_000_000_000))).toEqual({ status: 404 });
});

const long = "x".repeat(255);
const url = (length: number) => `https://example.org/${"a".repeat(length - 20)}`;
/** The fields sent and the field that is refused; without a field, the input is valid. */
const cases: [Record<string, unknown>, string?][] = [
  [{ typename: long }],
  [{ typename: `${long}x` }, "typename"],
  [{ typename: " " }, "typename"],
  [{ typename: undefined }, "typename"],
  [{ typename: "<b>'; DROP TABLE types; --" }],
  [{ typename: "nul\0" }, "typename"],
  [{ typealias: long }],
  [{ typealias: "" }, "typealias"],
  [{ typealias: "\ud800" }, "typealias"],
  [{ url: url(2_000) }],
  [{ url: url(2_001) }, "url"],
  [{ url: "" }, "url"],
  [{ url: undefined }, "url"],
  [{ url: "javascript:alert(1)" }, "url"],
  [{ url: "data:text/html,x" }, "url"],
  [{ url: "https://user:secret@example.org/" }, "url"],
  [{ url: "https://bücher.example/" }, "url"],
  [{ url: "https://example.org/{campaign}" }, "url"],
  [{ url: "https://example.org/?x=%7Bcampaign%7D" }, "url"],
  [{ url: "https://example.org/?x=%7Bsub1%7D" }],
  [{ url: "https://{geo}.example.org/" }, "url"],
  [{ url: "https://example.org/{clickid}/{sub5}?g={geo}#{ch}" }],
  ...["payout", "earning"].flatMap((name): [Record<string, unknown>, string?][] => [
    [{ [name]: 0 }],
    [{ [name]: 0.01 }],
    [{ [name]: 9_999_999.99 }],
    [{ [name]: 10_000_000 }, name],
    [{ [name]: 1_234_567_890_123 }, name],
    [{ [name]: -0.01 }, name],
    [{ [name]: 1.005 }, name],
    [{ [name]: "1,234.50" }, name],
    [{ [name]: "1e3" }, name],
    [{ [name]: Number.NaN }, name],
    [{ [name]: null }, name],
    [{ [name]: undefined }, name],
  ]),
  [{ lpp: 0 }],
  [{ lpp: 10_000 }],
  [{ lpp: 10_001 }, "lpp"],
  [{ lpp: -1 }, "lpp"],
  [{ lpp: 1.5 }, "lpp"],
  [{ lpp: undefined }, "lpp"],
  [{ bbrCh: 2_147_483_647 }],
  [{ bbrCh: 2_147_483_648 }, "bbrCh"],
  [{ bbrCh: -1 }, "bbrCh"],
  [{ bonus: true, bonusPayout: -1 }, "bonusPayout"],
  [{ bonus: true, bonusPayout: 10_000_000 }, "bonusPayout"],
  [{ bonus: true, bonusEarning: 0.001 }, "bonusEarning"],
  [{ bonus: true, bonusEarning: 0 }],
  [{ bonus: true, bonusLpp: 0.5 }, "bonusLpp"],
  [{ bonus: true, bonusLpp: -1 }, "bonusLpp"],
  [{ bonus: true, bonusLpp: 10_001 }, "bonusLpp"],
  [{ bonus: "on" }, "bonus"],
  [{ status: 0 }],
  [{ status: false }],
  [{ status: 2 }, "status"],
  [{ showNoSalesStat: "yes" }, "showNoSalesStat"],
  [{ feeGeos: [{ geo: "", payout: 0, earning: 0 }] }, "feeGeos[0].geo"],
  [{ feeGeos: [{ payout: 0, earning: 0 }] }, "feeGeos[0].geo"],
  [{ feeGeos: [{ geo: "USA", payout: 0, earning: 0 }] }, "feeGeos[0].geo"],
  [{ feeGeos: [{ geo: "US", payout: -1, earning: 0 }] }, "feeGeos[0].payout"],
  [{ feeGeos: [{ geo: "US", payout: 0 }] }, "feeGeos[0].earning"],
  [{ feeGeos: ["US", "us"].map((geo) => ({ geo, payout: 0, earning: 0 })) }, "feeGeos[1].geo"],
  [{ feeGeos: "US" }, "feeGeos"],
];

test.each(cases)(
  "a new link with %j is refused at %s [LINK-15, LINK-17, LINK-18, LINK-19, LINK-20]",
  async (given, field) => {
    const { actor } = await aSuperadmin();
    const { id } = await aSite({ types: 0 });
    const input = fields(id, given);
    if (field === undefined) return void (await ask(create, actor, input));
    const { status, data } = await refused(create, actor, input);
    expect(status).toBe(422);
    expect(Object.keys(data as object)).toEqual([field]);
    expect(await queryRows(sql`SELECT FROM types WHERE site_id = ${id}`)).toEqual([]);
  },
);

test("a refused address names its own fault: scheme, credentials, alphabet, unknown macro [LINK-17, LINK-21, LINK-22, LINK-23]", async () => {
  const { actor } = await aSuperadmin();
  const { id } = await aSite();
  const told = async (given: Record<string, unknown>) =>
    Object.values((await refused(create, actor, fields(id, given))).data as Record<string, string[]>).join(" ");
  expect(await told({ url: "javascript:alert(1)" })).toContain("javascript:");
  expect(await told({ url: "data:text/html,x" })).toContain("data:");
  expect(await told({ url: "https://me:x@example.org/" })).toContain("username or password");
  expect(await told({ url: "https://bücher.example/" })).toContain("xn--");
  expect(await told({ url: "https://example.org/{campaign}" })).toContain("no macro {campaign}");
  expect(await told({ url: "https://{geo}.example.org/" })).toContain("path, the query or the fragment");
  expect(await told({ bonus: true, bonusPayout: -1 })).toContain("0 or more");
  expect(await told({ bonus: true, bonusLpp: 1.5 })).toContain("whole number");
  const forCountry = (geo: string) => told({ feeGeos: [{ geo, payout: 0, earning: 0 }] });
  expect(await forCountry("")).toContain("two letters of a country");
  expect(await forCountry("usa")).toContain("two letters of a country");
  expect(await forCountry("xx")).toBe("There is no country XX.");
  expect(await forCountry("ZZ")).toBe("There is no country ZZ.");
  expect(await forCountry("UK")).toBe("Please use GB in place of UK.");
});

test("an update keeps omitted fields; a changed price is a new version, an unchanged one is not [PRICE-04, LINK-16]", async () => {
  const { actor } = await aSuperadmin();
  const { id: siteId } = await aSite();
  const given = fields(siteId, { bonus: true, bonusPayout: 99, feeGeos: [{ geo: "US", payout: 610, earning: 31 }] });
  const made = await ask(create, actor, given);
  const before = await linkVersion();
  const renamed = await ask(update, actor, { id: made.id, typename: "Summer", username: "nobody" });
  expect(await linkVersion()).toBe(before + 1);
  expect(renamed).toEqual({ ...made, typename: "Summer", version: 2 });
  expect(await versionsOf(made.id)).toHaveLength(2);
  expect(await ask(update, actor, { id: made.id, payout: 0.1 })).toMatchObject({ payout: 0.1, bonusPayout: 99 });
  expect(await ask(update, actor, { id: made.id, status: 0 })).toMatchObject({ status: 0, payout: 0.1 });
  expect(await versionsOf(made.id)).toMatchObject([{ payout: "500.00" }, { geo: "US" }, { payout: "0.10" }]);
  for (const wrong of [{ typename: "" }, { payout: null }, { url: "ftp://x" }, { siteId: 1.5 }, { version: 0 }]) {
    expect(await refused(update, actor, { id: made.id, ...wrong }), JSON.stringify(wrong)).toMatchObject({
      status: 422,
    });
  }
  expect(await refused(update, actor, { id: made.id, siteId: (await aSite()).id })).toEqual({ status: 404 });
  expect(await auditOf("type", made.id)).toMatchObject([
    {},
    { before: { typename: "Spring" }, after: { typename: "Summer" } },
    { before: { status: 1 }, after: { status: 0 } },
  ]);
});

test("switching off the bonus is a version without it, and so is removing a country [PRICE-01, LINK-06, LINK-08]", async () => {
  const { actor } = await aSuperadmin();
  const { id: siteId } = await aSite();
  const fees = ["DE", "US"].map((geo) => ({ geo, payout: 610, earning: 31 }));
  const { id } = await ask(create, actor, fields(siteId, { bonus: true, bonusPayout: 99, bonusLpp: 5, feeGeos: fees }));
  const off = await ask(update, actor, { id, bonus: false, bonusPayout: 50, feeGeos: fees.slice(0, 1) });
  expect(off).toMatchObject({ bonus: false, bonusPayout: null, bonusEarning: null, bonusLpp: null });
  expect(off.feeGeos).toEqual(fees.slice(0, 1));
  const versions = await versionsOf(id);
  expect(versions.slice(3)).toMatchObject([
    { geo: null, bonusPayout: null, bonusEarning: null, bonusLpp: null, payout: "500.00" },
    { geo: "US", enabled: false },
  ]);
  const never = await ask(create, actor, fields(siteId, { bonus: false, bonusPayout: 50, bonusLpp: 5 }));
  expect(await versionsOf(never.id)).toMatchObject([{ bonusPayout: null, bonusEarning: null, bonusLpp: null }]);
  const on = await ask(update, actor, { id, bonus: true, feeGeos: fees });
  expect(on).toMatchObject({ bonus: true, bonusPayout: 0, bonusEarning: 0, bonusLpp: 0, feeGeos: fees });
});

test("an outdated version is refused with the current link", async () => {
  const { actor } = await aSuperadmin();
  const { id } = await ask(create, actor, fields((await aSite()).id));
  await ask(update, actor, { id, payout: 600, version: 1 });
  const late = await refused(update, actor, { id, payout: 700, version: 1 });
  expect(late).toMatchObject({ status: 409, data: { current: { payout: 600, version: 2 } } });
  expect((await versionsOf(id)).map(({ payout }) => payout)).toEqual(["500.00", "600.00"]);
  expect(await ask(update, actor, { id, payout: 700 })).toMatchObject({ payout: 700, version: 3 });
});

test("admins read links without earnings, only superadmins change them, and lower roles get names [LINK-02, ROLE-12, ROLE-15, API-55]", async () => {
  const [superadmin, admin] = [await aSuperadmin(), await anAdmin()];
  const office = await anOffice({ agents: 1 });
  const { id: siteId, types } = await aSite({ enabledFor: [office], types: [{ bonus: true }] });
  const { id } = first(types);
  const whole = await ask(read, superadmin.actor, { id });
  const { earning, bonusEarning, ...seen } = whole;
  expect([earning, bonusEarning]).toEqual([20, 10]);
  expect(await ask(read, admin.actor, { id })).toEqual(seen);
  expect(await ask(bySite, admin.actor, { siteId })).toEqual([seen]);
  expect(await ask(bySite, office.actor, { siteId })).toEqual([{ id, siteId, typename: seen.typename }]);
  for (const asker of [office.actor, first(office.agents).actor]) {
    expect(await refused(read, asker, { id })).toEqual({ status: 403 });
  }
  for (const asker of [admin.actor, office.actor, first(office.agents).actor]) {
    expect(await refused(update, asker, { id, payout: 1 })).toEqual({ status: 403 });
    expect(await refused(create, asker, fields(siteId))).toEqual({ status: 403 });
    expect(await refused(remove, asker, { id })).toEqual({ status: 403 });
  }
  expect(await refused(read, admin.actor, { id: 2_000_000_000 })).toEqual({ status: 404 });
});

test("the designated superadmin can delete a link only if it has no clicks and events [LINK-24]", async () => {
  const { actor: superadmin } = await aSuperadmin();
  const actor = { ...superadmin, designated: true };
  const office = await anOffice();
  const agent = await anAgent({ office });
  const site = await aSite({ enabledFor: [office], types: 3 });
  const [unused, clicked, sold] = [0, 1, 2].map((at) => first(site.types.slice(at)));
  const at = new Date();
  await aClick({ agent, type: clicked!, at, class: "suspended" });
  await aSale({ agent, type: sold!, at });
  expect(await refused(remove, superadmin, { id: unused!.id })).toEqual({ status: 403 });
  const before = await linkVersion();
  expect(await ask(remove, actor, { id: unused!.id })).toEqual({ deleted: 1 });
  expect(await linkVersion()).toBe(before + 1);
  expect(await refused(remove, actor, { id: unused!.id })).toEqual({ status: 404 });
  for (const { id } of [clicked!, sold!]) expect(await refused(remove, actor, { id })).toMatchObject({ status: 409 });
  expect(await queryOne(sql`SELECT count(*) AS n FROM types WHERE site_id = ${site.id}`)).toEqual({ n: 2 });
  expect(await queryRows(sql`SELECT FROM prices WHERE type_id = ${unused!.id}`)).toEqual([]);
  expect(await auditOf("type", unused!.id)).toMatchObject([{ before: { typename: "link 1" }, after: null }]);
  await execute(sql`DELETE FROM stats_delta WHERE type_id = ${clicked!.id}`);
  expect(await ask(remove, actor, { id: clicked!.id })).toEqual({ deleted: 1 });
});
