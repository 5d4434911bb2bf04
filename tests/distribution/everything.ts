import pg from "pg";
import { SitePixelKey } from "~models";
import { moveIntoMonths } from "../../models/partitions";
import { exportAgents, listScreen } from "../../server/agents";
import { create as claim, decide } from "../../server/claims";
import { examine as examineLink } from "../../server/doctor";
import { find } from "../../server/search";
import { runChecks } from "../../server/invariants";
import { withFixedTime } from "../../server/kernel/time/now";
import { config } from "../../server/kernel/process/config";
import { keyedHash, newToken } from "../../server/kernel/process/secrets";
import { EVENTS } from "../../server/trade/events";
import { currentClient, readTransaction, execute, writeTransaction } from "../../server/kernel/database/transactions";
import type { Operation, StreamOperation } from "../../server/kernel/operation/operation";
import { type Actor, levels, system } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import * as home from "../../server/home";
import * as logs from "../../server/logs";
import { clickLog } from "../../server/logs/clicks";
import { saleLog } from "../../server/logs/sales";
import * as payroll from "../../server/payroll";
import { saleStates } from "../../server/payroll/sales/states";
import * as reports from "../../server/reports";
import { measureNames } from "../../server/reports/explain/measures";
import { groupings } from "../../server/reports/group-keys";
import { columns as sortable } from "../../server/reports/variants";
import { evaluateSignals } from "../../server/signals";
import { createDeveloperLink, remove as removeSite } from "../../server/sites";
import { readReceipt, rollUpOnce, removeAgent, resolveFlag, userAgents } from "../../server/tracking";
import { clickId } from "../../server/tracking/clicks/click-id";
import type { Click } from "../../server/tracking/clicks/store-clicks";
import { forgetPositions, readPositions } from "../../server/tracking/log/positions";
import { storeChunks } from "../../server/tracking/log/store-chunks";
import { differencesOf } from "../../server/tracking/postbacks/duplicates";
import { eventKey } from "../../server/tracking/postbacks/keys";
import { lookUpClick } from "../../server/tracking/postbacks/look-up-click";
import { admitPixel, reportedBefore } from "../../server/tracking/postbacks/pixel";
import { remove as removeType } from "../../server/types";
import { health, purge } from "../../server/maintenance";
import { ask, textOf } from "../reports/ask";
import type { Agent, Type } from "../world/builders";
import { db } from "../world/db";

const MARCH = { start: "2026-02-10", end: "2026-04-20" };
const HALF = { start: "2026-03-01", end: "2026-03-15" };

/** A valid company and every operation that reads or writes the large tables, with every input that changes the SQL. */
export type Asked = { agent: Agent; spare: Type; plain: Type; click: string; sale: number; flagged: number };
type Input = Record<string, unknown>;

const people = ({ agent }: Asked): Actor[] => {
  const below = { ...system, permissions: [], earningVisible: false, companyId: agent.companyId };
  return [system, { ...below, role: levels.company }, { ...below, role: levels.agent, agentId: agent.id }];
};

/** Ignores refusals: every role calls every operation, including forbidden ones. */
const quietly = async (act: Promise<unknown>): Promise<void> => {
  await act.catch((thrown: unknown) => {
    if (!(thrown instanceof Error) || thrown.constructor.name !== "Refusal") throw thrown;
  });
};

/** A postback of the click that was booked as the sale. */
const storePostback = ({ agent, plain, click, sale }: Asked) =>
  db.run`
    INSERT INTO postbacks (receipt, received_at, verdict, site_id, type_id, agent_id, company_id, click_id, event, txid, status,
      params, event_id)
    VALUES (gen_random_uuid(), '2026-03-05T17:00:00Z', 'accepted', ${plain.siteId}, ${plain.id}, ${agent.id},
      ${agent.companyId}, ${click}::uuid, 'sale', 'order', 'approved', '{}', ${sale})`;

