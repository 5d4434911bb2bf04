import { expect, test } from "vitest";
import { writeTransaction } from "../../server/kernel/database/transactions";
import { addDays, dayOf, startOfDay } from "../../server/kernel/time";
import { payPeriodId, periodOf, previous } from "../../server/trade/periods";
import {
  type Agent,
  aClosedPeriod,
  aLedgerLine,
  anAdmin,
  anAgent,
  anOffice,
  aSale,
  aSite,
  aSuperadmin,
  type Office,
} from "../world/builders";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";

const OWN = "/app/profile/payout";
const HALF_START = previous(periodOf(dayOf(Date.now()), "beWeek")).start;
const HALF = payPeriodId(HALF_START);
const PAY = `/app/stats/pay-periods/pay/${HALF}`;
const RUN = "/app/stats/payment-runs/1";
const BANK = { method: "bank", details: "Bank of the Islands\r\n0012 3456 7890", password: PASSWORD };
let ann: Agent;
let north: Office;

const { as, open } = aScreenWorld({ people: ["sup", "adm", "man", "ann"] }, async () => {
  await aSuperadmin({ username: "sup" });
  await anAdmin({ username: "adm" });
  north = await anOffice({ username: "man", officeName: "North" });
  ann = await anAgent({ username: "ann", office: north, firstName: "Ann", lastName: "Lee" });
  const bob = await anAgent({ username: "bob", office: await anOffice({ officeName: "South" }) });
  const type = first((await aSite()).types);
  await aSale({ agent: ann, type, at: new Date(startOfDay(addDays(HALF_START, 1)).getTime()) });
  await writeTransaction(async () => {
    await aLedgerLine({ period: HALF, agent: ann, php: 500, usd: 10, type: { id: type.id } });
    await aLedgerLine({ period: HALF, agent: bob, php: 250.5, usd: 5.01, type: { id: type.id } });
    await aClosedPeriod(HALF, { phpPerUsd: 50 });
  });
});

test("payout details are replaced by their owner and by superadmins, shown in the run and before paying, and downloaded by method", async () => {
  const form = await open(OWN, "ann");
  expect(pageOf(form).text).toContain("None yet");
  const wrong = await as("ann").post(OWN, { ...BANK, password: "not this one" });
  expect(wrong.status).toBe(422);
  const refused = pageOf(wrong.html);
  expect(refused.one("#form-password-error")?.text).toBe("This is not your password.");
  expect(refused.one("#form-details")?.text).toBe(BANK.details.replace("\r\n", "\n"));
  expect(refused.has('[name="method"][value="bank"][checked]')).toBe(true);
  expect(wrong.html).not.toContain("not this one");

  const saved = await as("ann").post(OWN, BANK);
  expect([saved.status, saved.headers.get("location")]).toEqual([302, OWN]);
  const own = pageOf(await open(OWN, "ann"));
  expect(own.text).toContain("••••7890");
  expect(own.text).not.toContain("0012");
  expect(own.one("#form-details")?.text).toBe("");

  const page = `/app/agents/${ann.id}/payout`;
  expect(pageOf(await open(page)).one("#form-details")?.text).toBe(BANK.details.replace("\r\n", "\n"));
  expect(pageOf(await open(`/app/agents/${ann.id}`)).link("Payout details")).toBe(page);
  const office = `/app/offices/${north.id}/payout`;
  const bySuperadmin = await as("sup").post(office, { method: "cash", details: "", password: PASSWORD });
  expect([bySuperadmin.status, bySuperadmin.headers.get("location")]).toEqual([302, office]);
  expect(await open(office)).toContain("Payout details of North");
  expect(pageOf(await open(OWN, "man")).text).toContain("agents of your office");
  for (const who of ["adm", "man", "ann"]) {
    for (const path of [page, office]) expect((await as(who).get(path)).status, `${who} ${path}`).toBe(403);
  }
  expect((await as("adm").get(OWN)).status).toBe(404);
  expect(await open(`/app/agents/${ann.id}/history`, "man")).toContain("Payout details changed");

  const before = await open(PAY);
  expect(tableIn(before, "Balances").column("Payout")).toEqual([
    "Bank transferPayout details changed less than a day ago, by ann",
    "None yet",
  ]);
  expect(pageOf(before).link("1 agent's payout details changed within the last 7 days.")).toBe("?show=changed");
  expect(tableIn(await open(`${PAY}?show=changed`), "Balances").column("Agent")).toEqual(["ann"]);

  await as("sup").post("/app/stats/pay-periods", { intent: "pay", ids: String(HALF) });
  const made = await open(RUN);
  const [first, second] = tableIn(made, "Payments").column("Payout details");
  expect(first).toContain("0012 3456 7890");
  expect(first).toContain("Payout details changed less than a day before this run, by ann");
  expect(second).toBe("None yet");
  expect(made).toContain("Export the run first. Then each payout method has a file of its own here.");
  const file = `${RUN}/export.csv?template=bank&columns=reference&columns=details`;
  expect((await as("sup").get(file)).status).toBe(409);
  expect(await open(RUN, "adm")).not.toContain("0012");

  await as("sup").post(RUN, { intent: "export" });
  const chosen = pageOf(await open(`${RUN}?template=none`));
  expect(chosen.one('[name="template"]')?.attr("value")).toBe("none");
  expect(chosen.text).toContain("Bank transfer (1)");
  const answer = await as("sup").get(file);
  expect(answer.headers.get("content-disposition")).toMatch(/payment-run_1_bank_[\d-]{10}_[\d-]{10}\.csv/);
  expect(answer.html.replace("\uFEFF", "")).toBe(
    "Reference,Details 1,Details 2\nR1-1,Bank of the Islands,0012 3456 7890\n",
  );
  expect((await as("sup").get(`${RUN}/export.csv?template=none&columns=agent`)).html).toContain("Agent\nbob");
  expect(await open(`${RUN}?print=1`)).not.toContain("0012");
});
