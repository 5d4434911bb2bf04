import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { create, createScreen, decide, listScreen, open, read, search } from "../../server/claims";
import { execute, queryRows } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { withFixedTime } from "../../server/kernel/time/now";
import { payPeriodId } from "../../server/trade/periods";
import { ask, refused } from "../reports/ask";
import {
  aClick,
  aLedgerLine,
  anAdmin,
  anAgent,
  anOffice,
  aReversal,
  aSale,
  aSite,
  aSuperadmin,
} from "../world/builders";
import { first } from "../world/first";
import { test } from "../world/rollback";
import { waitingMailsTo } from "../world/waiting-mails";

const NOON = "2024-11-20T12:00:00-05:00";
const SOLD = "2024-11-18T12:00:00-05:00";
const at = <T>(time: string, body: () => Promise<T>) => withFixedTime(new Date(time), body);

async function aShop() {
  const office = await anOffice({ agents: 1 });
  const site = await aSite({ enabledFor: [office] });
  const [agent, type] = [first(office.agents), first(site.types)];
  await execute(sql`UPDATE agents SET email = 'ada@agents.example' WHERE id = ${agent.id}`);
  await execute(sql`UPDATE offices SET man_email = 'mara@offices.example' WHERE id = ${office.id}`);
  const missing = { siteId: site.id, date: "2024-11-18", note: "My client paid." };
  return { office, site, agent, type, missing, admin: await anAdmin(), other: await anOffice() };
}
type Shop = Awaited<ReturnType<typeof aShop>>;

async function aBookedSale({ agent, type }: Shop, txid: string, email: string | null = null) {
  const click = await aClick({ agent, type, at: SOLD });
  const sale = await aSale({ agent, type, click, at: SOLD });
  await execute(sql`UPDATE sale_events SET txid = ${txid}, email = ${email} WHERE id = ${sale.id}`);
  return sale;
}

/** A postback that is held because its click was too old. */
const aHeldPostback = async ({ agent, type, site }: Shop, click: string, txid: string) =>
  execute(sql`
    INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, type_id, agent_id, company_id, click_id, event,
      status, txid, params)
    VALUES (${randomUUID()}, ${new Date(SOLD)}, 'held', 'late', ${site.id}, ${type.id}, ${agent.id}, ${agent.companyId},
      ${click}, 'sale', 'approved', ${txid}, '{}')`);

test("a sale that is booked, reversed or held answers its claim at once [CLAIM-01, CLAIM-02]", () =>
  at(NOON, async () => {
    const shop = await aShop();
    const { agent, missing, type } = shop;
    await aBookedSale(shop, "T-1", "Cy@mail.example");
    const booked = await ask(create, agent.actor, { ...missing, txid: "T-1" });
    expect(booked).toMatchObject({ open: false, state: "answered", dueDate: null, booking: null });
    expect(booked.answer).toContain("The click led to a sale, and the sale is booked.");
    const byMail = await ask(create, agent.actor, { ...missing, txid: "T-9", customerEmail: "cy@mail.example" });
    expect(byMail).toMatchObject({ open: false, answer: booked.answer });
    const reversed = await aBookedSale(shop, "T-2");
    await aReversal(reversed, { at: SOLD });
    expect((await ask(create, agent.actor, { ...missing, txid: "T-2" })).answer).toContain("has reversed the sale");
    await aHeldPostback(shop, (await aClick({ agent, type, at: SOLD })).id, "T-3");
    const held = await ask(create, agent.actor, { ...missing, txid: "T-3" });
    expect(held).toMatchObject({ open: false, answer: expect.stringContaining("It is pending.") });
    const { evidence } = await ask(read, agent.actor, { id: held.id });
    expect(evidence).toMatchObject({ events: [], postbacks: [{ txid: "T-3", verdict: "held" }] });
  }));

test("a sale that is not found is open, with the sales of that day and the day on which it is due [CLAIM-03, CLAIM-04]", async () => {
  const shop = await aShop();
  const { agent, missing, site, admin, office } = shop;
  await at(NOON, async () => {
    await aBookedSale(shop, "T-1", "cy@mail.example");
    const claim = await ask(create, agent.actor, { ...missing, txid: "T-7", customerEmail: "x@mail.example" });
    expect(claim).toMatchObject({
      ...{ open: true, state: "open", dueDate: "2024-11-25", overdue: false, siteId: site.id, date: "2024-11-18" },
      answer:
        "The site has not reported a sale with this transaction ID or this e-mail address. 1 sale is booked on 2024-11-18.",
    });
    const { evidence } = await ask(read, admin.actor, { id: claim.id });
    expect(evidence.events).toMatchObject([{ txid: "T-1" }]);
    const vague = await ask(create, agent.actor, missing);
    expect(vague).toMatchObject({ open: true, answer: expect.stringContaining("the sale cannot be looked up") });
  });
  const states = async () => (await ask(search, office.actor, { state: "overdue" })).items.length;
  expect(await at("2024-11-25T23:00:00-05:00", states)).toBe(0);
  expect(await at("2024-11-26T01:00:00-05:00", states)).toBe(2);
  const [row] = (await at("2024-11-26T01:00:00-05:00", () => ask(search, office.actor))).items;
  expect(row).toMatchObject({ overdue: true, agent: agent.username });
});