async function askAll(actors: readonly Actor[], operations: readonly unknown[], inputs: readonly Input[]) {
  for (const actor of actors) {
    for (const each of operations) {
      const operation = each as Operation | StreamOperation<never, string>;
      for (const input of inputs) {
        await quietly(
          operation.kind === "stream" ? textOf(operation, actor, input) : ask(operation as Operation, actor, input),
        );
      }
    }
  }
}

export async function askReports(asked: Asked): Promise<void> {
  const actors = people(asked);
  const { agent, plain } = asked;
  const everyFilter = { siteId: plain.siteId, typeId: plain.id, companyId: agent.companyId, agentId: agent.id };
  const byLink = [`${plain.id}`, `${plain.id}b`, `${plain.id}Php`, `${plain.id}bPhp`];
  const row = { rowAgentId: agent.id, rowCompanyId: agent.companyId, rowDate: "2026-03-05" };
  const { sites, sitesAvp, payroll: paid, payrollAvp } = reports;
  for (const groupBy of groupings) {
    const half = { groupBy, ...HALF };
    await askAll(actors, [sites, paid], [{ groupBy, ...MARCH }]);
    await askAll(
      [system],
      [sites],
      [
        { ...half, geo: "US" },
        { ...half, ...everyFilter },
        { ...half, page: 2 },
      ],
    );
    await askAll(actors, [sitesAvp, payrollAvp], [half]);
    await askAll([system], [payrollAvp], [{ ...half, avp: 1 }]);
    await askAll([system], [reports.rowScreen], [{ report: "sites-payout-avp", ...half, ...row }]);
    for (const measure of ["raws", "lppPrev", "payoutDollars", "agent_avp_sales_count"]) {
      await askAll([system], [reports.explain], [{ report: "sites-payout-avp", measure, ...half, ...row }]);
    }
  }
  const built = [
    ...[{ groupBy: "type" }, { groupBy: "country", then: "agent" }, { groupBy: "date", then: "type" }],
    ...[
      { groupBy: "sub1", then: "referrer" },
      { groupBy: "hour", then: "device" },
      { groupBy: "detail", then: "country" },
    ],
  ];
  const compared = ["previous", "year"].map((compare) => ({ groupBy: "detail", compare, ...HALF }));
  await withFixedTime("2026-03-10T16:00:00Z", () =>
    askAll(
      actors,
      [sites, paid],
      [
        ...built.map((grouping) => ({ ...grouping, ...HALF, agentId: agent.id, compare: "previous" })),
        ...built.map((grouping) => ({ ...grouping, ...HALF })),
        ...compared,
      ],
    ),
  );
  const shares = ["margin", "epc", "phpPerUnique"].map((sortField) => ({ groupBy: "detail", ...HALF, sortField }));
  await askAll([system], [sites], [...shares, { groupBy: "type", ...MARCH, sortField: "sitename" }]);
  const ofType = { report: "sites", measure: "lppPrev", groupBy: "type", then: "country", ...HALF };
  await askAll([system], [reports.explain, reports.rowScreen], [ofType, { ...ofType, then: "date" }]);
  const sorted = [...sortable, ...byLink].map((sortField) => ({ groupBy: "agent", ...HALF, sortField }));
  await askAll([system], [payrollAvp], [...sorted, { groupBy: "detail", ...HALF, sortField: "sales" }]);
  const { sitesExport, payrollAvpExport, sitesScreen, payrollAvpScreen } = reports;
  await askAll([system], [sitesExport, payrollAvpExport, sitesScreen, payrollAvpScreen], [HALF]);
  const cells = [...measureNames, ...byLink].map((measure) => ({ report: "sites-payout", measure, ...HALF }));
  await askAll([system], [reports.explain], [...cells, { report: "top-agents", siteIds: [plain.siteId], ...MARCH }]);
  const top = { ...MARCH, siteIds: [plain.siteId] };
  await askAll(actors, [reports.top10, reports.top10Computed], [top, { ...HALF, end: "2026-03-05" }]);
  await askAll([system], [reports.topAgentsScreen, reports.topAgentsExport], [MARCH]);
  await askAll(actors, [reports.performanceScreen, reports.performanceExport], [{}]);
  await askAll(
    actors,
    [reports.officeCharts],
    [{ period: "2026-03-01,2026-03-31,day" }, { period: "2026-01-01,2026-03-31,month" }],
  );
  await askAll(actors, [reports.officeChartsScreen], [{}, { companyId: agent.companyId }]);
  await askAll(actors, [reports.agentFigures], [{ id: agent.id }]);
  await askAll(actors, [reports.officeFigures], [{ id: agent.companyId }]);
  const payout = { payout: 600 };
  await askAll([system], [reports.linkWhatIf], [{ id: plain.id, ...payout }]);
  await askAll([system], [reports.tiersWhatIf], [{ tiers: [{ from: 0, payoutPhp: 100 }] }]);
  await askAll(actors, [reports.geos, reports.homeScreen, reports.dashboardFigures, home.screen], [{}]);
  await askAll([await visitingAgain(asked)], [home.screen], [{}]);
}

