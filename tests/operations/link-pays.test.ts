import { expect } from "vitest";
import { codesScreen } from "../../server/links";
import { ask } from "../reports/ask";
import { anAdmin, anOffice, aPrice, aSite } from "../world/builders";
import { first } from "../world/first";
import { test } from "../world/rollback";

test("each link says what it pays the agent: the office's own price, else the usual one with its countries, and never dollars [GEN-04, PRICE-01]", async () => {
  const [north, south] = [await anOffice({ agents: 1 }), await anOffice({ agents: 1 })];
  const site = await aSite({
    types: [{ typename: "b", bonus: true }, { typename: "A" }, { typename: "gone", active: false }],
    enabledFor: [north, south],
  });
  const type = first(site.types);
  await aPrice({ type, geo: "PH", payout: 650 });
  await aPrice({ type, office: north, payout: 555, bonusPayout: 260 });
  const admin = await anAdmin();
  const paysOf = async (actor: typeof admin.actor, more: object = {}) =>
    (await ask(codesScreen, actor, { siteId: site.id, ...more })).pays;
  const [ofNorth, ofSouth] = [first(north.agents), first(south.agents)];
  const plain = { useApproveSale: false, countries: [], bonusPayout: null };
  const other = { ...plain, id: site.types[1]?.id, typename: "A", payout: 500 };
  const own = { ...plain, id: type.id, typename: "b", payout: 555, bonusPayout: 260 };
  expect(await paysOf(ofNorth.actor)).toEqual([other, own]);
  expect(await paysOf(north.actor, { agentId: ofNorth.id })).toEqual([other, own]);
  const usual = { ...own, payout: 500, bonusPayout: 250, countries: [{ geo: "PH", payout: 650 }] };
  expect(await paysOf(admin.actor, { agentId: ofSouth.id })).toEqual([other, usual]);
  expect(await paysOf(admin.actor)).toEqual([]);
});

test("a link of an AVP site pays by tier, and one that sells in two steps pays by its second", async () => {
  const office = await anOffice({ agents: 1 });
  const { actor } = first(office.agents);
  const avp = await aSite({ avp: true, useApproveSale: true, enabledFor: [office] });
  const steps = await aSite({ useApproveSale: true, types: [{ bonus: true }], enabledFor: [office] });
  await aPrice({ type: first(avp.types), geo: "PH", payout: 650 });
  const [ofAvp] = (await ask(codesScreen, actor, { siteId: avp.id })).pays;
  expect(ofAvp).toMatchObject({ payout: null, bonusPayout: null, useApproveSale: false, countries: [] });
  const [ofSteps] = (await ask(codesScreen, actor, { siteId: steps.id })).pays;
  expect(ofSteps).toMatchObject({ payout: 0, bonusPayout: 250, useApproveSale: true });
});
