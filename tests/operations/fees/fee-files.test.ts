import { expect } from "vitest";
import { exportFees, importFees, dryRun, save } from "../../../server/fees";
import { queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { ask, refused, refusedStream, textOf } from "../../reports/ask";
import { anAdmin, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";

const HEAD = "typeId,companyId,enable,payout,earning,lpp,bonusPayout,bonusEarning,bonusLpp";

async function aShop() {
  const { actor: boss } = await aSuperadmin();
  const [north, south] = [await anOffice({ officeName: "=North" }), await anOffice({ officeName: 'So, "uth"' })];
  const site = await aSite({ sitename: "Roses", types: [{ typename: "card", bonus: true }, { typename: "free" }] });
  const [card, free] = site.types as [(typeof site.types)[0], (typeof site.types)[0]];
  const file = (...lines: string[]) => ({ csv: [HEAD, ...lines].join("\n") });
  const versions = () =>
    queryRows<{ payout: string }>(sql`SELECT payout FROM prices WHERE company_id IS NOT NULL ORDER BY id`);
  return { boss, north, south, site, card, free, file, versions };
}

test("importing an export changes nothing, whatever the name of an office [FEE-08]", async () => {
  const { boss, north, south, site, card, versions } = await aShop();
  await ask(save, boss, { typeId: card.id, companyId: south.id, enable: true, payout: 720.5 });
  const csv = await textOf(exportFees, boss, { siteId: site.id });
  const lines = csv.trimEnd().split("\n");
  expect(lines[0]).toBe(`siteId,sitename,typeId,typename,companyId,officeName,enable,${HEAD.slice(24)}`);
  expect(lines).toContain(`${site.id},Roses,${card.id},card,${south.id},"So, ""uth""",1,720.5,20,1,250,10,2`);
  expect(lines).toContain(`${site.id},Roses,${card.id},card,${north.id},'=North,0,500,20,1,250,10,2`);
  const { effects } = await ask(dryRun, boss, { csv });
  expect(effects).toHaveLength(lines.length - 1);
  expect(effects.filter(({ outcome }) => outcome !== "same")).toEqual([]);
  const before = (await versions()).length;
  expect(await ask(importFees, boss, { csv })).toMatchObject({ applied: 0 });
  expect(await versions()).toHaveLength(before);
  const one = await textOf(exportFees, boss, { siteId: site.id, typeId: card.id });
  expect(one.trimEnd().split("\n")).toEqual(lines.filter((line, i) => i === 0 || line.includes(",card,")));
});

test("a dry run shows the effect of each row and writes nothing; the import does the same [FEE-08, PRICE-04]", async () => {
  const { boss, north, south, card, free, file, versions } = await aShop();
  await ask(save, boss, { typeId: card.id, companyId: south.id, enable: true, payout: 720.5, lpp: 7 });
  const given = file(
    `${card.id},${north.id},1,600,20,1,250,10,2`,
    `${card.id},${south.id},0,,,,,,`,
    `${free.id},${south.id},no,1,2,3,,,`,
    `${free.id},${north.id},1,600,20,1,5,,`,
  );
  const before = await versions();
  const shown = await ask(dryRun, boss, given);
  expect(await versions()).toEqual(before);
  expect(shown.effects).toEqual([
    {
      ...{ line: 2, name: "Roses card, =North", outcome: "changed", faults: [] },
      changes: [
        { field: "enable", before: false, after: true },
        { field: "payout", before: 500, after: 600 },
      ],
    },
    {
      ...{ line: 3, name: 'Roses card, So, "uth"', outcome: "changed", faults: [] },
      changes: [
        { field: "enable", before: true, after: false },
        { field: "payout", before: 720.5, after: 500 },
        { field: "lpp", before: 7, after: 1 },
      ],
    },
    { line: 4, name: 'Roses free, So, "uth"', outcome: "same", changes: [], faults: [] },
    {
      ...{ line: 5, name: "Roses free, =North", outcome: "refused", changes: [] },
      faults: ["bonusPayout: This link pays no bonus."],
    },
  ]);
  const done = await ask(importFees, boss, { ...given, mark: shown.mark });
  expect(done).toEqual({ applied: 2, effects: shown.effects });
  expect((await versions()).slice(before.length)).toEqual([{ payout: "600.00" }, { payout: "720.50" }]);
  expect(await ask(dryRun, boss, given)).toMatchObject({
    effects: [{ outcome: "same" }, { outcome: "same" }, { outcome: "same" }, { outcome: "refused" }],
  });
});

test("an import applies what the dry run showed, and is refused if a fee changed in the meantime [TRUST-09]", async () => {
  const { boss, north, card, file, versions } = await aShop();
  const given = file(`${card.id},${north.id},1,600,20,1,250,10,2`);
  const { mark } = await ask(dryRun, boss, given);
  await ask(save, boss, { typeId: card.id, companyId: north.id, enable: true, payout: 650 });
  const before = await versions();
  expect(await refused(importFees, boss, { ...given, mark })).toMatchObject({
    status: 409,
    data: { current: { effects: [{ changes: [{ field: "payout", before: 650, after: 600 }] }] } },
  });
  expect(await versions()).toEqual(before);
  const { mark: again } = await ask(dryRun, boss, given);
  expect(await ask(importFees, boss, { ...given, mark: again })).toMatchObject({ applied: 1 });
});

test("every invalid row is reported by its line, and the valid ones are applied", async () => {
  const { boss, north, south, card, file, versions } = await aShop();
  const numbers = "600,20,1,250,10,2";
  const wrong: [line: string, fault: RegExp | string][] = [
    [`999999,${north.id},1,${numbers}`, "There is no link 999999."],
    [`${card.id},${north.id},maybe,${numbers}`, /^enable: /],
    [`${card.id},${north.id},,${numbers}`, /^enable: /],
    [`x,${north.id},1,${numbers}`, /^typeId: /],
    [`${card.id},,1,${numbers}`, /^companyId: /],
    [`${card.id},${north.id},1,"1,5",20,1,250,10,2`, /^payout: /],
    [`${card.id},${north.id},1,1e3,20,1,250,10,2`, /^payout: /],
    [`${card.id},${north.id},1,-1,20,1,250,10,2`, "payout: Please enter an amount of 0 or more."],
    [`${card.id},${north.id},1,10000000000000,20,1,250,10,2`, /^payout: .* at most 9999999.99/],
    [`${card.id},${north.id},1,600,20.005,1,250,10,2`, "earning: Please use at most two decimals."],
    [`${card.id},${north.id},1,600,20,1.5,250,10,2`, "lpp: Please enter a whole number."],
    [`${card.id},${north.id},1,600,20,,250,10,2`, "lpp: Please fill in this cell."],
    [`${card.id},${north.id},1,600`, "It has 4 cells instead of 9."],
    [`${card.id},${south.id},1,${numbers}`, `This link and office are already in line 2.`],
  ];
  const given = file(`${card.id},${south.id},1,${numbers}`, ...wrong.map(([line]) => line));
  const { effects, applied } = await ask(importFees, boss, given);
  expect([applied, await versions()]).toEqual([1, [{ payout: "600.00" }]]);
  const [, ...told] = effects;
  expect(told.map(({ line, outcome }) => [line, outcome])).toEqual(wrong.map((_, i) => [i + 3, "refused"]));
  wrong.forEach(([line, fault], i) => {
    const [first = ""] = told[i]?.faults ?? [];
    expect([line, first]).toEqual([line, typeof fault === "string" ? fault : expect.stringMatching(fault)]);
  });
});

test("names next to the IDs must match, so that a shifted row changes no payment", async () => {
  const { boss, south, site, card } = await aShop();
  const csv = `siteId,typename,officeName,${HEAD}\n${site.id + 1},free,=North,${card.id},${south.id},1,600,20,1,250,10,2\n`;
  const { effects } = await ask(dryRun, boss, { csv });
  expect(effects[0]?.faults).toEqual([
    `siteId: It is ${site.id}, not ${site.id + 1}.`,
    "typename: It is card, not free.",
    'officeName: It is So, "uth", not =North.',
  ]);
});

test("only superadmins can import and export, and a file that cannot be read is refused as a whole [FEE-01]", async () => {
  const { boss, file } = await aShop();
  const { actor } = await anAdmin();
  expect(await refused(dryRun, actor, file("1,1,1,1,1,1,1,1,1"))).toMatchObject({ status: 403 });
  expect(await refused(importFees, actor, file("1,1,1,1,1,1,1,1,1"))).toMatchObject({ status: 403 });
  expect(await refusedStream(exportFees, actor)).toMatchObject({ status: 403 });
  expect(await refusedStream(exportFees, boss, { siteId: 999_999 })).toEqual({ status: 404 });
  for (const csv of ["", "a,b\n1,2", HEAD, "\0", "x".repeat(1_000_001)]) {
    expect(await refused(dryRun, boss, { csv })).toMatchObject({ status: 422, data: { csv: [expect.anything()] } });
  }
});