/** The agent in a second session, after a first one in March. */
async function visitingAgain(asked: Asked): Promise<Actor> {
  const { id, accountId } = asked.agent;
  const sessions = await db.rows<{ id: number }>`
    INSERT INTO sessions (hash, account_id, kind, role, created_at, expires_at)
    SELECT sha256(at::text::bytea), ${accountId}, 'browser', ${levels.agent}, at, at + interval '1 day'
    FROM unnest(ARRAY['2026-03-01', '2026-04-01']::timestamptz[]) AS at ORDER BY at RETURNING id`;
  const [first, second] = sessions.map((session) => session.id);
  await db.run`
    INSERT INTO login_log (session_id, account_id, agent_id, in_time)
    VALUES (${first}, ${accountId}, ${id}, '2026-03-01')`;
  const [, , agent = system] = people(asked);
  return { ...agent, accountId, sessionId: second ?? null };
}

export async function askLogs(asked: Asked): Promise<void> {
  const actors = people(asked);
  const { agent, plain, click } = asked;
  await askAll(actors.slice(0, 2), [listScreen], [{}, { sortField: "sales" }, { sortField: "lastSale" }]);
  await askAll([system], [exportAgents], [{}]);
  const pages: Input[] = [{}, { page: 2, pageSize: 1 }, { ...MARCH, page: 3, pageSize: 1, sortAsc: true }];
  const narrowed: Input[] = [
    { agentId: agent.id, siteId: plain.siteId, ...HALF },
    { clickId: click },
    { subId: "mail", ...HALF },
  ];
  await storePostback(asked);
  await askAll(actors, [logs.postbackScreen], [MARCH, { pixel: true, ...MARCH }]);
  const { searchClicks, clickScreen, exportClicks, searchSales, saleScreen, exportSales } = logs;
  const sorted = (fields: readonly string[]) => fields.map((sortField) => ({ sortField, ...HALF }));
  const addresses = [{ ipAddress: "192.0.2.1" }, { ipAddress: "192.0.2.0/24", ...MARCH, page: 2, pageSize: 1 }];
  await askAll(actors, [searchClicks], pages);
  // With and without clicks from before their batches had numbers.
  await askAll(actors, [searchClicks, searchSales], [{ after: "" }, { after: "now" }, { after: "", subId: "mail" }]);
  await db.run`INSERT INTO click_batches VALUES (0, '2026-03-01', '2026-03-31', 0)`;
  await askAll(actors, [searchClicks], [{ after: "" }, { after: "", pageSize: 1, ...MARCH }]);
  await askAll([system], [searchClicks], [...narrowed, ...addresses, ...sorted(Object.keys(clickLog.sorts))]);
  const events = [{ recordType: 1 }, { email: "joe@example.org" }, { geo: "US", companyId: agent.companyId }];
  await askAll(actors, [searchSales], pages);
  await askAll([system], [searchSales], [...narrowed, ...events, ...sorted(Object.keys(saleLog.sorts))]);
  await askAll([system], [clickScreen, saleScreen, exportClicks, exportSales], [MARCH]);
  const { searchAgentSales, agentSalesScreen, agentSalesExport } = payroll;
  await askAll(
    actors,
    [searchAgentSales, agentSalesScreen],
    [MARCH, ...saleStates.map((state) => ({ state, ...MARCH })), { after: "" }, { after: "", state: "pending" }],
  );
  await askAll([system], [agentSalesExport], [MARCH]);
  // As a sale that is paid by its bonus.
  await db.run`UPDATE sale_events SET flags = 2 WHERE agent_id = ${agent.id} AND id = ${asked.sale}`;
  await askAll([system], [searchAgentSales], [MARCH]);
  await db.run`UPDATE sale_events SET flags = 0 WHERE agent_id = ${agent.id} AND id = ${asked.sale}`;
  await askAll([system], [logs.namedSales], [{ ids: [asked.sale] }]);
  const { url } = await ask(createDeveloperLink, system, { id: plain.siteId });
  await askAll([system], [logs.developerPage], [{ token: url.slice(url.lastIndexOf("/") + 1) }]);
  const secret = newToken();
  await db.run`
    INSERT INTO site_secrets (site_id, hash, hint) VALUES (${plain.siteId}, ${keyedHash("site-secret", secret)}, '')`;
  await askAll([system], [readReceipt], [{ requestId: clickId(Date.parse("2026-03-05T17:00:00Z")), secret }]);
}

