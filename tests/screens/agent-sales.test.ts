import { expect, test } from "vitest";
import { addDays, dayOf, startOfDay } from "../../server/kernel/time";
import { payPeriodId, periodOf } from "../../server/trade/periods";
import { aClick, anAgent, anOffice, aReversal, aSale, aSite } from "../world/builders";
import { db } from "../world/db";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { aScreenWorld } from "../world/screens";
import { csvIn, tableIn } from "../world/table";

const PATH = "/app/logs/sales";
const today = dayOf(new Date());
const half = periodOf(today, "beWeek");
const at = new Date(startOfDay(addDays(today, -1)).getTime() + 3_600_000);
/** Long before the days that the screen shows at first. */
const pendingAt = startOfDay(addDays(today, -60));
const due = addDays(periodOf(dayOf(at), "beWeek").end, 5);

const { as, open } = aScreenWorld({ people: ["man", "ann"] }, async () => {
  const office = await anOffice({ username: "man", officeName: "North" });
  const [ann, bob] = [await anAgent({ username: "ann", office }), await anAgent({ username: "bob", office })];
  const types = [{ typename: "Trial" }];
  const roses = first((await aSite({ sitename: "Roses", enabledFor: [office], types })).types);
  await aSale({ agent: ann, type: roses, at, email: "joe@example.org", txid: "T-1" });
  const sale = await aSale({ agent: ann, type: roses, at, txid: "T-2" });
  await aReversal(sale, { at: new Date() });
  await aSale({ agent: bob, type: roses, at, txid: "T-3" });
  const { id: click } = await aClick({ agent: ann, type: roses, at });
  await db.run`
    INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, type_id, agent_id, company_id, click_id, event,
      status, params)
    VALUES (gen_random_uuid(), ${pendingAt}, 'held', 'suspended', ${roses.siteId}, ${roses.id}, ${ann.id}, ${ann.companyId},
      ${click}, 'sale', 'approved', '{}')`;
});

test("an agent reads each sale with its pay, its state and the day it is due, and a notice leads to pending ones", async () => {
  const html = await open(PATH, "ann");
  const rows = tableIn(html).rows.map((row) => row);
  expect(tableIn(html).headings).toEqual(
    expect.arrayContaining(["Date", "Site", "Link", "Email", "Record Type", "Payout", "State", "Pay date"]),
  );
  expect(tableIn(html).headings).not.toContain("Agent");
  expect(rows).toHaveLength(2);
  expect(tableIn(html).row({ State: "Counted" })).toMatchObject({
    ...{ Site: "Roses", Link: "Trial", Email: "joe@example.org", Payout: "₱500.00", "Pay date": `${due} due` },
  });
  expect(rows.map(({ State }) => State)).toContain(`Reversed On ${today}.`);
  expect(pageOf(html).one("tbody a[href^='/app/links/doctor?link=']")).toBeDefined();
  const notice = pageOf(html).one(".notice");
  expect(notice?.text).toContain("1 sale is pending: it is not booked yet.");
  const pending = await open(PATH + (pageOf(html).link("Show") ?? ""), "ann");
  expect(tableIn(pending).rows).toHaveLength(1);
  expect(pending).toContain("The link was suspended when it was clicked or when the site reported it.");
});

test("a manager sees the agents of the office, filters by state, and exports the rows shown", async () => {
  const html = await open(`${PATH}?state=counted`, "man");
  expect(tableIn(html).rows).toHaveLength(2);
  expect(tableIn(html).row({ Agent: "bob" })).toMatchObject({ State: "Counted" });
  const address = pageOf(html).link("Export") ?? "";
  const file = csvIn((await as("man").get(address)).html);
  expect(file.rows).toHaveLength(2);
  expect(file.row({ Transaction: "T-1" })).toMatchObject({ State: "counted", "Pay date": due, Payout: "500.00" });
});

test("an unknown state is refused beside its filter, and no rows are shown", async () => {
  const { html } = await as("ann").get(`${PATH}?state=lost`);
  expect(html).toContain("Please choose one from the list.");
  expect(pageOf(html).one("tbody tr td:not([colspan])")).toBeUndefined();
});

test("an agent's Home and statement name the day on which a half-month is due, and Home leads to the sales", async () => {
  const home = pageOf(await open("/app/home", "ann"));
  expect(home.one(`.hero a[href="${PATH}"]`)?.text).toBe("Sales");
  expect(home.one(".hero")?.text).toContain(`due on ${addDays(half.end, 5)}`);
  const statement = await open(`/app/stats/statements/${payPeriodId(half.start)}`, "ann");
  expect(pageOf(statement).one(".balance")?.text).toContain(`Payment due on ${addDays(half.end, 5)}`);
});
