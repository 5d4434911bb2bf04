import { expect, test } from "vitest";
import * as identity from "../../server/identity";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
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
import { db } from "../world/db";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { PASSWORD } from "../world/shared";
import { ask } from "../reports/ask";
import { aScreenWorld } from "../world/screens";
import { aServer } from "../world/server";
import { aVisitor } from "../world/visitor";

const OWN = "/app/profile/payout";
const HALF_START = previous(periodOf(dayOf(Date.now()), "beWeek")).start;
const HALF = payPeriodId(HALF_START);
const PAY = `/app/stats/pay-periods/pay/${HALF}`;
const RUN = "/app/stats/payment-runs/1";
const BANK = { method: "bank", details: "Bank of the Islands\r\n0012 3456 7890", password: PASSWORD };
let ann: Agent;
let north: Office;

const { as, open, server } = aScreenWorld({ people: ["sup", "adm", "man", "ann", "sup2"] }, async () => {
  await aSuperadmin({ username: "sup" });
  await aSuperadmin({ username: "sup2" });
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
  const wrong = await as("ann").post(OWN, { intent: "save", ...BANK, password: "not this one" });
  expect(wrong.status).toBe(422);
  const refused = pageOf(wrong.html);
  expect(refused.one("#form-password-error")?.text).toBe("This is not your password.");
  expect(refused.one("#form-details")?.text).toBe(BANK.details.replace("\r\n", "\n"));
  expect(refused.has('[name="method"][value="bank"][checked]')).toBe(true);
  expect(wrong.html).not.toContain("not this one");

  const saved = await as("ann").post(OWN, { intent: "save", ...BANK });
  expect([saved.status, saved.headers.get("location")]).toEqual([302, OWN]);
  const own = pageOf(await open(OWN, "ann"));
  expect(own.text).toContain("••••7890");
  expect(own.text).not.toContain("0012");
  expect(own.one("#form-details")?.text).toBe("");
  expect(own.text).toMatch(/The details are used from .+, or as soon as a superadmin confirms them/);
  expect(pageOf(await open("/app/home", "ann")).one("[role=note]")?.text).toMatch(
    /Your payout details changed on .+, by ann\. Payments go there from .+ Payout details/,
  );
  const waiting = tableIn(await open(PAY), "Balances").column("Payout");
  expect(waiting[0]).toMatch(/^None yetNew details from /);

  const page = `/app/agents/${ann.id}/payout`;
  expect(pageOf(await open(page)).one("#form-details")?.text).toBe(BANK.details.replace("\r\n", "\n"));
  const asked = await open(`${page}/confirm?intent=confirm`);
  for (const text of ["Pay to the new details from now on?", "ann", "Bank transfer", "0012 3456 7890"])
    expect(asked).toContain(text);
  const confirm = { intent: "confirm", version: pageOf(asked).value("version") ?? "" };
  const outdated = await as("sup").post(page, { ...confirm, version: "7" });
  expect([outdated.status, outdated.html.includes("saved this")]).toEqual([422, true]);
  const confirmed = await as("sup").post(page, confirm);
  expect([confirmed.status, confirmed.headers.get("location")]).toEqual([302, page]);
  expect(await open(page)).toContain("Payments go to the new details from now on.");
  expect(await open(`${page}/confirm?intent=confirm`)).toContain("There are no new details here that you can confirm.");
  expect(pageOf(await open(page)).text).toMatch(/Used from[^,]+, confirmed by sup/);
  expect(pageOf(await open("/app/home", "ann")).has("[role=note]")).toBe(false);
  expect(pageOf(await open(`/app/agents/${ann.id}`)).link("Payout details")).toBe(page);
  const office = `/app/offices/${north.id}/payout`;
  const bySuperadmin = await as("sup").post(office, {
    intent: "save",
    method: "cash",
    details: "",
    password: PASSWORD,
  });
  expect([bySuperadmin.status, bySuperadmin.headers.get("location")]).toEqual([302, office]);
  expect(await open(office)).toContain("Payout details of North");
  expect(await open(office)).not.toContain("Confirm new details");
  expect(await open(office, "sup2")).toContain("Confirm new details");
  expect(pageOf(await open(OWN, "man")).text).toContain("agents of your office");
  for (const who of ["adm", "man", "ann"]) {
    for (const path of [page, office]) expect((await as(who).get(path)).status, `${who} ${path}`).toBe(403);
  }
  expect((await as("adm").get(OWN)).status).toBe(404);
  expect(await open(`/app/agents/${ann.id}/history`, "man")).toContain("Payout details changed");
  expect(await open(`/app/agents/${ann.id}/history`, "man")).toContain("Payout details confirmed");

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
  expect(pageOf(await open(`/app/stats/statements/${HALF}`, "ann")).one(".balance")?.text).toContain(
    "(R1-1) by bank transfer ••••7890",
  );

  // A later change moves neither the page nor the file.
  await as("ann").post(OWN, { intent: "save", method: "e-wallet", details: "0917 555 6666", password: PASSWORD });
  await as("sup").post(page, { intent: "confirm" });
  expect(tableIn(await open(RUN), "Payments").column("Payout details")[0]).toContain("0012 3456 7890");
  expect((await as("sup").get(file)).html).toBe(answer.html);
  const former = tableIn(await open(page), "Former details");
  expect(former.column("Details")).toEqual([expect.stringContaining("Bank transfer\nBank of the Islands")]);
});