export async function askPayroll({ agent }: Asked): Promise<void> {
  const { searchPeriods, searchLedger, periodScreen, periodsScreen, closeScreen, payScreen } = payroll;
  for (const id of [2026031, 2026032]) {
    const party = [{}, { agentId: agent.id }, { companyId: agent.companyId }];
    await askAll(
      [system],
      [payroll.statement, payroll.bridge, payroll.statementScreen, payroll.statementExport],
      party.map((more) => ({ periodId: id, ...more })),
    );
    await askAll([system], [searchLedger, periodScreen], [{ periodId: id, id }]);
    await askAll([system], [searchLedger], [{ after: "" }]);
    await askAll([system], [closeScreen], [{ id, phpPerUsd: 50 }]);
    await askAll([system], [payScreen], [{ ids: [id] }]);
  }
  await askAll([system], [searchPeriods, periodsScreen], [{}]);
  await withFixedTime("2026-04-01T16:00:00Z", async () => {
    await ask(payroll.close, system, { id: 2026032, phpPerUsd: 50 });
    await ask(payroll.pay, system, { id: 2026032 });
  });
}

/** Roll-up, integrity checks, partitions, closing and paying, reversals and deletion. */
export async function askTheRest(asked: Asked): Promise<void> {
  const { agent, plain, spare, click, flagged } = asked;
  await storeTwice(asked);
  await compareRepeat(asked);
  await rollUpOnce();
  // Without a click, the four roll-ups are compared with each other.
  await db.run`DELETE FROM clicks WHERE agent_id = ${agent.id} AND id = ${click}`;
  await readTransaction(() => runChecks());
  const link = (type: Type) => `/api/links/go/${type.siteId}/${type.id}/${agent.id}`;
  const examined = [{ link: link(plain), ip: "192.0.2.1" }, { link: click }, { link: "joe@example.org" }];
  await askAll([system], [examineLink], [...examined, { link: "t-1" }]);
  const [, manager, seller] = people(asked) as [Actor, Actor, Actor];
  const missing = {
    siteId: plain.siteId,
    date: "2026-03-05",
    note: "Missing",
    txid: "t-1",
    customerEmail: "joe@example.org",
  };
  await askAll(
    [manager, seller],
    [claim],
    [missing, { ...missing, txid: "t-2" }, { ...missing, customerEmail: "", txid: "" }],
  );
  const claims = await db.rows<{ id: number }>`SELECT id FROM claims`;
  await askAll(
    [system],
    [decide],
    claims.map(({ id }) => ({ id, state: "booked", reason: "Booked" })),
  );
  await askAll([system], [find], [{ q: "joe@example.org" }, { q: "t-1" }, { q: click }]);
  await writeTransaction(() => moveIntoMonths(currentClient()));
  await ask(health, system);
  await withFixedTime("2026-03-05T18:00:00Z", evaluateSignals);
  const months = { visitors: 1, commonLog: 1, loginLog: 1, audit: 1, refusedPostbacks: 1, claims: 1 };
  for (const dryRun of [true, false]) await purge({ months, dryRun });
  const designated = { ...system, designated: true };
  await ask(resolveFlag, system, { id: flagged });
  await quietly(ask(removeType, designated, { id: spare.id }));
  await quietly(ask(removeSite, designated, { id: spare.siteId }));
  await ask(removeAgent, designated, { id: agent.id });
}