test("an answered claim is opened by its maker with a further note, once [CLAIM-05]", () =>
  at(NOON, async () => {
    const shop = await aShop();
    const { agent, office, missing } = shop;
    await aBookedSale(shop, "T-1");
    const { id, version } = await ask(create, agent.actor, { ...missing, txid: "T-1" });
    expect(await refused(open, office.actor, { id, note: "x" })).toMatchObject({ status: 409 });
    expect(await refused(open, agent.actor, { id, note: " " })).toMatchObject({ status: 422 });
    expect(await refused(open, agent.actor, { id, note: "x", version: version + 1 })).toMatchObject({
      ...{ status: 409, data: { current: { id, version } } },
    });
    const opened = await ask(open, agent.actor, { id, note: "It was another client.", version });
    expect(opened).toMatchObject({
      state: "open",
      open: true,
      furtherNote: "It was another client.",
      dueDate: "2024-11-25",
    });
    expect(await refused(open, agent.actor, { id, note: "Again" })).toMatchObject({ status: 409 });
  }));

test("a manager forwards or declines, an admin ends it, and the maker gets a mail with the reason [CLAIM-06, CLAIM-09]", () =>
  at(NOON, async () => {
    const shop = await aShop();
    const { agent, office, admin, missing } = shop;
    const { id } = await ask(create, agent.actor, missing);
    expect(await refused(decide, office.actor, { id, state: "booked", reason: "x" })).toMatchObject({
      ...{ status: 422, data: { state: ["Please choose one of these: forwarded, declined."] } },
    });
    expect(await ask(decide, office.actor, { id, state: "forwarded", reason: "Looks right." })).toMatchObject({
      ...{ state: "forwarded", open: true, reason: "Looks right.", decidedBy: office.username },
    });
    expect(await refused(decide, office.actor, { id, state: "declined", reason: "x" })).toMatchObject({ status: 409 });
    expect(await refused(decide, agent.actor, { id, state: "declined", reason: "x" })).toMatchObject({ status: 403 });
    expect(await waitingMailsTo("ada@agents.example")).toEqual([]);
    const declined = await ask(decide, admin.actor, { id, state: "declined", reason: "The site knows no such sale." });
    expect(declined).toMatchObject({ state: "declined", open: false, overdue: false });
    expect(await waitingMailsTo("ada@agents.example")).toEqual([
      expect.stringMatching(/was declined[^]*The site knows no such sale\.[^]*\/app\/logs\/claims\//),
    ]);
    expect(await refused(decide, admin.actor, { id, state: "declined", reason: "x" })).toMatchObject({ status: 409 });
    const { acts } = await ask(read, agent.actor, { id });
    expect(acts.map(({ state, by }) => [state, by])).toEqual([
      ["open", agent.username],
      ["forwarded", office.username],
      ["declined", admin.username],
    ]);
  }));

test("a manager who switched the mail off gets none [CLAIM-09]", () =>
  at(NOON, async () => {
    const { office, admin, missing } = await aShop();
    const mails = async () => {
      const { id } = await ask(create, office.actor, missing);
      await ask(decide, admin.actor, { id, state: "declined", reason: "No." });
      return (await waitingMailsTo("mara@offices.example")).length;
    };
    expect(await mails()).toBe(1);
    await execute(sql`UPDATE accounts SET muted_mails = '{claimDecided}' WHERE id = ${office.accountId}`);
    expect(await mails()).toBe(1);
  }));

test("a claim is booked only by a booking that came after it: a ledger line that names it, or the sale itself [CLAIM-07]", () =>
  at(NOON, async () => {
    const shop = await aShop();
    const { agent, office, admin, missing } = shop;
    const boss = await aSuperadmin();
    const book = (id: number) => ({ id, state: "booked", reason: "Done." });
    const byLine = await ask(create, agent.actor, missing);
    const line = (reason: string, whose = agent) =>
      aLedgerLine({
        ...{ period: payPeriodId("2024-11-20"), agent: whose, php: 500, kind: "adjustment", reason },
        by: boss.accountId,
      });
    await line(`Claim ${byLine.id}0`);
    await line(`Claim ${byLine.id}`, await anAgent());
    expect(await refused(decide, admin.actor, book(byLine.id))).toMatchObject({ status: 409 });
    const { id: lineId } = await line(`Missing sale, claim ${byLine.id}`);
    expect((await ask(decide, admin.actor, book(byLine.id))).booking).toEqual({ kind: "line", id: lineId });
    const { linePeriodId } = await ask(read, agent.actor, { id: byLine.id });
    expect(linePeriodId).toBe(payPeriodId("2024-11-20"));

    const { id } = await ask(create, agent.actor, { ...missing, txid: "T-5" });
    expect(await refused(decide, admin.actor, book(id))).toMatchObject({ status: 409 });
    const sale = await aBookedSale(shop, "T-5");
    expect((await ask(decide, admin.actor, book(id))).booking).toEqual({ kind: "event", id: sale.id });

    const known = await ask(create, agent.actor, { ...missing, txid: "T-5" });
    await ask(open, agent.actor, { id: known.id, note: "It should be two." });
    expect(await refused(decide, admin.actor, book(known.id))).toMatchObject({ status: 409 });

    const click = await aClick({ agent, type: shop.type, at: SOLD });
    await aHeldPostback(shop, click.id, "T-6");
    const held = await ask(create, office.actor, { ...missing, txid: "T-6" });
    await ask(open, office.actor, { id: held.id, note: "Please book it." });
    const replayed = await aSale({ agent, type: shop.type, click, at: SOLD });
    expect((await ask(decide, admin.actor, book(held.id))).booking).toEqual({ kind: "event", id: replayed.id });
  }));

test("each role sees its own claims and the names that it may see [CLAIM-08]", () =>
  at(NOON, async () => {
    const { agent, office, other, admin, missing, site } = await aShop();
    const own = await ask(create, agent.actor, missing);
    const ofOffice = await ask(create, office.actor, missing);
    expect(ofOffice).toMatchObject({ state: "forwarded", agentId: null });
    const ids = async (actor: typeof agent.actor, input = {}) =>
      (await ask(search, actor, input)).items.map(({ id }) => id);
    expect(await ids(agent.actor)).toEqual([own.id]);
    expect(await ids(office.actor)).toEqual([ofOffice.id, own.id]);
    expect(await ids(admin.actor, { companyId: office.id, state: "open" })).toEqual([own.id]);
    expect(await ids(admin.actor, { siteId: site.id, agentId: agent.id })).toEqual([own.id]);
    expect(await ids(admin.actor, { start: "2024-11-19" })).toEqual([]);
    expect(await ids(other.actor)).toEqual([]);
    for (const operation of [read, decide])
      expect(await refused(operation, other.actor, { id: own.id, state: "declined", reason: "x" })).toMatchObject({
        status: 404,
      });
    expect(await refused(read, agent.actor, { id: ofOffice.id })).toMatchObject({ status: 404 });
    const keys = async (actor: typeof agent.actor) => Object.keys(await ask(read, actor, { id: own.id }));
    expect(await keys(agent.actor)).not.toEqual(expect.arrayContaining(["agent"]));
    expect(await keys(office.actor)).toEqual(expect.arrayContaining(["agent"]));
    expect(await keys(office.actor)).not.toEqual(expect.arrayContaining(["officeName"]));
    expect(await keys(admin.actor)).toEqual(expect.arrayContaining(["agent", "officeName"]));
    expect(await ask(listScreen, admin.actor, { agentId: agent.username })).toMatchObject({
      agent: agent.username,
      total: 1,
    });
    expect(await refused(create, admin.actor, missing)).toEqual({ status: 403 });
  }));

test("a claim needs a site that the person sells, a day that has come, and a note", () =>
  at(NOON, async () => {
    const { agent, missing } = await aShop();
    const foreign = await aSite();
    expect(await refused(create, agent.actor, { ...missing, siteId: foreign.id })).toMatchObject({ status: 404 });
    const fields = async (input: object) => (await refused(create, agent.actor, { ...missing, ...input })).data;
    expect(await fields({ date: "2024-11-21" })).toEqual({ date: ["Please choose today or an earlier day."] });
    expect(await fields({ note: " ", customerEmail: "x" })).toEqual({
      ...{ note: ["Please fill in this field."], customerEmail: ["Please use the form name@example.com."] },
    });
    expect((await ask(create, agent.actor, { ...missing, customerEmail: "", txid: null })).txid).toBeNull();
    expect((await ask(createScreen, agent.actor)).sites.map(({ value }) => value)).toEqual([missing.siteId]);
    const rows = await queryRows<{ after: object }>(sql`SELECT after FROM audit WHERE record = 'claim'`);
    expect(rows).toEqual([{ after: { siteId: missing.siteId, date: "2024-11-18", txid: null, state: "open" } }]);
  }));
