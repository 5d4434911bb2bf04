import type pg from "pg";
import { classes, readCountries } from "../server/tracking";
import { addDays, dayOf } from "../server/kernel/time";
import type { Company } from "./company";
import { planChats } from "./demo/chats";
import { planLogins } from "./demo/logins";
import { ClickWriter, clickIdOf } from "./load/clicks";
import { writeCompany } from "./load/company";
import { copyRows } from "./load/copy-rows";
import { writeEvents, writeRequests } from "./load/events";
import { continueSequences, emptyTables } from "./load/prepare-database";
import { writeChats } from "./load/chats";
import { writeLogins } from "./load/logins";
import { writePayouts } from "./load/payouts";
import { writePayroll } from "./load/payroll";
import { buildRollups } from "./load/rollups";
import { writeSignals } from "./load/signals";
import { writeViews } from "./load/views";
import { writeWebhooks } from "./load/webhooks";
import type { Report } from "./progress";
import type { Random } from "./random";
import { planDays } from "./traffic/calendar";
import { type Click, Traffic } from "./traffic/clicks";
import { type Lead, planEvents } from "./traffic/events";
import { blackListOf, Networks } from "./traffic/networks";
import { planRequests } from "./traffic/postbacks";
import { REFERERS, SUBS } from "./traffic/texts";
import { USER_AGENTS } from "./traffic/user-agents";

export type Size = {
  clicks: number;
  days: number;
  now: number;
  /** Number of days for which visitors are stored. Older clicks need no check whether they were unique. */
  visitorDays?: number;
  /** Closes and pays half-months that ended long ago. */
  payroll?: boolean;
};
export type FillResult = { clicks: number; events: number; postbacks: number; logins: number };

const createNetworks = (random: Random) => new Networks(readCountries(), random.branch("networks"));

/**
 * Empties the database and fills it with a company and its history, in the transaction that is open on `client`. An
 * interrupted fill leaves the previous data unchanged.
 */
export async function fill(
  client: pg.Client,
  company: Company,
  size: Size,
  { key, random, report }: { key: Buffer; random: Random; report: Report },
): Promise<FillResult> {
  const networks = createNetworks(random);
  report("people, sites and prices", 0);
  await emptyTables(client);
  await writeCompany(client, company);
  await writePayouts(client, company);
  await writeWebhooks(client, company);
  await writeViews(client, company);
  await copyRows(
    client,
    "black_list",
    ["ip", "added_at"],
    blackListOf(networks).map((ip) => [ip, new Date(company.now).toISOString()]),
  );
  await copyRows(
    client,
    "user_agents",
    ["id", "text"],
    USER_AGENTS.map(({ id, text }) => [id, text]),
  );
  const logins = planLogins(company, networks, random.branch("logins"));
  await writeLogins(client, logins);
  await writeChats(client, planChats(company, random.branch("chats")));

  const leads = await fillClicks(client, company, size, { key, networks, random, report });
  report("sales", 0.63);
  const events = planEvents(company, leads, random.branch("events"));
  await writeEvents(client, events);
  const requests = planRequests(company, events, random.branch("requests"));
  await writeRequests(client, requests, random.branch("receipts"));
  const today = dayOf(company.now);
  const days = { first: addDays(today, 1 - size.days), last: today };
  await buildRollups(client, days, (name, share) => report(name, 0.66 + 0.28 * share));
  await writeSignals(client, company);
  report("statistics of the tables", 0.96);
  if (size.payroll) {
    report("payroll", 0.97);
    await writePayroll(client, company, days.first);
  }
  await continueSequences(client);
  await client.query("UPDATE link_state SET version = version + 1");
  await client.query("NOTIFY links");
  await client.query("ANALYZE");
  const booked = events.filter(({ isPending }) => !isPending).length;
  return { clicks: size.clicks, events: booked, postbacks: requests.length, logins: logins.length };
}

type FillContext = { key: Buffer; networks: Networks; random: Random; report: Report };

/** Writes the clicks and returns those that lead to an event. */
async function fillClicks(client: pg.Client, company: Company, size: Size, context: FillContext): Promise<Lead[]> {
  const { key, networks, random, report } = context;
  const habits = { referers: REFERERS.length, subs: SUBS.length };
  const traffic = new Traffic(company, networks, random.branch("clicks"), habits);
  const writer = new ClickWriter(client, key, { referers: REFERERS, subs: SUBS });
  const visits = random.branch("visits");
  const visitorsSince = size.visitorDays === undefined ? "" : addDays(dayOf(company.now), -size.visitorDays);
  const leads: Lead[] = [];
  let done = 0;
  for (const busy of planDays(size, random.branch("days"))) {
    const clicks = traffic.day(busy);
    await writer.write(busy.day, clicks, busy.day >= visitorsSince);
    for (const click of clicks) {
      const stolen = company.stolenCardSales.find((story) => isStolenCardClick(story, click));
      if (stolen) company.stolenCardSales.splice(company.stolenCardSales.indexOf(stolen), 1);
      if (click.buys || stolen) leads.push({ ...toLead(click), stolen });
      const { reportsClicks } = click.type.site;
      if (reportsClicks && click.class === classes.ok && visits.chance(0.03))
        leads.push({ ...toLead(click), visits: true });
    }
    done += clicks.length;
    report(`clicks of ${busy.day}`, (0.6 * done) / Math.max(1, size.clicks) + 0.02);
  }
  await writer.end();
  return leads;
}

const toLead = (click: Click): Lead => ({
  clickId: clickIdOf(click),
  at: click.at,
  agent: click.agent,
  type: click.type,
  geo: click.geo,
  referer: REFERERS[click.referer] ?? null,
  visits: false,
});

const isStolenCardClick = (
  { agentId, from, to }: Company["stolenCardSales"][number],
  { agent, at, class: kind }: Click,
) => agent.id === agentId && at >= from && at < to && kind === classes.ok;