/** Compares a request that repeats a sale with the sale, as its answer does. */
async function compareRepeat({ plain: { siteId }, click, sale }: Asked): Promise<void> {
  const identity = { clickId: click, event: EVENTS.sale, status: "approved", txid: "repeated" } as const;
  const rest = { reason: null, geo: "", email: null, ts: null, amount: "1", currency: null, test: false };
  const differences = await writeTransaction(async () => {
    await execute(sql`
      INSERT INTO postback_keys (key, agent_id, occurred_at, event_id)
      SELECT ${eventKey({ ...identity, siteId })}, agent_id, occurred_at, id FROM sale_events WHERE id = ${sale}`);
    return differencesOf(currentClient(), [{ siteId, postback: { ...identity, ...rest }, eventId: sale }]);
  });
  if (!differences[0]) throw new Error("The repeat was not compared.");
  const { receivedAt, ...key } = {
    siteId,
    key: "px_1",
    hash: Buffer.of(1),
    receivedAt: new Date("2026-03-06T17:00:00Z"),
  };
  await writeTransaction(async () => {
    await SitePixelKey.create(key);
    await admitPixel(currentClient(), key.hash, receivedAt);
    const { click: found } = await lookUpClick(currentClient(), siteId, identity);
    const report = { siteId, postback: { ...identity, ...rest }, id: undefined };
    if (found) await reportedBefore(currentClient(), { ...report, click: found });
    if (found)
      await reportedBefore(currentClient(), {
        ...report,
        postback: { ...report.postback, event: EVENTS.click },
        click: found,
      });
  });
}

/** Stores clicks as the redirect does on one server and on several, then again as a retry does. */
async function storeTwice({ agent, plain }: Asked): Promise<void> {
  const connection = new pg.Client({ connectionString: config().DATABASE_URL, pipeline: true });
  await connection.connect();
  const click = {
    ...{ agentId: agent.id, companyId: agent.companyId },
    ...{ siteId: plain.siteId, typeId: plain.id, class: 0, reason: null, flags: 0, geo: "US", ip: "192.0.2.1" },
    ...{ agent: userAgents()("Browser"), referer: null, subs: null, day: "2026-03-21", visitor: 7n },
  };
  const loaded: Click = { ...click, id: clickId(Date.parse("2026-03-21T12:00:00Z")) };
  for (const again of [false, true]) {
    const segment = `${again}.log`;
    const from = (await readPositions(connection, [segment])).get(segment) ?? { loaded: 0, decided: 0 };
    const clicks = [{ click: loaded, payload: Buffer.of(), end: 99 }];
    const chunk = { segment, from, to: { loaded: 99, decided: 99 }, clicks, again };
    await storeChunks(connection, [chunk], () => Promise.reject(new Error("A click was refused.")));
  }
  await forgetPositions(connection, new Date(), []);
  await connection.end();
}