test("a manager who is signed in as an agent reads why in place of the form for the agent's payout details, and a post changes nothing", async () => {
  const link = { accountId: ann.accountId, kind: "browser" };
  const { token } = await ask(identity.remoteTokens.create, north.actor, link);
  const visitor = aVisitor(server);
  expect((await visitor.post("/remote-login", { token })).status).toBe(302);
  const page = pageOf((await visitor.get(OWN)).html);
  expect(page.text).toContain("You cannot change payout details in this session");
  expect(page.has("#form-details")).toBe(false);
  const before = await db.row`SELECT count(*)::int AS count FROM payout_details`;
  expect((await visitor.post(OWN, { intent: "save", ...BANK })).status).toBe(403);
  expect(await db.row`SELECT count(*)::int AS count FROM payout_details`).toEqual(before);
});

test("with RELEASE_BY_TWO a run waits for the release by another superadmin, which the page offers to them only", async () => {
  const second = await aServer({ workers: 0, database: server.database, env: { RELEASE_BY_TWO: "on" } });
  const [sup, sup2] = [aVisitor(second), aVisitor(second)];
  await sup.signIn("sup");
  await sup2.signIn("sup2");
  const run = "/app/stats/payment-runs/2";
  await writeTransaction(async () => {
    await execute(sql`SET LOCAL session_replication_role = replica`);
    await execute(sql`
      INSERT INTO payment_runs (id, period_id, made_at, made_by, destinations_kept)
      SELECT 2, period_id - 10, now(), made_by, true FROM payment_runs WHERE id = 1`);
  });
  const own = (await sup.get(run)).html;
  expect(own).toContain("You made this run, so another superadmin has to release it.");
  expect(own).not.toMatch(/Export CSV|Release run/);
  const early = await sup.post(run, { intent: "export" });
  expect(pageOf(early.html).failure).toContain("has to be released first, by a superadmin other than sup");
  const same = await sup.post("/app/stats/payment-runs", { intent: "release", ids: "2" });
  expect(pageOf(same.html).failure).toContain("You made this payment run yourself");
  expect((await sup2.get(run)).html).toContain("Release run");
  const asked = pageOf((await sup2.get("/app/stats/payment-runs/confirm?intent=release&ids=2")).html);
  expect(asked.one("h1")?.text).toBe("Release this payment run?");
  const done = await sup2.post("/app/stats/payment-runs", {
    ...{ intent: "release", ids: "2", formId: asked.value("formId") ?? "" },
  });
  expect([done.status, done.headers.get("location")]).toEqual([302, run]);
  const released = (await sup2.get(run)).html;
  for (const text of ["The run is released and can be exported.", "Export CSV", "Released"])
    expect(released).toContain(text);
  expect((await sup.post(run, { intent: "export" })).status).toBe(302);
  expect(await open("/app/stats/payment-runs")).toContain("Exported");
});
